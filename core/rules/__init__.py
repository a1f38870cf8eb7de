"""What people's verdicts of a cell amount to: the one place that knows what a majority is.

``rule_on`` (scalar.py) rules one cell, ``rule_all`` (arrays.py) columns of cells, ``roll_on`` and ``roll_all``
(union.py) roll-ups; ``voting`` (voters.py) says who votes; ``quiet`` (quiet.py) makes one class of the cells that
nobody marked; ``Totals`` (totals.py) counts. Nothing here reads a project. Whether a cell is asked at all, or its
answers sleep, is known to the caller, who then does not ask. A span is a yes with words marked: rules look at the
yes; whose words gold takes is the caller's (the first of those in ``latest`` who gave the answer).

How each caller is moved here (``FLAGS`` are the terms of a project without a protocol: it reproduces what these did),
and where the design wants something else than what they did:

- ``project/tally``: ``Said.votes`` is ``heard``; a tie is UNDECIDED, a judge's record compares ``value``. A cell left
  open was a tie for ever; it is EXCLUDED. Silence said "no" of flags, too; in a task it does not (4.6): hand no
  silent voices for flagged cells over. Unmarked cells, which were looked at by nobody, are ``quiet`` classes.
- ``project/ties``: ``Case.majority`` is ``rule_on(…, FLAGS)`` without gold, for a conflict is about what the people
  say; ``Case.tie`` is UNDECIDED. ``scan`` yields marked cells only, so that unanimous silence was in no rule.
- ``project/settlement``: MAJORITY, UNANIMOUS, STRICT_YES are the rules of these names with ``people=order.least`` and
  ``unsure=False``; THRESHOLD is a majority with ``share``; CONSISTENCY is ``unanimous``, and its boundary cells are
  what is UNDECIDED. An unsure blocked nothing; in a task it blocks ``unanimous`` and ``strict-yes`` and stays in the
  denominator of a majority (4.2). Gold by rule was written as verdicts; it is not stored any more (4.4).
- ``project/conflicts``: a majority of yes over no, said in SQL. Count where ``value`` of ``rule_on`` without gold
  differs from a judge's when an item is tallied, and add those up.
- ``judges/qa/board.people`` and ``judges/methods/_kgds.settled``: ``rule_on(heard(…), FLAGS, gold).value``. The
  second took the last gold and the first the first; there is one.
- ``metrics/gold``: ``majority`` is ``rule_all(votes, FLAGS, settled, values)``: TIE is UNDECIDED, the other reasons
  are OPEN and told by the states. A roll-up is ``roll_all``: a yes decides now, where a yes among unasked criteria
  was PARTLY and without a vote (4.9), and a member without an answer is nobody's "no". A cell left open took the
  people's majority, if there was one; it is EXCLUDED. Gold's silence (an import that covers a document) is a "no"
  here and nowhere else: tally, ties and board do not see it. One of them is wrong, and the caller has to say which.
- ``metrics/_kgds.experts``: paragraphs "on which nobody agreed" were all without gold; UNDECIDED and EXCLUDED are
  those, OPEN are those that nobody has read.
- ``metrics/cells`` and ``_index``: states are those of ``arrays`` (UNSURE is UNSCORED, NOTHING is NOT_ASKED; PARTLY
  and whatever else is below says nothing); ``Index.union`` is ``any_all``. Neither needs ``gold`` for it: the circle
  ends here.
- ``metrics/ties`` and ``behind``: ``rule_all(…).state == UNDECIDED``.

``judges/voting`` is none of these: it makes one verdict of several samples of a judge.
"""
