-- Galley's project file, schema version 3. `core/storage/schema.py` applies it; the golden files in tests/golden
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

-- The protocols in force, as they were read, and every task that a decision may name. What is asked is computed from
-- them (core/tasks); a decision without a task is one of the default task, flags/flags.
CREATE TABLE protocol (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL                      -- the TOML
) STRICT;

CREATE TABLE task (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE                 -- protocol/task
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
    ELSE kind = 'fact' OR kind = 'opinion' OR kind = 'question' OR kind = 'entry' OR kind = 'group' OR kind = 'pair'
    END)
) STRICT;
CREATE INDEX unit_group ON unit (name) WHERE kind = 'group';
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

-- The items in which a judge flagged something: with several flags in each, an index takes three times as long to say so.
CREATE TABLE flagged (
  annotator_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  PRIMARY KEY (annotator_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER flagged_comes AFTER INSERT ON verdict WHEN NEW.value = 'yes' AND NEW.decision_id IS NULL
  AND (SELECT kind FROM annotator WHERE id = NEW.annotator_id) IN ('judge', 'import') BEGIN
  INSERT OR IGNORE INTO flagged (annotator_id, item_id) VALUES (NEW.annotator_id, NEW.item_id);
END;
CREATE TRIGGER flagged_goes AFTER DELETE ON verdict WHEN OLD.value = 'yes' AND OLD.decision_id IS NULL BEGIN
  DELETE FROM flagged WHERE annotator_id = OLD.annotator_id AND item_id = OLD.item_id AND NOT EXISTS (
    SELECT 1 FROM verdict WHERE annotator_id = OLD.annotator_id AND item_id = OLD.item_id AND value = 'yes'
  );
END;
CREATE TRIGGER flagged_no_more AFTER UPDATE OF value ON verdict WHEN OLD.value = 'yes' AND NEW.value IS NOT 'yes' BEGIN
  DELETE FROM flagged WHERE annotator_id = OLD.annotator_id AND item_id = OLD.item_id AND NOT EXISTS (
    SELECT 1 FROM verdict WHERE annotator_id = OLD.annotator_id AND item_id = OLD.item_id AND value = 'yes'
  );
END;

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

-- What somebody said of a cell in a round before their latest, which is in `verdict`. Agreement is over first rounds.
CREATE TABLE earlier (
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  criterion_id INTEGER NOT NULL REFERENCES criterion (id),
  unit_id INTEGER NOT NULL REFERENCES unit (id),
  target_id INTEGER NOT NULL REFERENCES document (id),
  round INTEGER NOT NULL CHECK (round >= 1),
  item_id INTEGER NOT NULL REFERENCES item (id),
  value ANY,
  reason TEXT,
  spans TEXT,                               -- JSON
  decision_id INTEGER REFERENCES decision (id),
  CHECK ((value IS NULL) = (reason IS NOT NULL)),
  PRIMARY KEY (annotator_id, criterion_id, unit_id, target_id, round)
) STRICT, WITHOUT ROWID;
CREATE INDEX earlier_item ON earlier (item_id);

-- Verdicts that count nowhere as things stand, and why; all of them are kept and listed. Counted anew with their item.
CREATE TABLE aside (
  verdict_id INTEGER PRIMARY KEY REFERENCES verdict (id) ON DELETE CASCADE,
  why TEXT NOT NULL CHECK (why IN ('unasked', 'unmet', 'unfinished', 'void', 'known', 'settling', 'unusable'))
) STRICT;

-- Documents that a task's settled answer takes out of all figures and gold; `whole`: with all others of their item.
CREATE TABLE unusable (
  document_id INTEGER PRIMARY KEY REFERENCES document (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  whole INTEGER NOT NULL CHECK (whole IN (0, 1))
) STRICT;
CREATE INDEX unusable_item ON unusable (item_id);

-- Cells that somebody's own answer to another question made pointless for them (a criterion's `when`).
CREATE TABLE unmet (
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  criterion_id INTEGER NOT NULL REFERENCES criterion (id),
  unit_id INTEGER NOT NULL REFERENCES unit (id),
  target_id INTEGER NOT NULL REFERENCES document (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  PRIMARY KEY (annotator_id, criterion_id, unit_id, target_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX unmet_item ON unmet (item_id);

-- Cells on which somebody's silence says nothing although they finished their pair: flags that they did not answer, and
-- cells whose right answer is known. They are open for them, as those of units are that were written later.
CREATE TABLE unsaid (
  item_id INTEGER NOT NULL REFERENCES item (id),
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  criterion_id INTEGER NOT NULL REFERENCES criterion (id),
  unit_id INTEGER NOT NULL REFERENCES unit (id),
  target_id INTEGER NOT NULL REFERENCES document (id),
  PRIMARY KEY (item_id, annotator_id, criterion_id, unit_id, target_id)
) STRICT, WITHOUT ROWID;

-- The type that gold gives a derived unit, over the one that it came with.
CREATE TABLE mask (
  unit_id INTEGER PRIMARY KEY REFERENCES unit (id),
  type TEXT NOT NULL                        -- "": none, while what it rests on is undecided
) STRICT;

-- Cells that a task asks whatever its conditions: those that a draw chose, and in a package those that it was made for.
CREATE TABLE handed (
  task_id INTEGER NOT NULL REFERENCES task (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  criterion_id INTEGER NOT NULL REFERENCES criterion (id),
  unit_id INTEGER NOT NULL REFERENCES unit (id),
  target_id INTEGER NOT NULL REFERENCES document (id),
  PRIMARY KEY (task_id, item_id, criterion_id, unit_id, target_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX handed_item ON handed (item_id);

-- Cells whose right answer is known, to train people (who are told) or to check them (who are not).
CREATE TABLE known (
  criterion_id INTEGER NOT NULL REFERENCES criterion (id),
  unit_id INTEGER NOT NULL REFERENCES unit (id),
  target_id INTEGER NOT NULL REFERENCES document (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  value ANY NOT NULL,
  trains INTEGER NOT NULL DEFAULT 0 CHECK (trains = 0 OR trains = 1),
  PRIMARY KEY (criterion_id, unit_id, target_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_item ON known (item_id);

-- Assignments that were taken back: what is said in them does not count until the lead accepts it.
CREATE TABLE void (
  task_id INTEGER REFERENCES task (id),     -- none: flags/flags
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  round INTEGER NOT NULL CHECK (round >= 1)
) STRICT;
CREATE INDEX void_item ON void (item_id);

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
  tokens_read INTEGER,                      -- of tokens_in: what came out of the provider's cache, and went into it;
  tokens_written INTEGER,                   -- none where the server counted nothing
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
    ('accept', 'override', 'unsure', 'add', 'note', 'finish', 'reopen', 'settle', 'reason', 'revise', 'attach',
     'undo', 'redo')),
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
  shown TEXT,                                  -- what the reviewer had seen of the cell; none: nobody knows
  task_id INTEGER REFERENCES task (id),        -- none: flags/flags
  round INTEGER NOT NULL DEFAULT 1 CHECK (round >= 1),
  seconds REAL,                                -- since the cell was lit; none: not measured
  act TEXT,                                    -- decisions that were made as one, and are undone as one, share it
  unread TEXT,                                 -- JSON as `asked`: what a finish left, since it was not in sight; none: a
                                               -- finish from before, whose silence said "no" of flags too
  source TEXT,                                 -- JSON, of evidence that was attached: [unit, start, end]
  CHECK ((action IN ('undo', 'redo')) = (refers_id IS NOT NULL))
) STRICT;
CREATE INDEX decision_item ON decision (item_id, reviewer_id);
-- What points at verdicts is looked up whenever one goes, which an undo does to all of an item.
CREATE INDEX decision_flag ON decision (flag_id) WHERE flag_id IS NOT NULL;
-- Flags that were decided before they were seen.
CREATE INDEX decision_blind ON decision (flag_id) WHERE flag_id IS NOT NULL AND instr(shown, 'flag') = 0;
CREATE INDEX decision_act ON decision (act) WHERE act IS NOT NULL;
CREATE INDEX decision_end ON decision (item_id) WHERE action = 'finish' OR action = 'reopen';
CREATE INDEX decision_reviewer ON decision (reviewer_id, at, uid);
CREATE INDEX decision_answer ON decision (reviewer_id, action)
  WHERE action IN ('accept', 'override', 'unsure', 'add', 'settle');

-- Who wrote the log: this project, or a package whose answers came in; see core/project/seals.py. `start` is the link
-- before its first, `note` says where it does not begin with its project.
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  own INTEGER NOT NULL CHECK (own IN (0, 1)),
  start BLOB NOT NULL,
  note TEXT NOT NULL DEFAULT ''
) STRICT;

-- One row for each decision in the order in which its source made it: a hash of its salt and what it says, and a link,
-- the hash of the link before and that. It stays where the decision is gone, and `away` says why it is.
CREATE TABLE seal (
  source_id INTEGER NOT NULL REFERENCES source (id),
  place INTEGER NOT NULL CHECK (place > 0),    -- from 1 without a gap
  uid TEXT NOT NULL,
  salt BLOB,                                   -- none: erased
  content BLOB NOT NULL,
  link BLOB NOT NULL,
  signed TEXT,                                 -- JSON: what the source said otherwise than the log here, by field
  away TEXT CHECK (away = 'left' OR away = 'back' OR away = 'erased' OR away = 'event'),
  PRIMARY KEY (source_id, place)
) STRICT, WITHOUT ROWID;

-- What happened to the project besides decisions, and the decisions that were taken back with a bulk act. Each has a seal.
CREATE TABLE event (
  uid TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'decision' OR kind = 'back' OR kind = 'erased' OR kind = 'sent'),
  said TEXT NOT NULL                           -- JSON
) STRICT, WITHOUT ROWID;

-- What was erased and must not come back: hashes of keys, texts and names; of decisions the uid. See erasure.py.
CREATE TABLE tombstone (
  kind TEXT NOT NULL CHECK (kind = 'item' OR kind = 'text' OR kind = 'person' OR kind = 'decision'),
  mark TEXT NOT NULL,
  PRIMARY KEY (kind, mark)
) STRICT, WITHOUT ROWID;

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

-- Source text that a reviewer put to a cell. It always comes of a decision, whose last word on a place counts.
CREATE TABLE attached (
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  criterion_id INTEGER NOT NULL REFERENCES criterion (id),
  unit_id INTEGER NOT NULL REFERENCES unit (id),
  target_id INTEGER NOT NULL REFERENCES document (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  source_id INTEGER NOT NULL REFERENCES unit (id),
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  stance TEXT NOT NULL CHECK (stance = 'supports' OR stance = 'contradicts'),
  decision_id INTEGER NOT NULL REFERENCES decision (id),
  PRIMARY KEY (annotator_id, criterion_id, unit_id, target_id, source_id, start, "end"),
  CHECK (0 <= start AND start < "end")
) STRICT, WITHOUT ROWID;
CREATE INDEX attached_item ON attached (item_id);

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
  doubted INTEGER NOT NULL DEFAULT 0,       -- flags whose cell they left unsure; the others are open
  unsure INTEGER NOT NULL,                  -- cells, with a flag or without
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

-- Where the tasks of a protocol stand in each item, and in all: cells by state. `kept` is the cells that are not asked
-- yet: a gate is closed, or what they hang on is undecided.
CREATE TABLE task_item (
  task_id INTEGER NOT NULL REFERENCES task (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  asked INTEGER NOT NULL,
  open INTEGER NOT NULL,
  settled INTEGER NOT NULL,
  undecided INTEGER NOT NULL,
  excluded INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  split INTEGER NOT NULL,
  asleep INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  PRIMARY KEY (task_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_item_item ON task_item (item_id);
CREATE TABLE task_total (
  task_id INTEGER PRIMARY KEY REFERENCES task (id),
  items INTEGER NOT NULL,
  asked INTEGER NOT NULL,
  open INTEGER NOT NULL,
  settled INTEGER NOT NULL,
  undecided INTEGER NOT NULL,
  excluded INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  split INTEGER NOT NULL,
  asleep INTEGER NOT NULL,
  kept INTEGER NOT NULL
) STRICT;
-- What each person has done of a task in an item: cells answered of those that it asks, unsure among them.
CREATE TABLE task_progress (
  task_id INTEGER NOT NULL REFERENCES task (id),
  annotator_id INTEGER NOT NULL REFERENCES annotator (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  answered INTEGER NOT NULL,
  unsure INTEGER NOT NULL,
  finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
  PRIMARY KEY (task_id, annotator_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_progress_item ON task_progress (item_id);

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
-- The cells that a package of a task was made for: what its answers may be about.
CREATE TABLE package_cell (
  package_id INTEGER NOT NULL REFERENCES package (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  criterion_id INTEGER NOT NULL REFERENCES criterion (id),
  unit_id INTEGER NOT NULL REFERENCES unit (id),
  target_id INTEGER NOT NULL REFERENCES document (id),
  PRIMARY KEY (package_id, item_id, criterion_id, unit_id, target_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX package_cell_item ON package_cell (item_id);
CREATE TABLE merged (
  hash TEXT PRIMARY KEY,                    -- of the answers
  at TEXT NOT NULL,
  reviewer TEXT NOT NULL,
  package TEXT,                             -- its uid, where the answers name one
  report TEXT NOT NULL                      -- JSON: what came in, counted
) STRICT, WITHOUT ROWID;
-- The bytes of each file of answers that was taken in, for who has the same file to compare.
CREATE TABLE kept (
  hash TEXT PRIMARY KEY,                    -- of the bytes
  at TEXT NOT NULL,
  name TEXT NOT NULL,
  data BLOB                                 -- deflated (zlib); none: erased
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
CREATE TRIGGER decision_no_update BEFORE UPDATE ON decision
WHEN NOT EXISTS (SELECT 1 FROM tombstone WHERE kind = 'decision' AND mark = OLD.uid) BEGIN
  SELECT RAISE (ABORT, 'a decision is never changed');
END;
CREATE TRIGGER decision_no_delete BEFORE DELETE ON decision
WHEN NOT EXISTS (SELECT 1 FROM tombstone WHERE kind = 'decision' AND mark = OLD.uid) BEGIN
  SELECT RAISE (ABORT, 'a decision is never deleted');
END;
-- REPLACE takes a row away without asking the trigger above
CREATE TRIGGER decision_no_replace BEFORE INSERT ON decision
WHEN EXISTS (SELECT 1 FROM decision WHERE id = NEW.id OR uid = NEW.uid) BEGIN
  SELECT RAISE (ABORT, 'a decision is never replaced');
END;
CREATE TRIGGER seal_no_delete BEFORE DELETE ON seal BEGIN
  SELECT RAISE (ABORT, 'a seal is never deleted');
END;
CREATE TRIGGER seal_stays BEFORE UPDATE OF source_id, place, uid, content, link ON seal BEGIN
  SELECT RAISE (ABORT, 'a seal is never changed');
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
CREATE TRIGGER attached_inside_unit BEFORE INSERT ON attached
WHEN NEW."end" > coalesce(
  (SELECT "end" - start FROM unit WHERE id = NEW.source_id AND text IS NULL AND kind <> 'whole'), 0
) BEGIN
  SELECT RAISE (ABORT, 'attached evidence lies outside its unit');
END;
