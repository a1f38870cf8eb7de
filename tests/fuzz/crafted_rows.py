"""Project files whose layout is sound and whose rows or bytes are not; see ``crafted``."""

from __future__ import annotations

from tests.fuzz.crafted import MB, Change, bytes_at, cut, flipped, sql

HUGE = 2_000_000_000
DEEP = "printf('%.*c', 100000, '[') || printf('%.*c', 100000, ']')"
NESTED = "'{\"a\":' || replace(printf('%.*c', 900, 'x'), 'x', '{\"a\":') || '1' || printf('%.*c', 901, '}')"

ROWS: dict[str, Change] = {
    "a document of two thousand million units": sql(f"UPDATE document SET units = {HUGE} WHERE id = 3"),
    "documents of two thousand million units": sql(f"UPDATE document SET units = {HUGE}, length = {HUGE}"),
    "a document of fewer than no units": sql("UPDATE document SET units = -5 WHERE id = 3"),
    "a whole that is far away": sql(f"UPDATE document SET whole_id = {2**62} WHERE id = 3"),
    "a whole and units beyond all numbers": sql(f"UPDATE document SET whole_id = {2**63 - 1}, units = {2**63 - 1}"),
    "a unit of two thousand million characters": sql(f'UPDATE unit SET "end" = {HUGE} WHERE id IN (2, 19)'),
    "units of strange kinds": sql("UPDATE unit SET kind = 'sent' WHERE id % 2"),
    "units of no document": sql("PRAGMA foreign_keys = OFF", "UPDATE unit SET document_id = 99999 WHERE id % 3 = 0"),
    "a unit written by no decision": sql("UPDATE unit SET written_id = 424242 WHERE text IS NOT NULL"),
    "all units gone": sql("DELETE FROM unit"),
    "names of a megabyte": sql(
        f"UPDATE item SET key = {MB} || id, dataset = {MB}, split = {MB}",
        f"UPDATE annotator SET name = {MB} || id, model = {MB}",
        f"UPDATE document SET name = {MB} || id, system = {MB} || (id % 2) WHERE id < 9",
    ),
    "speakers of a megabyte": sql(f"UPDATE unit SET speaker = {MB} WHERE speaker IS NOT NULL AND id < 60"),
    "one text of twenty megabytes": sql(
        "UPDATE document SET text = printf('%.*c', 20000000, 'x'), length = 20000000 WHERE id = 1"
    ),
    "numbers far away": sql("PRAGMA foreign_keys = OFF", f"UPDATE verdict SET id = {2**40} + id WHERE id > 2"),
    "an item far away": sql("PRAGMA foreign_keys = OFF", f"UPDATE item SET id = {2**50} WHERE id = 3"),
    "units that are shared": sql("UPDATE document SET whole_id = 1, units = 20"),
    "names that are empty": sql("UPDATE annotator SET name = '' WHERE id = 1", "UPDATE item SET key = '' WHERE id = 1"),
    "strange roles": sql("UPDATE document SET role = 'thing'"),
    "strange kinds of annotators": sql("UPDATE annotator SET kind = 'robot' WHERE id = 1"),
    "everybody is gold": sql("UPDATE annotator SET kind = 'gold'"),
    "metadata that is not an object": sql("UPDATE item_meta SET value = '[1]'", "UPDATE document SET meta = '7'"),
    "metadata that is null": sql("UPDATE item_meta SET value = 'null'", "UPDATE document SET meta = 'null'"),
    "metadata that nests a hundred thousand times": sql(
        f"UPDATE item_meta SET value = {DEEP}", f"UPDATE document SET meta = {DEEP}"
    ),
    "metadata that nests nine hundred times": sql(
        f"UPDATE item_meta SET value = {NESTED}", f"UPDATE document SET meta = {NESTED}"
    ),
    "metadata of strange types": sql(
        'UPDATE item_meta SET value = \'{"turns": 7, "category": [], "label_studio": 3}\'',
        'UPDATE document SET meta = \'{"paragraphs": [[]], "pattern": {}, "turn": [], "round": {}, "refines": 1}\'',
    ),
    "metadata of numbers beyond all": sql(
        "UPDATE item_meta SET value = '{\"a\": 1e999, \"b\": ' || printf('%.*c', 5000, '9') || '}'"
    ),
    "metadata of units that is not an object": sql("UPDATE unit SET meta = '[]' WHERE text IS NOT NULL"),
    "a setting that nests": sql(f"INSERT INTO setting VALUES ('rated', {DEEP})"),
    "a setting that is not JSON": sql("INSERT INTO setting VALUES ('rated', '{'), ('sampling', '{'), ('mine', 'x')"),
    "settings of strange types": sql(
        "INSERT INTO setting VALUES ('rated', '{\"a\": 1}'), ('sampling', '{\"a\": 1}'), ('blind-mode', '[]'),"
        " ('blind', '\"x\"')"
    ),
    "draws that are none": sql('INSERT INTO setting VALUES (\'sampling\', \'[{"kind": "flags", "places": 7}]\')'),
    "a package for nobody": sql("INSERT INTO setting VALUES ('package', '{}')"),
    "a package that is a list": sql("INSERT INTO setting VALUES ('package', '[]')"),
    "a package of strange types": sql(
        'INSERT INTO setting VALUES (\'package\', \'{"uid": "u", "reviewer": "ann", "project": "p", "at": "x",'
        ' "items": 1, "base": 99999999999999999999, "share": [], "flags": "x", "instructions": {"a": 1}}\')'
    ),
    "packages that were assigned and say nothing": sql(
        "INSERT INTO package (uid, reviewer, at, settings) VALUES ('u', 'ann', 'x', '[]')",
        "INSERT INTO merged VALUES ('h', 'x', 'ann', 'u', '{\"lines\": 7}')",
    ),
    "a scheme that is no TOML": sql("UPDATE scheme SET source = '[[[' WHERE id = 1"),
    "a scheme of other criteria": sql("UPDATE criterion SET name = 'x' || id"),
    "a scheme of a megabyte of names": sql(
        "UPDATE scheme SET source = replace(source, 'name = \"', 'name = \"' || " + MB + ") WHERE id = 1"
    ),
    "a scheme under another name": sql("UPDATE scheme SET name = 'other' WHERE id = 1"),
    "no scheme at all": sql("PRAGMA foreign_keys = OFF", "DELETE FROM scheme", "DELETE FROM criterion"),
    "a run whose settings are a list": sql("UPDATE run SET settings = '[]'"),
    "a run whose settings are null": sql("UPDATE run SET settings = 'null'"),
    "a run of strange settings": sql(
        'UPDATE run SET settings = \'{"items": 7, "samples": "x", "annotators": [1], "method": {"a": 1},'
        ' "settings": [], "prompts": 3}\''
    ),
    "a run without an annotator": sql("PRAGMA foreign_keys = OFF", "UPDATE run SET annotator_id = 777"),
    "a run of no time": sql("UPDATE run SET started = 'yesterday', finished = ''"),
    "a run in no state": sql("UPDATE run SET state = 'lost'"),
    "a method that is an object": sql(
        "UPDATE run SET method = '{\"a\": 1}', provider = '[]', model = '{}'",
        "UPDATE annotator SET method = '{\"a\": 1}'",
    ),
    "requests that are lists": sql("UPDATE request SET body = '[]'", "UPDATE batch SET calls = '{}'"),
    "requests that are no JSON": sql("UPDATE request SET body = 'x'", "UPDATE batch SET calls = 'x'"),
    "a call of no cost and much": sql(
        "UPDATE call SET cost = 1e308, tokens_in = 9223372036854775807, seconds = -1e300"
    ),
    "calls that end strangely": sql("UPDATE call SET finish = 'odd', state = 'done', reply = NULL, at = 'x'"),
    "replies of no text": sql("UPDATE call SET reply = char(0) || 'a' || char(27) || '[2J'"),
    "votes that are none": sql("UPDATE verdict SET votes = 'many', confidence = 9e99"),
    "verdicts of strange values": sql("UPDATE verdict SET value = 'perhaps' WHERE id % 2"),
    "verdicts that are bytes": sql("UPDATE verdict SET value = x'00ff' WHERE id % 2"),
    "verdicts that are numbers": sql("UPDATE verdict SET value = 9e999 WHERE id % 2"),
    "verdicts of another item": sql("UPDATE verdict SET item_id = 3 WHERE id % 2"),
    "verdicts on far units": sql(
        "PRAGMA foreign_keys = OFF", "UPDATE verdict SET unit_id = unit_id + 100000 WHERE id < 20"
    ),
    "verdicts by nobody": sql(
        "PRAGMA foreign_keys = OFF", "UPDATE OR IGNORE verdict SET annotator_id = 999 WHERE id % 2"
    ),
    "verdicts about nothing": sql(
        "PRAGMA foreign_keys = OFF", "UPDATE OR IGNORE verdict SET criterion_id = 999 WHERE id < 20"
    ),
    "spans far outside": sql(f'UPDATE span SET start = {HUGE - 1}, "end" = {HUGE}'),
    "spans that end before they begin": sql('UPDATE span SET start = 9, "end" = 3'),
    "evidence far outside": sql(f'UPDATE evidence SET start = 0, "end" = {HUGE} WHERE unit_id IS NOT NULL'),
    "evidence of strange matches": sql("UPDATE evidence SET match = 'perhaps'"),
    "evidence in another item": sql(
        "UPDATE evidence SET unit_id = (SELECT max(id) FROM unit) WHERE unit_id IS NOT NULL"
    ),
    "decisions of no time": sql("UPDATE decision SET at = 'yesterday'"),
    "decisions in the far future": sql("UPDATE decision SET at = '9999-12-31T23:59:59.999999+00:00'"),
    "decisions whose lists are none": sql(
        "UPDATE decision SET asked = '{}' WHERE action = 'finish'", "UPDATE decision SET spans = '7', replaced = '{}'"
    ),
    "a finish of strange pairs": sql("UPDATE decision SET asked = '[[1], [\"a\", {}], 7]' WHERE action = 'finish'"),
    "decisions of strange actions": sql("UPDATE decision SET action = 'shrug' WHERE id % 3 = 0"),
    "a decision that takes back itself": sql("UPDATE decision SET refers_id = id WHERE action = 'undo'"),
    "decisions about nothing": sql("UPDATE decision SET unit_id = NULL, criterion_id = NULL, target_id = NULL"),
    "decisions of two people as one": sql("UPDATE decision SET reviewer_id = 2 WHERE id % 2"),
    "a revision that writes strangely": sql(
        "UPDATE decision SET action = 'revise', value = 'write', made = '{\"units\": [7], \"replaces\": {}}'"
        " WHERE id = 2"
    ),
    "a revision that writes nothing": sql("UPDATE decision SET action = 'revise', made = '[]' WHERE id = 2"),
    "a unit retired by itself": sql("INSERT INTO retired SELECT id, 1 FROM unit WHERE text IS NOT NULL"),
    "notes of nobody": sql("PRAGMA foreign_keys = OFF", "UPDATE note SET annotator_id = 999, item_id = 999"),
    "opinions that are none": sql(
        "UPDATE reason SET value = ''", "UPDATE decision SET value = 7 WHERE action = 'reason'"
    ),
    "gold by nobody": sql("PRAGMA foreign_keys = OFF", "DELETE FROM annotator WHERE kind = 'gold'"),
    "counts beyond all": sql(
        f"UPDATE item SET flags = {2**62}, ties = {2**62}, votes = 'x'",
        f"UPDATE trust SET right = {2**62}, wrong = {2**62}",
    ),
    "progress of strange numbers": sql(f"UPDATE progress SET settled = {-(2**62)}, unsure = {2**62}, finished = 7"),
    "scores without end": sql("UPDATE score SET value = 9e999"),
    "a lineage that goes round": sql(
        "INSERT INTO lineage (run_id, item_id, state, verdict_id, earlier_id) VALUES (1, 1, 'same', 1, 1)"
    ),
    "texts that are no UTF-8": sql("UPDATE annotator SET model = CAST(x'61ff62' AS TEXT)"),
    "texts with every control character": sql("UPDATE item SET key = char(0, 7, 8, 10, 13, 27, 8238, 8233) || id"),
    "an empty search": sql("INSERT INTO item_text (item_text) VALUES ('delete-all')"),
    "a search of bytes": sql("UPDATE item_text_data SET block = x'ffffffffffff'"),
    "a search of no settings": sql("DELETE FROM item_text_config", "DELETE FROM note_text_config"),
    "statistics that lie": sql("ANALYZE", "UPDATE sqlite_stat1 SET stat = '1000000000000 1'"),
}

BYTES: dict[str, Change] = {
    **{f"bits of the log, {n}": flipped(n, b"2026") for n in range(1)},
    **{f"bits anywhere, {n}": flipped(n) for n in range(12)},
    "half a file": cut(0.5),
    "a file that lacks its last page": cut(0.995),
    "a header alone": cut(0.0002),
    "no pages": bytes_at(28, b"\0\0\0\0"),
    "a page size of one": bytes_at(16, b"\0\1"),
    "a page size of three": bytes_at(16, b"\0\3"),
    "another encoding": bytes_at(56, b"\0\0\0\2"),
    "a format of tomorrow": bytes_at(18, b"\7\7"),
    "the fast journal without one": bytes_at(18, b"\2\2"),
    "a list of free pages that goes round": bytes_at(32, b"\0\0\0\2\0\0\0\x63"),
    "a schema of a strange kind": bytes_at(44, b"\0\0\0\x63"),
    "a negative version": bytes_at(60, b"\xff\xff\xff\xff"),
    "version naught": bytes_at(60, b"\0\0\0\0"),
    "version one": bytes_at(60, b"\0\0\0\1"),
    "a first page of noise": bytes_at(100, bytes(range(256)) * 15),
    "a schema cookie of noise": bytes_at(40, b"\x7f\xff\xff\xff\xff\xff\xff\xff"),
}
