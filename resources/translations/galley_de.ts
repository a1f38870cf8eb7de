<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Accept the flag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a flag on the selected text or unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adjudicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the reviewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clarify it (in its pane: Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare two runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Correct the value of the entry (in the table: Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw items at random for review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop it (in its pane: Delete)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finish the item and go to the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finish the item, or open it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to opinions and facts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the changes of a version (in the panel: J, K walk, A, X, U decide)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the questions (in the panel: A, X, U decide, 1–7 answer the form, S shows another judge)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gold: another criterion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gold: no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gold: yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gold: yes, on the selected words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide or show the annotators&apos; names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History of the item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judge the reason: correct, partly, incorrect, unrelated, none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the cell open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark the distractors in the paragraphs, or no longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge the selected entries (in the table: M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge the selected ones (in their pane: M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next cell to settle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next flag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next item of the queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next open flag, in whatever item it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next summary of the item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next turn of the entity (in the table: right arrow)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the cells behind the point or line that is selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the item of the call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opinions and facts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as criterion 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as criterion 10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as criterion 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as criterion 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as criterion 4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as criterion 5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as criterion 6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as criterion 7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as criterion 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as criterion 9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it as that criterion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Override it: no error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause the run, or go on with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous cell to settle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous flag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous item of the queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous summary of the item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate the summary (in the strip: a digit a dimension, arrows, D for the choice)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll the flag&apos;s reasons down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll the flag&apos;s reasons up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search texts and notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settle many cells by a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show Review, Adjudicate, Scores or Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the call that a flag was read from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the suggestion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show view 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show view 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show view 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show view 4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split it (in its pane: S)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table of entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take over that annotator&apos;s verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn before it (in the table: left arrow)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type of a fact, step of an opinion (in its pane: T)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo, in whatever item it was</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsure: leave it open and list it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you decided about the item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a note on the item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write one from this turn or paragraph (in its pane: N)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
