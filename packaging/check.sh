#!/usr/bin/env bash
# Sets up .venv and runs all checks, three at a time (two cores would rest for a sixth of it otherwise), each with a
# log of its own. The first that fails ends the run, so the last lines are always those of the check that matters.
#
#   packaging/check.sh           all of them; LANES=1 one after the other
#   packaging/check.sh NAME...   some of them, here and now: ruff contracts mypy core core-1 to core-6 gui
#                                gui-1 to gui-4 bundle e2e changed (what make check runs: the golden files, and tests
#                                of what changed)
set -euo pipefail
cd "$(dirname "$0")/.."

BIN=.venv/bin
LOGS=build/checks
# What is soon known first, then by length, so that the lanes end together. tests/core comes in six parts and
# tests/gui in four, each a stretch of the alphabet, where files of one subject import the same libraries: a part costs
# some seconds of its own. tests/e2e waits more than it works.
# The bundle has an environment of its own: it is built while .venv is made, which takes one core.
CHECKS=${CHECKS:-bundle contracts mypy e2e core-1 gui-1 core-5 core-4 core-3 core-2 gui-4 core-6 gui-3 gui-2}

# Hundreds of Pythons are started here: each would compile the program anew where none may keep its byte code.
unset PYTHONDONTWRITEBYTECODE

# Thousands of tests write project files, and every commit waits for the disk: they go into memory where there is room.
room() { df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }'; }
free_memory() { awk '/^MemAvailable/ { print $2 }' /proc/meminfo 2>/dev/null; }
if [ "$(room || true)0" -gt 40000000 ] && [ "$(free_memory || true)0" -gt 80000000 ]; then
    export TMPDIR=/dev/shm  # pytest's folders, and those that tests and the program make by themselves
fi

# Memory in large pages, where the system has them: all tests take a tenth less time. Other C libraries ignore this.
export GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}

title() {
    case $1 in
        ruff) echo "ruff" ;;
        contracts) echo "import contracts" ;;
        mypy) echo "mypy" ;;
        core*) echo "tests/core, with Qt hidden ($1)" ;;
        gui*) echo "tests/gui, off screen ($1)" ;;
        bundle) echo "bundle and smoke, the built application" ;;
        e2e) echo "tests/e2e, in real windows under Xvfb" ;;
        changed) echo "golden files, measures, and tests of what changed" ;;
        *) echo "There is no check $1." >&2; return 1 ;;
    esac
}

# sitecustomize.py in tests/no_qt hides Qt from this Python and from every Python that a test starts.
core() { PYTHONPATH="$PWD/tests/no_qt:$PWD" "$BIN/python" -m pytest "$@"; }

gui() { QT_QPA_PLATFORM=offscreen "$BIN/python" -m pytest "$@"; }

# What of test_new_files needs Qt is skipped where it is hidden: here it is not.
with_qt() { gui tests/core/test_new_files.py -m needs_qt; }

# part N OF FOLDER: the Nth of OF stretches of a folder's test files.
part() {
    ls "$3"/test_*.py | awk -v number="$1" -v of="$2" '
        { files[NR] = $0 }
        END { for (at = int((number - 1) * NR / of) + 1; at <= int(number * NR / of); at++) print files[at] }'
}

check() {
    case $1 in
        ruff)
            "$BIN/ruff" check galley core gui tests benchmarks setup.py
            # A preview of ruff's: a file that is opened without naming its encoding has another one on Windows.
            "$BIN/ruff" check --quiet --preview --select PLW1514 galley core gui tests benchmarks packaging setup.py
            ;;
        contracts)
            (cd .names && "../$BIN/lint-imports" --config ../pyproject.toml)
            ;;
        mypy)
            "$BIN/mypy"
            # What is written for one system only is not looked at for another: once more for those, where the code asks.
            asking=$(cd .names && grep -rl 'sys\.platform' galley/core/ --include='*.py' \
                | sed -e 's/\.py$//' -e 's|/|.|g' -e 's/^/-m /')
            for system in win32 darwin; do
                # shellcheck disable=SC2086  # two words a module
                "$BIN/mypy" --platform "$system" --cache-dir ".mypy_cache/$system" --follow-imports=silent $asking
            done
            ;;
        core) core tests/core ;;
        core-[1-6])
            # shellcheck disable=SC2046  # a word a file
            core $(part "${1#core-}" 6 tests/core)
            ;;
        gui)
            gui tests/gui
            with_qt
            ;;
        gui-[1-4])
            # shellcheck disable=SC2046  # a word a file
            gui $(part "${1#gui-}" 4 tests/gui)
            [ "$1" != gui-4 ] || with_qt
            ;;
        bundle)
            packaging/bundle.sh
            until [ ! -e "$LOGS/sets-up" ]; do sleep 1; done
            "$BIN/python" -m pytest tests/smoke -s
            ;;
        e2e) "$BIN/python" -m pytest tests/e2e ;;
        changed)
            local files file in_core="" in_gui=""
            files=$("$BIN/python" packaging/changed_tests.py ${SINCE:+"$SINCE"})
            for file in tests/core/test_project_golden.py tests/core/test_measure.py tests/core/test_architecture.py $files; do
                case $file in
                    tests/core/*) case " $in_core " in *" $file "*) ;; *) in_core="$in_core $file" ;; esac ;;
                    tests/gui/*) in_gui="$in_gui $file" ;;
                esac
            done
            # shellcheck disable=SC2086  # a word a file
            core -q $in_core
            # shellcheck disable=SC2086
            [ -z "$in_gui" ] || gui -q $in_gui
            ;;
    esac
}

# Takes one check after the other that no other lane has, until none is left.
lane() {
    local name begun result
    for name in $CHECKS; do
        mkdir "$LOGS/$name" 2>/dev/null || continue
        begun=$SECONDS result=0
        packaging/check.sh "$name" >"$LOGS/$name/log" 2>&1 || result=$?
        if [ $result != 0 ]; then
            # The one that fails first speaks; the others are ended by the shell that started the lanes.
            if mkdir "$LOGS/failed" 2>/dev/null; then echo "$name" >"$LOGS/failed/name"; kill -USR1 $$; fi
            return $result
        fi
        printf '%5s s  %s\n' $((SECONDS - begun)) "$(title "$name")" >"$LOGS/$name/time"
        cat "$LOGS/$name/log"
    done
}

packaging/names.sh
if [ $# -gt 0 ]; then
    for name in "$@"; do
        printf '== %s ==\n' "$(title "$name")"
        check "$name"
    done
    exit
fi

rm -rf "$LOGS"
mkdir -p "$LOGS"
lanes=()
end_lanes() { for each in ${lanes[@]+"${lanes[@]}"}; do kill -- "-$each" 2>/dev/null || true; done; }
failed() {
    end_lanes
    cat "$LOGS/$(cat "$LOGS/failed/name")/log"
    exit 1
}
trap end_lanes EXIT
trap failed USR1
set -m  # each lane is a process group of its own, which ends as one
touch "$LOGS/sets-up"
case $CHECKS in bundle*) lane & lanes+=($!) ;; esac
packaging/setup.sh test
packaging/check.sh ruff
rm "$LOGS/sets-up"
while [ ${#lanes[@]} -lt "${LANES:-3}" ]; do
    lane &
    lanes+=($!)
done
for each in "${lanes[@]}"; do wait "$each"; done
printf '\nTimes:\n'
cat "$LOGS"/*/time
printf '%5s s  in all\n' $SECONDS
