-- Galley's project file, schema version 2. `core/storage/schema.py` applies it; the golden files in tests/golden
-- hold one project of every version since the first.

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL                       -- JSON
) STRICT, WITHOUT ROWID;

CREATE TABLE annotator (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('human', 'judge', 'import', 'gold')),
  method TEXT NOT NULL DEFAULT '',
  model TEXT NOT NULL DEFAULT '',
  prompt TEXT NOT NULL DEFAULT '',
  UNIQUE (name, kind)
) STRICT;

CREATE TABLE scheme (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  source TEXT NOT NULL                      -- the TOML as it was read
) STRICT;

CREATE TABLE criterion (
  id INTEGER PRIMARY KEY,
  scheme_id INTEGER NOT NULL REFERENCES scheme (id),
  name TEXT NOT NULL,
  UNIQUE (scheme_id, name)
) STRICT;

CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  dataset TEXT NOT NULL DEFAULT '',
  split TEXT NOT NULL DEFAULT '',
  flags INTEGER NOT NULL DEFAULT 0,         -- judges' positive verdicts
  ties INTEGER NOT NULL DEFAULT 0,          -- cells without strict majority of the humans and without gold
  votes TEXT NOT NULL DEFAULT ''            -- the closest such vote, "2:2"
) STRICT;
CREATE INDEX item_ties ON item (ties) WHERE ties > 0;
CREATE INDEX item_flags ON item (flags);

CREATE TABLE item_meta (
  item_id INTEGER PRIMARY KEY REFERENCES item (id),
  value TEXT NOT NULL                       -- JSON
) STRICT;

CREATE TABLE document (
  id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES item (id),
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (
    role = 'summary' OR role = 'dialogue' OR role = 'article' OR role = 'table' OR role = 'reference'),
  system TEXT NOT NULL DEFAULT '',
  part TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL,
  length INTEGER NOT NULL,                  -- in code points
  hash BLOB NOT NULL,                       -- of the text and where its units lie
  meta TEXT,                                -- JSON
  whole_id INTEGER NOT NULL,                -- its unit "whole"; the text units follow it without a gap
  units INTEGER NOT NULL,                   -- how many text units follow
  UNIQUE (item_id, name),
  CHECK (length = length(text) OR instr(text, char(0)) > 0)
) STRICT;
CREATE INDEX document_system ON document (system, item_id) WHERE system <> '';
-- What the figures need of every document, apart from its text: a row's columns behind a long text are slow to reach.
CREATE INDEX document_layout ON document (id, item_id, role, whole_id, units, system);

-- A text unit has no text of its own: it is document.text[start:end], so the two cannot disagree.
-- A derived unit (fact, opinion, question, entry) has a text and points at its sources.
CREATE TABLE unit (
  id INTEGER PRIMARY KEY,
  document_id INTEGER NOT NULL REFERENCES document (id),
  kind TEXT NOT NULL,
  position INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  text TEXT,
  speaker TEXT,
  name TEXT,
  type TEXT,
  meta TEXT,                                -- JSON: a derived unit's own fields (an entry's attribute, a question's kind)
  written_id INTEGER REFERENCES decision (id),  -- the revision in which a reviewer wrote it; none where it was imported
  -- OR instead of IN here and below: SQLite builds a table for an IN list on every row, which halves the speed of an
  -- import
  CHECK (0 <= start AND start <= "end" AND CASE WHEN text IS NULL
    THEN kind = 'paragraph' OR kind = 'turn' OR kind = 'sentence' OR kind = 'whole'
    ELSE kind = 'fact' OR kind = 'opinion' OR kind = 'question' OR kind = 'entry' END)
) STRICT;
CREATE INDEX unit_derived ON unit (document_id) WHERE text IS NOT NULL;

CREATE TABLE unit_source (
  unit_id INTEGER NOT NULL REFERENCES unit (id),
  source_id INTEGER NOT NULL REFERENCES unit (id),
  PRIMARY KEY (unit_id, source_id)
) STRICT, WITHOUT ROWID;

-- Derived units that no longer stand: a revision put others in their place, or took them away. Nothing is deleted,
-- since verdicts and decisions may point at them; kept by the writer like the rest of what the log adds up to.
CREATE TABLE retired (
  unit_id INTEGER PRIMARY KEY REFERENCES unit (id),
  decision_id INTEGER NOT NULL REFERENCES decision (id)
) STRICT;

-- One annotator's answer for one cell. No value means Unscored, and `reason` says why; it never means "no".
CREATE TABLE verdict (
  id INTEGER PRIMARY KEY,
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  criterion_id INTEGER NOT NULL REFERENCES criterion (id),
  unit_id INTEGER NOT NULL REFERENCES unit (id),
  target_id INTEGER NOT NULL REFERENCES document (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  value ANY,
  reason TEXT,
  confidence REAL,
  votes TEXT,
  explanation TEXT,
  decision_id INTEGER REFERENCES decision (id),
  run_id INTEGER REFERENCES run (id),
  CHECK ((value IS NULL) = (reason IS NOT NULL)),
  UNIQUE (annotator_id, criterion_id, unit_id, target_id)
) STRICT;
CREATE INDEX verdict_item ON verdict (item_id);
CREATE INDEX verdict_yes ON verdict (criterion_id, annotator_id, item_id) WHERE value = 'yes';
CREATE INDEX verdict_by ON verdict (annotator_id, item_id) WHERE value = 'yes';

CREATE TABLE span (
  verdict_id INTEGER NOT NULL REFERENCES verdict (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  PRIMARY KEY (verdict_id, position),
  CHECK (0 <= start AND start < "end")
) STRICT, WITHOUT ROWID;

CREATE TABLE evidence (
  verdict_id INTEGER NOT NULL REFERENCES verdict (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  unit_id INTEGER REFERENCES unit (id),
  start INTEGER,
  "end" INTEGER,
  quote TEXT NOT NULL,
  match TEXT NOT NULL CHECK (match = 'verbatim' OR match = 'fuzzy' OR match = 'missing'),
  PRIMARY KEY (verdict_id, position),
  CHECK ((start IS NULL) = ("end" IS NULL)),
  CHECK (unit_id IS NOT NULL OR start IS NULL)
) STRICT, WITHOUT ROWID;

-- "No" for every cell of (target, criterion) that the annotator gave no verdict on. A row without a decision
-- came with an import or a run; one with a decision is a finished item.
CREATE TABLE judged (
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  criterion_id INTEGER NOT NULL REFERENCES criterion (id),
  target_id INTEGER NOT NULL REFERENCES document (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  decision_id INTEGER REFERENCES decision (id),
  PRIMARY KEY (annotator_id, criterion_id, target_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX judged_item ON judged (item_id);

CREATE TABLE score (
  document_id INTEGER NOT NULL REFERENCES document (id),
  metric TEXT NOT NULL,
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  value REAL NOT NULL,
  PRIMARY KEY (document_id, metric, annotator_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  method TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL DEFAULT '',
  started TEXT NOT NULL,
  finished TEXT,
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'waiting', 'done', 'stopped', 'cancelled', 'failed')),
  why TEXT NOT NULL DEFAULT '',             -- one sentence where it did not end by itself
  settings TEXT NOT NULL                    -- JSON: all that a restart needs, and the prompts' hashes; never a key
) STRICT;

-- What was sent, without the key. The samples of one question share it.
CREATE TABLE request (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL                        -- JSON
) STRICT;

-- One request to a model and what became of it. `done` has a reply (readable or not), `reused` has the reply of an
-- identical call that was paid for before, `failed` has none and may be sent again.
CREATE TABLE call (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  target_id INTEGER NOT NULL REFERENCES document (id),
  part TEXT NOT NULL,                       -- what was asked: a criterion, a taxonomy, a step of the method
  sample INTEGER NOT NULL,
  key TEXT NOT NULL,                        -- hash of model, request, prompt and sample: identical calls share it
  request_id INTEGER NOT NULL REFERENCES request (id),
  state TEXT NOT NULL CHECK (state IN ('done', 'reused', 'failed')),
  reply TEXT,
  finish TEXT NOT NULL DEFAULT '',          -- stop, truncated, refused, not a model's reply
  unscored TEXT NOT NULL DEFAULT '',        -- why nothing, or not all of it, became a verdict
  repaired TEXT NOT NULL DEFAULT '',        -- what had to be mended to read it
  error TEXT NOT NULL DEFAULT '',
  attempts INTEGER NOT NULL,
  tokens_in INTEGER,
  tokens_out INTEGER,
  cost REAL,                                -- in US dollars; none where the price is unknown
  seconds REAL,
  at TEXT NOT NULL,
  UNIQUE (run_id, target_id, key)
) STRICT;
CREATE INDEX call_key ON call (key) WHERE state = 'done';
CREATE INDEX call_item ON call (item_id);

-- Which calls a verdict was read from: all the samples of a vote.
CREATE TABLE verdict_call (
  verdict_id INTEGER NOT NULL REFERENCES verdict (id) ON DELETE CASCADE,
  call_id INTEGER NOT NULL REFERENCES call (id),
  PRIMARY KEY (verdict_id, call_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX verdict_call_call ON verdict_call (call_id);

-- A batch that was handed to a provider, so that a restart asks for it instead of paying again.
CREATE TABLE batch (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run (id),
  name TEXT,                                -- the provider's own; none until it was accepted
  state TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'fetched', 'failed')),
  at TEXT NOT NULL,
  calls TEXT NOT NULL                       -- JSON: the calls in it
) STRICT;

-- A run's flags against those of an earlier run of the same method. `verdict_id` is none where the flag is gone,
-- `earlier_id` where it is new; `changed` is a flag on the same unit under another criterion or value.
CREATE TABLE lineage (
  run_id INTEGER NOT NULL REFERENCES run (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  state TEXT NOT NULL CHECK (state IN ('same', 'new', 'gone', 'changed')),
  verdict_id INTEGER REFERENCES verdict (id),
  earlier_id INTEGER REFERENCES verdict (id),
  CHECK (verdict_id IS NOT NULL OR earlier_id IS NOT NULL)
) STRICT;
CREATE INDEX lineage_run ON lineage (run_id, item_id, state);
CREATE INDEX lineage_verdict ON lineage (verdict_id) WHERE verdict_id IS NOT NULL;
CREATE INDEX lineage_earlier ON lineage (earlier_id) WHERE earlier_id IS NOT NULL;

-- The log. Append only; what a reviewer sees is what it adds up to (see core/project/item_state.py).
CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  reviewer_id INTEGER NOT NULL REFERENCES annotator (id),
  action TEXT NOT NULL CHECK (action IN
    ('accept', 'override', 'unsure', 'add', 'note', 'finish', 'reopen', 'settle', 'reason', 'revise', 'undo',
     'redo')),
  item_id INTEGER NOT NULL REFERENCES item (id),
  unit_id INTEGER REFERENCES unit (id),
  criterion_id INTEGER REFERENCES criterion (id),
  target_id INTEGER REFERENCES document (id),
  flag_id INTEGER REFERENCES verdict (id),
  value ANY,
  other_id INTEGER REFERENCES criterion (id),  -- override as that criterion
  spans TEXT,                                  -- JSON [[start, end], ...]
  note TEXT,
  asked TEXT,                                  -- JSON, what a finish covered: [[criterion, target], ...]
  replaced TEXT,                               -- JSON, the imported verdicts that this decision took the place of
  refers_id INTEGER REFERENCES decision (id),  -- what an undo or redo is about
  made TEXT,                                   -- JSON, of a revision: the units written and those they replace
  CHECK ((action IN ('undo', 'redo')) = (refers_id IS NOT NULL))
) STRICT;
CREATE INDEX decision_item ON decision (item_id, reviewer_id);
-- What points at verdicts is looked up whenever one goes, which an undo does to all of an item.
CREATE INDEX decision_flag ON decision (flag_id) WHERE flag_id IS NOT NULL;
CREATE INDEX decision_reviewer ON decision (reviewer_id, at, uid);

-- What the log adds up to, kept by the writer and checked against the log by `galley check`.
CREATE TABLE undone (
  decision_id INTEGER PRIMARY KEY REFERENCES decision (id)
) STRICT;

CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  unit_id INTEGER REFERENCES unit (id),
  criterion_id INTEGER REFERENCES criterion (id),
  target_id INTEGER REFERENCES document (id),
  text TEXT NOT NULL,
  decision_id INTEGER REFERENCES decision (id)
) STRICT;
CREATE INDEX note_item ON note (item_id);

CREATE TABLE reason (
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  verdict_id INTEGER NOT NULL REFERENCES verdict (id),
  value TEXT NOT NULL,
  decision_id INTEGER REFERENCES decision (id),
  PRIMARY KEY (annotator_id, verdict_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reason_verdict ON reason (verdict_id);

CREATE TABLE progress (
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  settled INTEGER NOT NULL,                 -- flags whose cell this reviewer has answered
  unsure INTEGER NOT NULL,
  finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
  PRIMARY KEY (annotator_id, item_id)
) STRICT, WITHOUT ROWID;

-- Per item: how many flags of this judge on this criterion the people found right and wrong (gold, else the strict
-- majority of the humans; ties and open cells count in neither).
CREATE TABLE trust (
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  criterion_id INTEGER NOT NULL REFERENCES criterion (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  right INTEGER NOT NULL,
  wrong INTEGER NOT NULL,
  PRIMARY KEY (annotator_id, criterion_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX trust_item ON trust (item_id);

-- Packages that were handed to reviewers, and the answers that came back. What a package brings along is a setting of
-- its own file; these rows are the plan of work of the project that it was made from.
CREATE TABLE package (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  reviewer TEXT NOT NULL,
  at TEXT NOT NULL,
  settings TEXT NOT NULL                    -- JSON: how the share was drawn, what was handed out, instructions
) STRICT;
CREATE TABLE package_item (
  package_id INTEGER NOT NULL REFERENCES package (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  PRIMARY KEY (package_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE merged (
  hash TEXT PRIMARY KEY,                    -- of the answers
  at TEXT NOT NULL,
  reviewer TEXT NOT NULL,
  package TEXT,                             -- its uid, where the answers name one
  report TEXT NOT NULL                      -- JSON: what came in, counted
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE item_text USING fts5 (
  text, content = '', tokenize = "unicode61 remove_diacritics 2"
);
-- Gather 8 MB of entries before a segment is written: fewer segments to merge, a third off the time of an import.
INSERT INTO item_text (item_text, rank) VALUES ('hashsize', 8388608);
CREATE VIRTUAL TABLE note_text USING fts5 (
  text, content = 'note', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 2"
);
-- What must never be.
CREATE TRIGGER decision_no_update BEFORE UPDATE ON decision BEGIN
  SELECT RAISE (ABORT, 'a decision is never changed');
END;
CREATE TRIGGER decision_no_delete BEFORE DELETE ON decision BEGIN
  SELECT RAISE (ABORT, 'a decision is never deleted');
END;
-- REPLACE takes a row away without asking the trigger above
CREATE TRIGGER decision_no_replace BEFORE INSERT ON decision
WHEN EXISTS (SELECT 1 FROM decision WHERE id = NEW.id OR uid = NEW.uid) BEGIN
  SELECT RAISE (ABORT, 'a decision is never replaced');
END;
CREATE TRIGGER document_text_stays BEFORE UPDATE OF text, length, hash ON document BEGIN
  SELECT RAISE (ABORT, 'the text of a document is never changed');
END;
CREATE TRIGGER unit_inside_document BEFORE INSERT ON unit
WHEN NEW."end" > (SELECT length FROM document WHERE id = NEW.document_id) BEGIN
  SELECT RAISE (ABORT, 'a unit lies outside its document');
END;
CREATE TRIGGER unit_offsets_stay BEFORE UPDATE OF document_id, start, "end" ON unit BEGIN
  SELECT RAISE (ABORT, 'the offsets of a unit are never changed');
END;
CREATE TRIGGER span_inside_unit BEFORE INSERT ON span
WHEN NEW."end" > (
  SELECT CASE WHEN unit.text IS NULL THEN unit."end" - unit.start
    WHEN instr(unit.text, char(0)) > 0 THEN length(CAST(unit.text AS BLOB))  -- length() stops at a NUL
    ELSE length(unit.text) END
  FROM verdict JOIN unit ON unit.id = verdict.unit_id WHERE verdict.id = NEW.verdict_id
) BEGIN
  SELECT RAISE (ABORT, 'a span lies outside its unit');
END;
CREATE TRIGGER evidence_inside_unit BEFORE INSERT ON evidence
WHEN NEW."end" > (
  SELECT CASE WHEN text IS NULL THEN "end" - start
    WHEN instr(text, char(0)) > 0 THEN length(CAST(text AS BLOB)) ELSE length(text) END
  FROM unit WHERE id = NEW.unit_id
) BEGIN
  SELECT RAISE (ABORT, 'evidence lies outside its unit');
END;
