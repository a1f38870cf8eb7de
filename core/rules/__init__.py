"""What people's verdicts of a cell amount to: the one place that knows what a majority is.

``rule_on`` (scalar.py) rules one cell, ``rule_all`` (arrays.py) columns of cells; ``any_all`` (union.py) joins what one
person says of the criteria of a roll-up; ``voting`` (voters.py) says who votes; ``quiet`` (quiet.py) makes one class of
the cells that nobody marked; ``Totals`` (totals.py) counts. Nothing here reads a project. Whether a cell is asked at
all, or its answers sleep, is known to the caller, who then does not ask. A span is a yes with words marked: rules look
at the yes; whose words gold takes is the caller's (the first of those in ``latest`` who gave the answer).

Who asks. ``FLAGS`` are the terms of a project without a protocol; someone unsure has not answered there.

- ``project/tally`` (`rule_on`): a tie is UNDECIDED, a judge's record compares ``value``. Silence says "no" of flags,
  too; in a task it does not (4.6): hand no silent voices for flagged cells over. Unmarked cells are ``quiet`` classes.
- ``tasks/asking`` (`rule_on`): what each task came to in one item.
- ``adjudication/open_ties`` and ``adjudication/bulk_adjudication`` (`decide`): about what the people say, without gold.
  A settlement's THRESHOLD is a majority with ``share``, its CONSISTENCY is ``unanimous``; in a task an unsure blocks
  ``unanimous`` and ``strict-yes`` and stays in the denominator of a majority (4.2), and gold by rule is not stored
  (4.4).
- ``project/view_rulings`` (`rule_on`), for ``judges/qa/qa_board`` and ``judges/methods/_discussions``: what stands in
  one item.
- ``metrics/gold`` (`rule_all`): every figure's gold, and ties for ``metrics/ties`` and ``metrics/drilldown``. UNDECIDED
  is TIE, EXCLUDED is UNSCORED, OPEN is told by the states. The states of ``metrics/_index`` are those of ``arrays``
  (UNSCORED is UNSURE, NOT_ASKED is NOTHING); PARTLY is its own and says nothing here. A person's roll-up is `any_all`,
  but for one thing: a yes among criteria that were not all asked is PARTLY, not yes, for the noes beside it could not
  be told and every rate would be biased (see DECISIONS).
- ``metrics/unsettled`` (`rule_all`): cells that people agree on, by ``unanimous``.
- ``papers/kgds/discussion_figures.experts``: UNDECIDED and EXCLUDED paragraphs are those on which the experts do
  not agree.

Gold's implicit no (an import that covers a document) is a "no" for all of them. ``judges/methods/_voting`` is none of
these: it makes one verdict of several samples of a judge.
"""
