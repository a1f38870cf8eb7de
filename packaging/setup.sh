#!/usr/bin/env bash
# Makes .venv with the locked requirements and the system libraries that Qt needs.
#
#   packaging/setup.sh run     what the program needs
#   packaging/setup.sh test    that, and what the checks need (test tools, a virtual screen, fonts)
#   packaging/setup.sh bundle  what the program needs and PyInstaller, in .venv-bundle
#   packaging/setup.sh demo    "run", then the sample project in a window, or as a picture without a display
#
# Where Debian packages are missing they are installed with apt if that is allowed (root, or sudo without a
# password); otherwise the one line to run is printed. PYTHON=/path/to/python chooses the interpreter.
set -euo pipefail
cd "$(dirname "$0")/.."

QT_PACKAGES="libglib2.0-0 libegl1 libgl1 libfontconfig1 libxkbcommon0 libdbus-1-3 libxcb-cursor0 \
libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"
TEST_PACKAGES="xvfb xauth xdotool openbox imagemagick poppler-utils"
TEST_FONTS="fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"

VENV=.venv
VENV_PYTHON=$VENV/bin/python

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# "", "sudo -n" or "no": how apt may be called.
apt_prefix() {
    if ! have apt-get; then echo no
    elif [ "$(id -u)" = 0 ]; then echo ""
    elif have sudo && sudo -n true 2>/dev/null; then echo "sudo -n"
    else echo no
    fi
}

# install_packages WHY PACKAGE...: install them, or say how and give 1.
install_packages() {
    local why=$1 prefix
    shift
    prefix=$(apt_prefix)
    if [ "$prefix" = no ]; then
        say "$why Please run this once, then try again:"
        if have apt-get; then
            say "    sudo apt-get update && sudo apt-get install -y $*"
        else
            say "    (install what your system calls these Debian packages: $*)"
        fi
        return 1
    fi
    say "$why Installing: $*"
    # The lists of a fresh machine are empty or old: try as it is, then once more after an update.
    # shellcheck disable=SC2086  # the prefix is empty or two words
    apt_install "$prefix" "$@" || { $prefix flock packaging/setup.sh apt-get update -q >&2 && apt_install "$prefix" "$@"; }
}

apt_install() {
    local prefix=$1
    shift
    # Two environments may be made at a time, and apt does not wait for another.
    # shellcheck disable=SC2086
    $prefix flock packaging/setup.sh env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" >&2
}

fits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null; }

# The first interpreter from 3.11 to 3.14: $PYTHON, python3, then the versions by name.
find_python() {
    local candidate
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if have "$candidate" && fits "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    if have python3; then
        die "Galley needs Python 3.11 to 3.14, and python3 here is $(python3 -V 2>&1 | cut -d' ' -f2)." \
            "Install one of these and run make again with PYTHON=/path/to/python3.13."
    fi
    die "Galley needs Python 3.11 to 3.14, and there is no python3 here. Install Python and run make again."
}

# What stands for the interpreter behind .venv: another one, or an upgraded one, is looked at anew.
interpreter() { stat -L -c '%n %i %Y' "$VENV_PYTHON" 2>/dev/null; }

make_venv() {
    local python version
    # Starting Python to ask it takes longer than all the rest of a second run.
    if [ -s "$VENV/interpreter" ] && [ "$(interpreter)" = "$(cat "$VENV/interpreter")" ]; then return; fi
    if [ -x "$VENV_PYTHON" ] && fits "$VENV_PYTHON" && "$VENV_PYTHON" -c 'import pip' 2>/dev/null; then
        interpreter >"$VENV/interpreter" || true
        return
    fi
    python=$(find_python)
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        install_packages "Python's venv module is missing." "python$version-venv" || exit 1
    fi
    say "Making $VENV with $("$python" -V)."
    "$python" -m venv --clear "$VENV"
    interpreter >"$VENV/interpreter" || true
}

# install_requirements FILE...: no pip call where the files are those that were installed last.
install_requirements() {
    local file fresh=yes arguments=()
    for file in "$@"; do
        cmp -s "$file" "$VENV/installed-$file" || fresh=no
        arguments+=(-r "$file")
    done
    if [ $fresh = yes ]; then return; fi
    say "Installing the locked requirements ($*)."
    for file in "$@"; do rm -f "$VENV/installed-$file"; done
    # The locked pip first: the one that comes with Python 3.11 takes twice as long for the rest.
    awk '/^pip==/ { within = 1 } within { print; if (!/\\$/) exit }' requirements.txt >"$VENV/requirements-pip.txt"
    "$VENV_PYTHON" -m pip install --quiet --disable-pip-version-check --require-hashes \
        -r "$VENV/requirements-pip.txt" >&2
    # pip compiles on one core, for a minute: compile_packages takes all of them. PyInstaller needs a part of it only.
    "$VENV_PYTHON" -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes \
        "${arguments[@]}" >&2
    [ "$VENV" = .venv-bundle ] || compile_packages
    # The stamp is a copy: exact, and readable when one wonders what is installed.
    for file in "$@"; do cp "$file" "$VENV/installed-$file"; done
}

# Not the packages' own tests, a third of the code, nor tools that nobody imports. A package may bring files that this
# Python cannot read, as templates or for another version.
compile_packages() {
    "$VENV_PYTHON" -m compileall -q -j 0 -x 'site-packages/(.*/tests?|pip|mypyc?|setuptools|pygments/lexers)/' \
        "$VENV"/lib/python3*/site-packages >/dev/null 2>&1 || true
}

# The libraries that Qt's windows and off-screen pictures link to and this system lacks.
missing_libraries() {
    local qt
    qt=$(echo "$VENV"/lib/python3*/site-packages/PySide6)
    ldd "$qt"/Qt/lib/libQt6Widgets.so.6 "$qt"/Qt/plugins/platforms/libqxcb.so \
        "$qt"/Qt/plugins/platforms/libqoffscreen.so 2>/dev/null \
        | awk '/not found/ {print $1}' | sort -u | paste -sd' ' -
}

check_libraries() {
    local missing
    if [ "$(uname -s)" != Linux ] || ! have ldd; then return; fi
    missing=$(missing_libraries)
    if [ -z "$missing" ]; then return; fi
    # shellcheck disable=SC2086  # one word a package
    install_packages "Qt's system libraries are missing ($missing)." $QT_PACKAGES || exit 1
    missing=$(missing_libraries)
    if [ -n "$missing" ]; then die "Qt still misses these system libraries: $missing. Install them and try again."; fi
}

has_package() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

check_test_tools() {
    local package missing=""
    if [ "$(uname -s)" != Linux ]; then return; fi
    if have Xvfb && have xauth && have openbox && have xdotool && have import && have pdftotext; then :; else missing=$TEST_PACKAGES; fi
    # Pictures of Chinese, Arabic and emoji texts are compared, so all machines must draw them with the same fonts.
    if have dpkg-query; then
        for package in $TEST_FONTS; do
            has_package "$package" || missing="$missing $package"
        done
    fi
    if [ -z "$missing" ]; then return; fi
    # shellcheck disable=SC2086
    install_packages "The checks need a virtual screen, its tools and fonts." $missing || exit 1
}

# Byte code in place, as an installer leaves it: where Python may not write any itself, each start would make it anew.
compile_sources() {
    local stamp=$VENV/compiled
    if [ -e "$stamp" ] && [ -z "$(find galley core gui -name '*.py' -newer "$stamp" -print -quit)" ]; then return; fi
    if "$VENV_PYTHON" -m compileall -q galley core gui >/dev/null 2>&1; then touch "$stamp"; fi
}

# The command as an installation has it: the checkout under its name, and bin/galley.
make_command() {
    local packages
    packages=$(echo "$VENV"/lib/python3*/site-packages)
    echo "$PWD" >"$packages/galley-checkout.pth"
    # The guard is needed: workers of "galley sample screen" import this file again.
    printf '#!%s\nimport sys\n\nfrom galley.core.cli import main\n\nif __name__ == "__main__":\n    sys.exit(main())\n' \
        "$PWD/$VENV_PYTHON" >"$VENV/bin/galley"
    chmod +x "$VENV/bin/galley"
}

has_display() {
    [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ] || [ "$(uname -s)" != Linux ]
}

setup_run() {
    make_venv
    install_requirements requirements.txt
    make_command
    check_libraries
}

setup_test() {
    make_venv
    install_requirements requirements.txt requirements-dev.txt
    make_command
    check_libraries
    check_test_tools
}

setup_bundle() {
    VENV=.venv-bundle
    VENV_PYTHON=$VENV/bin/python
    make_venv
    install_requirements requirements.txt requirements-bundle.txt
    check_libraries
    have objdump || install_packages "PyInstaller needs objdump." binutils || exit 1
}

demo() {
    local picture=build/demo.png
    setup_run
    compile_sources
    if has_display; then exec "$VENV/bin/galley" demo; fi
    mkdir -p build
    QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen} "$VENV/bin/galley" demo --screenshot "$picture"
    say "There is no display here, so the window was drawn off screen. The picture is $PWD/$picture."
}

case "${1:-}" in
    run) setup_run ;;
    test) setup_test ;;
    bundle) setup_bundle ;;
    demo) demo ;;
    *) die "usage: packaging/setup.sh run|test|bundle|demo" ;;
esac
