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
        <source>0 is chance, 1 is full agreement; – is undefined. Beneath each figure: on how many cells it rests.</source>
        <translation>0 ist Zufall, 1 volle Übereinstimmung; – ist undefiniert. Unter jeder Zahl: auf wie vielen Zellen sie beruht.</translation>
    </message>
    <message>
        <source>1 to {most} documents in a hexagon</source>
        <translation>1 bis {most} Dokumente in einem Sechseck</translation>
    </message>
    <message>
        <source>1 – 5, or the words with commas</source>
        <translation>1 – 5, oder die Wörter mit Kommas</translation>
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
        <source>A desk for reviewing machine-written summaries against their sources.</source>
        <translation>Ein Arbeitsplatz, um maschinell geschriebene Zusammenfassungen an ihren Quellen zu prüfen.</translation>
    </message>
    <message>
        <source>A document that several items share is counted once, and refined versions are not</source>
        <translation>Ein Dokument, das mehrere Einträge teilen, zählt einmal, verbesserte Fassungen zählen nicht</translation>
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
    <message numerus="yes">
        <source>A package for {reviewer}: {n} item of “{project}”. {more}</source>
        <comment>A package for {reviewer}: {n:,} items of “{project}”. {more}</comment>
        <translation>
            <numerusform>Ein Paket für {reviewer}: {n} Eintrag aus „{project}“. {more}</numerusform>
            <numerusform>Ein Paket für {reviewer}: {n:,} Einträge aus „{project}“. {more}</numerusform>
        </translation>
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
        <source>A project can have words of its own for a prompt. A run keeps the hash of what it sent, and other words make another judge, so that no two are mixed up.</source>
        <translation>Ein Projekt kann eigene Worte für einen Prompt haben. Ein Lauf behält den Hash dessen, was er sandte; andere Worte ergeben einen anderen Bewerter, damit nichts verwechselt wird.</translation>
    </message>
    <message>
        <source>A project is one file: texts, flags, decisions and scores. Everything is saved as you go.</source>
        <translation>Ein Projekt ist eine Datei: Texte, Markierungen, Entscheidungen und Werte. Alles wird laufend gespeichert.</translation>
    </message>
    <message>
        <source>A reviewer needs a name</source>
        <translation>Ein Prüfer braucht einen Namen</translation>
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
        <source>A unit with several errors counts in several cells.</source>
        <translation>Eine Einheit mit mehreren Fehlern zählt in mehreren Zellen.</translation>
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
        <source>After ten answers one after another this says how fast you are.</source>
        <translation>Nach zehn Antworten hintereinander steht hier, wie schnell Sie sind.</translation>
    </message>
    <message>
        <source>Against “{score}”: choose another score above.</source>
        <translation>Gegen „{score}“: oben einen anderen Wert wählen.</translation>
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
        <source>Also what people decided after it</source>
        <translation>Auch, was danach entschieden wurde</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>An entry needs an attribute and a value.</source>
        <translation>Eine Angabe braucht ein Merkmal und einen Wert.</translation>
    </message>
    <message>
        <source>An example has lines that begin with source:, text:, answer: and why:.</source>
        <translation>Ein Beispiel hat Zeilen, die mit source:, text:, answer: und why: beginnen.</translation>
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
        <source>BibTeX</source>
        <translation>BibTeX</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>Klasse</translation>
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
        <source>Change the reviewer</source>
        <translation>Prüfer wechseln</translation>
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
        <source>Decisions, the latest first</source>
        <translation>Entscheidungen, die neueste zuerst</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
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
        <source>Dialogue</source>
        <translation>Dialog</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message numerus="yes">
        <source>Discuss {n:,} undecided once more…</source>
        <comment>Discuss {n:,} undecided once more…</comment>
        <translation>
            <numerusform>{n:,} Unentschiedenes noch einmal besprechen…</numerusform>
            <numerusform>{n:,} Unentschiedene noch einmal besprechen…</numerusform>
        </translation>
    </message>
    <message>
        <source>Discussions</source>
        <translation>Diskussionen</translation>
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
        <source>Draw items at random for review</source>
        <translation>Einträge zufällig zum Prüfen ziehen</translation>
    </message>
    <message>
        <source>Draw items at random…</source>
        <translation>Einträge zufällig ziehen…</translation>
    </message>
    <message>
        <source>Draw the next {count}</source>
        <translation>Die nächsten {count} ziehen</translation>
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
        <source>Erase</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Erase an item or a person</source>
        <translation>Einen Eintrag oder eine Person löschen</translation>
    </message>
    <message>
        <source>Erase an item or a person…</source>
        <translation>Einen Eintrag oder eine Person löschen …</translation>
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
        <source>Figures by person</source>
        <translation>Zahlen je Person</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
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
        <source>Fleiss&apos; kappa</source>
        <translation>Fleiss’ Kappa</translation>
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
        <source>Gold, all summaries</source>
        <translation>Gold, alle Zusammenfassungen</translation>
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
        <source>Gwet&apos;s AC1</source>
        <translation>Gwets AC1</translation>
    </message>
    <message>
        <source>Gwet&apos;s AC1 or AC2</source>
        <translation>Gwets AC1 oder AC2</translation>
    </message>
    <message>
        <source>Gwet&apos;s AC2</source>
        <translation>Gwets AC2</translation>
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
        <source>Hand each reviewer their file. What comes back is taken in with “Merge answers…”.</source>
        <translation>Geben Sie jedem Prüfer seine Datei. Was zurückkommt, wird mit „Antworten zusammenführen…“ übernommen.</translation>
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
        <source>How far {who} agree beyond chance on the same cells. An open cell counts for nobody.</source>
        <translation>Wie weit {who} bei denselben Zellen über den Zufall hinaus übereinstimmen. Eine offene Zelle zählt für niemanden.</translation>
    </message>
    <message>
        <source>How it is counted</source>
        <translation>Wie gezählt wird</translation>
    </message>
    <message>
        <source>How many units gold and {name} mark as what; on the diagonal they agree.</source>
        <translation>Wie viele Einheiten Gold und {name} als was markieren; auf der Diagonale sind sie einig.</translation>
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
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>Import läuft</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
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
        <source>In the text</source>
        <translation>Im Text</translation>
    </message>
    <message>
        <source>In which order the queue goes</source>
        <translation>In welcher Reihenfolge die Liste geht</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>In Worten</translation>
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
        <source>Invalid: replies that were no table</source>
        <translation>Ungültig: Antworten, die keine Tabelle waren</translation>
    </message>
    <message>
        <source>Is</source>
        <translation>Ist</translation>
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
        <source>It was read and found right: no</source>
        <translation>Es wurde gelesen und für richtig befunden: nein</translation>
    </message>
    <message>
        <source>It was refused; nothing came in:</source>
        <translation>Es wurde abgelehnt; nichts kam herein:</translation>
    </message>
    <message>
        <source>It was “{text}”.</source>
        <translation>Vorher: „{text}“.</translation>
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
        <source>Judges against people, per criterion</source>
        <translation>Bewerter gegen Menschen, je Kriterium</translation>
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
        <source>Kappa</source>
        <translation>Kappa</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
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
        <source>Krippendorff&apos;s alpha</source>
        <translation>Krippendorffs Alpha</translation>
    </message>
    <message>
        <source>Krippendorff&apos;s alpha, ordinal</source>
        <translation>Krippendorffs Alpha, ordinal</translation>
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
        <source>Make the project</source>
        <translation>Projekt anlegen</translation>
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
        <source>Most requests</source>
        <translation>Anfragen</translation>
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
        <source>Name these, too</source>
        <translation>Auch diese nennen</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
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
        <source>No backup can be written to {a} ({b}); make room or check it</source>
        <translation>Nach {a} kann keine Sicherung geschrieben werden ({b}); schaffen Sie Platz, oder prüfen Sie den Ort</translation>
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
        <source>No item is left under this filter.</source>
        <translation>Mit diesem Filter bleibt kein Eintrag übrig.</translation>
    </message>
    <message>
        <source>No item of the project is behind this figure under the filters that are set.</source>
        <translation>Unter den gesetzten Filtern steht kein Eintrag des Projekts hinter dieser Zahl.</translation>
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
        <source>No p because no two of these few pairs have the same confounders</source>
        <translation>Kein p, weil keine zwei dieser wenigen Paare dieselben Störgrößen haben</translation>
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
        <source>No project can be made at {a} ({b}); check the folder</source>
        <translation>Unter {a} kann kein Projekt angelegt werden ({b}); prüfen Sie den Ordner</translation>
    </message>
    <message>
        <source>No project can be made at {a} ({b}); check the folder and its free space</source>
        <translation>Unter {a} kann kein Projekt angelegt werden ({b}); prüfen Sie den Ordner und seinen freien Platz</translation>
    </message>
    <message>
        <source>No reply arrived.</source>
        <translation>Es kam keine Antwort.</translation>
    </message>
    <message>
        <source>No scheme in use asks about this item, so there is nothing to finish.</source>
        <translation>Kein verwendetes Schema fragt nach diesem Eintrag; es gibt nichts abzuschließen.</translation>
    </message>
    <message>
        <source>No sentence of the summary comes near it by its words.</source>
        <translation>Kein Satz der Zusammenfassung kommt dem nach seinen Wörtern nahe.</translation>
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
        <source>Nothing else says the same as what you decided last.</source>
        <translation>Nichts anderes sagt dasselbe wie das, was Sie zuletzt entschieden haben.</translation>
    </message>
    <message>
        <source>Nothing else?</source>
        <translation>Sonst nichts?</translation>
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
        <source>Nothing reopened</source>
        <translation>Nichts wieder geöffnet</translation>
    </message>
    <message>
        <source>Nothing settled yet</source>
        <translation>Noch nichts geschlichtet</translation>
    </message>
    <message>
        <source>Nothing was finished; not read: {names}</source>
        <translation>Nichts abgeschlossen; nicht gelesen: {names}</translation>
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
        <source>Nothing would be new.</source>
        <translation>Nichts wäre neu.</translation>
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
        <source>On every cell that two people answered, more than half of them agree.</source>
        <translation>In jeder Zelle, die zwei Menschen beantwortet haben, ist mehr als die Hälfte einig.</translation>
    </message>
    <message>
        <source>On the dashed line a judge is right as often as it says.</source>
        <translation>Auf der gestrichelten Linie hat ein Bewerter so oft recht, wie es sagt.</translation>
    </message>
    <message>
        <source>On the dashed line flags are drawn by lot.</source>
        <translation>Auf der gestrichelten Linie werden Markierungen ausgelost.</translation>
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
        <source>Opens the project menu</source>
        <translation>Öffnet das Projektmenü</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
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
        <source>Other judges: switch this one off above.</source>
        <translation>Andere Bewerter: diesen oben abschalten.</translation>
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
        <source>Pack for a reader…</source>
        <translation>Für einen Leser packen…</translation>
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
        <translation>Projekteinstellungen …</translation>
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
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Question {rank}, from {name}</source>
        <translation>Frage {rank}, aus {name}</translation>
    </message>
    <message>
        <source>Question {rank}: what {name} answers</source>
        <translation>Frage {rank}: was {name} antwortet</translation>
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
        <source>Refinement</source>
        <translation>Verbesserung</translation>
    </message>
    <message>
        <source>Refinement, round by round</source>
        <translation>Verbesserung, Runde für Runde</translation>
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
        <source>Report of the campaign…</source>
        <translation>Bericht der Kampagne …</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
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
        <translation>Diese Ansicht speichern …</translation>
    </message>
    <message>
        <source>Saved: the next run uses it.</source>
        <translation>Gespeichert: Der nächste Lauf verwendet ihn.</translation>
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
        <source>Say who freezes the project</source>
        <translation>Sagen Sie, wer das Projekt einfriert</translation>
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
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settle</source>
        <translation>Schlichten</translation>
    </message>
    <message>
        <source>Settle many cells</source>
        <translation>Viele Zellen schlichten</translation>
    </message>
    <message>
        <source>Settle many cells by a rule</source>
        <translation>Viele Zellen nach einer Regel schlichten</translation>
    </message>
    <message>
        <source>Settle many…</source>
        <translation>Nach Regel…</translation>
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
        <translation>Letzte Sammelaktion zurücknehmen …</translation>
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
        <source>The FRANK study</source>
        <translation>Die FRANK-Studie</translation>
    </message>
    <message>
        <source>The backup cannot be written to {a} ({b}); check the folder</source>
        <translation>Die Sicherung kann nicht nach {a} geschrieben werden ({b}); prüfen Sie den Ordner</translation>
    </message>
    <message>
        <source>The backup was stopped</source>
        <translation>Die Sicherung wurde abgebrochen</translation>
    </message>
    <message>
        <source>The band holds whom chance alone explains; if all were alike, one in twenty such charts had anybody outside.</source>
        <translation>Im Band liegt, wen der Zufall allein erklärt; wären alle gleich, läge in einem von zwanzig solchen Bildern überhaupt jemand außerhalb.</translation>
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
        <source>The budget of {amount} stops the run before it is through, after about {reach:,} of {count:,} requests.</source>
        <translation>Das Budget von {amount} hält den Lauf an, bevor er fertig ist, nach etwa {reach:,} von {count:,} Anfragen.</translation>
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
        <source>The copy {a} is not sound, so it does not count as a backup</source>
        <translation>Die Kopie {a} ist nicht heil und zählt daher nicht als Sicherung</translation>
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
        <source>The data</source>
        <translation>Die Daten</translation>
    </message>
    <message>
        <source>The difference over what both have, paired by source document, with its 95 % interval, which is of that pair alone. {apart}</source>
        <translation>Der Unterschied über das, was beide haben, gepaart nach Quelldokument, mit seinem 95-%-Intervall, das für dieses Paar allein gilt. {apart}</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>Die Platte ist voll</translation>
    </message>
    <message>
        <source>The estimate did not settle within {a} steps; read it with care</source>
        <translation>Die Schätzung kam in {a} Schritten nicht zur Ruhe; lesen Sie sie mit Vorsicht</translation>
    </message>
    <message>
        <source>The figures of the chart</source>
        <translation>Die Zahlen des Diagramms</translation>
    </message>
    <message>
        <source>The file has no values there.</source>
        <translation>Die Datei hat dort keine Werte.</translation>
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
        <source>The first rows become:</source>
        <translation>Aus den ersten Zeilen wird:</translation>
    </message>
    <message>
        <source>The first rows of the file</source>
        <translation>Die ersten Zeilen der Datei</translation>
    </message>
    <message>
        <source>The gold verdict of this cell. It is kept with your name; the annotators’ own verdicts stay as they are.</source>
        <translation>Das Gold-Urteil dieser Zelle. Es wird unter Ihrem Namen gespeichert; die Urteile der Annotatoren bleiben, wie sie sind.</translation>
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
        <translation>Die Intervalle werden berechnet …</translation>
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
        <source>The judge</source>
        <translation>Der Bewerter</translation>
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
        <source>The mapping as JSON</source>
        <translation>Die Zuordnung als JSON</translation>
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
        <source>The pale band is what open cells leave possible.</source>
        <translation>Das blasse Band ist, was offene Zellen noch möglich lassen.</translation>
    </message>
    <message>
        <source>The pale curves join what has the same F1: 0.2, 0.4, 0.6 and 0.8. Of fewer than 5 units a mark is hollow.</source>
        <translation>Die blassen Kurven verbinden gleiches F1: 0,2, 0,4, 0,6 und 0,8. Bei weniger als 5 Einheiten ist das Zeichen hohl.</translation>
    </message>
    <message>
        <source>The preview was stopped before it was done</source>
        <translation>Die Vorschau wurde abgebrochen, bevor sie fertig war</translation>
    </message>
    <message>
        <source>The program ended before the run did; what it has is kept, and going on pays for nothing twice.</source>
        <translation>Das Programm endete vor dem Lauf; was da ist, bleibt erhalten, und beim Fortsetzen wird nichts doppelt bezahlt.</translation>
    </message>
    <message>
        <source>The project has no documents</source>
        <translation>Das Projekt hat keine Dokumente</translation>
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
        <source>The project uses the prompt as it ships.</source>
        <translation>Das Projekt verwendet den mitgelieferten Prompt.</translation>
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
        <source>The run by criterion</source>
        <translation>Der Lauf nach Kriterium</translation>
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
        <source>The texts go along</source>
        <translation>Die Texte gehen mit</translation>
    </message>
    <message>
        <source>The value of the merged entry</source>
        <translation>Der Wert der verbundenen Angabe</translation>
    </message>
    <message>
        <source>The version that this one was written from is not in the item any more.</source>
        <translation>Die Version, aus der diese entstand, ist nicht mehr im Eintrag.</translation>
    </message>
    <message>
        <source>The view “{name}” was saved in the task {task}, which cannot be chosen here.</source>
        <translation>Die Ansicht „{name}“ wurde in der Aufgabe {task} gesichert, die hier nicht gewählt werden kann.</translation>
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
        <source>There is no cell to draw that {a} flagged on {b} and that was not drawn before</source>
        <translation>Es gibt keine Zelle zu ziehen, die {a} zu {b} markiert hat und die nicht schon gezogen ist</translation>
    </message>
    <message>
        <source>There is no cell to draw that {a} left unflagged on {b} and that was not drawn before</source>
        <translation>Es gibt keine Zelle zu ziehen, die {a} zu {b} nicht markiert hat und die nicht schon gezogen ist</translation>
    </message>
    <message>
        <source>There is no decision to show yet.</source>
        <translation>Es gibt noch keine Entscheidung zu zeigen.</translation>
    </message>
    <message>
        <source>There is no figure yet: {reasons}.</source>
        <translation>Es gibt noch keine Zahl: {reasons}.</translation>
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
        <source>There is no project at {a}; check the path, or make one with galley new</source>
        <translation>Unter {a} gibt es kein Projekt; prüfen Sie den Pfad, oder legen Sie mit galley new eines an</translation>
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
        <source>These keys</source>
        <translation>Diese Tasten</translation>
    </message>
    <message>
        <source>This article is empty.</source>
        <translation>Dieser Artikel ist leer.</translation>
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
        <source>Tokens</source>
        <translation>Tokens</translation>
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
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Übung</translation>
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
        <source>What was reviewed of {name} was drawn with chances from {low:.2g} to {high:.2g} and counts alike here: no estimate of a rate.</source>
        <translation>Was von {name} geprüft wurde, ist mit Wahrscheinlichkeiten von {low:.2g} bis {high:.2g} gezogen und zählt hier gleich: keine Schätzung einer Rate.</translation>
    </message>
    <message>
        <source>What was settled otherwise than they said, and why: a file that is read and not answered.</source>
        <translation>Was anders entschieden wurde, als sie sagten, und warum: eine Datei zum Lesen, in der nichts beantwortet wird.</translation>
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
        <source>Which field holds a summary?</source>
        <translation>Welches Feld enthält eine Zusammenfassung?</translation>
    </message>
    <message>
        <source>Which gold, and what was left out</source>
        <translation>Welches Gold, und was weggelassen ist</translation>
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
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Write a judge</source>
        <translation>Einen Bewerter schreiben</translation>
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
        <source>Your pace today, and what is left</source>
        <translation>Ihr Tempo heute und was noch offen ist</translation>
    </message>
    <message>
        <source>a call</source>
        <translation>ein Aufruf</translation>
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
        <source>a flag of two runs</source>
        <translation>eine Markierung zweier Läufe</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>ein Name</translation>
    </message>
    <message>
        <source>a number, from – to</source>
        <translation>eine Zahl, von – bis</translation>
    </message>
    <message>
        <source>a score is the same throughout</source>
        <translation>ein Wert ist überall derselbe</translation>
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
        <source>an audit of {judge}</source>
        <translation>eine Stichprobe von {judge}</translation>
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
        <source>annotations</source>
        <translation>Annotationen</translation>
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
        <source>answers timed</source>
        <translation>Antworten mit Zeit</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
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
        <source>as the file&apos;s replies shall be called</source>
        <translation>wie die Antworten der Datei heißen sollen</translation>
    </message>
    <message>
        <source>as {name}</source>
        <translation>als {name}</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>atomic</source>
        <translation>atomar</translation>
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
        <source>cells answered here and there</source>
        <translation>hier und dort beantwortete Zellen</translation>
    </message>
    <message>
        <source>cells held against gold, log scale</source>
        <translation>mit Gold verglichene Zellen, logarithmisch</translation>
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
        <source>changed today</source>
        <translation>heute geändert</translation>
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
        <source>complete</source>
        <translation>vollständig</translation>
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
        <source>decided</source>
        <translation>entschieden</translation>
    </message>
    <message>
        <source>decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>decisions that are not taken in</source>
        <translation>Entscheidungen, die nicht übernommen werden</translation>
    </message>
    <message>
        <source>decisions that were here already</source>
        <translation>Entscheidungen, die schon hier waren</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>löschen</translation>
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
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>entities</source>
        <translation>Entitäten</translation>
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
        <source>errors</source>
        <translation>Fehler</translation>
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
        <source>experts&apos;</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>fact {number}</source>
        <translation>Tatsache {number}</translation>
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
        <source>figures</source>
        <translation>Abbildungen</translation>
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
        <source>gold</source>
        <translation>Gold</translation>
    </message>
    <message>
        <source>gold has no no among these cells</source>
        <translation>Gold hat unter diesen Zellen kein Nein</translation>
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
        <source>group {number}</source>
        <translation>Gruppe {number}</translation>
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
        <source>it judged no cell</source>
        <translation>er hat keine Zelle bewertet</translation>
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
        <source>items with new decisions</source>
        <translation>Einträge mit neuen Entscheidungen</translation>
    </message>
    <message>
        <source>its name</source>
        <translation>sein Name</translation>
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
        <source>keys</source>
        <translation>Tasten</translation>
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
        <source>letter or Enter · Esc</source>
        <translation>Buchstabe oder Enter · Esc</translation>
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
        <source>main opinion</source>
        <translation>Hauptmeinung</translation>
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
        <source>middle</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
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
        <source>new decisions</source>
        <translation>neue Entscheidungen</translation>
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
        <source>no opinion has an error with a type</source>
        <translation>keine Meinung hat einen Fehler mit Typ</translation>
    </message>
    <message>
        <source>no paragraph was answered by two people</source>
        <translation>kein Absatz wurde von zwei Menschen beantwortet</translation>
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
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
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
        <source>only adjudicated</source>
        <translation>nur geschlichtet</translation>
    </message>
    <message>
        <source>only one cell has verdicts by two annotators</source>
        <translation>nur eine Zelle hat Urteile von zwei Annotatoren</translation>
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
        <source>opinion recall</source>
        <translation>Recall Meinungen</translation>
    </message>
    <message>
        <source>opinion {number}</source>
        <translation>Meinung {number}</translation>
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
        <source>packages</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>pair {number}</source>
        <translation>Paar {number}</translation>
    </message>
    <message>
        <source>paragraph {number}</source>
        <translation>Absatz {number}</translation>
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
        <source>predictions</source>
        <translation>Vorhersagen</translation>
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
        <source>question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>question {number}</source>
        <translation>Frage {number}</translation>
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
        <source>redo</source>
        <translation>wiederholen</translation>
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
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
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
        <source>same summaries</source>
        <translation>dieselben Zusammenfassungen</translation>
    </message>
    <message>
        <source>saved view</source>
        <translation>gespeicherte Ansicht</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>sentence {number}</source>
        <translation>Satz {number}</translation>
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
        <source>settled cells that were answered since</source>
        <translation>geschlichtete Zellen, die seither beantwortet wurden</translation>
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
        <source>source documents</source>
        <translation>Quelldokumente</translation>
    </message>
    <message>
        <source>spans</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>split</source>
        <translation>Teil</translation>
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
        <source>summaries</source>
        <translation>Zusammenfassungen</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>Zusammenfassung</translation>
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
        <source>table, json or jsonl</source>
        <translation>table, json oder jsonl</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
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
        <source>the agreement expected by chance is already complete</source>
        <translation>schon durch Zufall wäre die Übereinstimmung vollständig</translation>
    </message>
    <message>
        <source>the annotators marked every character or none</source>
        <translation>die Annotatoren haben jedes Zeichen oder keines markiert</translation>
    </message>
    <message>
        <source>the answers of other people</source>
        <translation>die Antworten anderer</translation>
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
        <source>the figure of one of them is undefined over what both have</source>
        <translation>die Zahl von einem der beiden ist über das, was beide haben, undefiniert</translation>
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
        <source>the forecast was not asked for</source>
        <translation>die Vorhersage war nicht verlangt</translation>
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
        <source>the judge&apos;s evidence</source>
        <translation>Beleg des Bewerters</translation>
    </message>
    <message>
        <source>the judges&apos; names</source>
        <translation>die Namen der Bewerter</translation>
    </message>
    <message>
        <source>the mapping</source>
        <translation>die Zuordnung</translation>
    </message>
    <message>
        <source>the name of the project</source>
        <translation>der Name des Projekts</translation>
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
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>the same again</source>
        <translation>noch einmal dasselbe</translation>
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
        <source>the sources</source>
        <translation>die Quellen</translation>
    </message>
    <message>
        <source>the summary as a whole</source>
        <translation>die Zusammenfassung als Ganzes</translation>
    </message>
    <message>
        <source>the two scores are the same</source>
        <translation>die beiden Werte sind dieselben</translation>
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
        <source>there are no summaries</source>
        <translation>es gibt keine Zusammenfassungen</translation>
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
        <source>this coefficient compares two annotators and there are {a}</source>
        <translation>dieser Koeffizient vergleicht zwei Annotatoren, und es gibt {a}</translation>
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
        <source>tier {number}, {note}</source>
        <translation>Stufe {number}, {note}</translation>
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
        <source>triangle</source>
        <translation>Dreieck</translation>
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
        <source>undo</source>
        <translation>rückgängig</translation>
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
        <source>verdicts</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>versions</source>
        <translation>Versionen</translation>
    </message>
    <message>
        <source>view</source>
        <translation>Ansicht</translation>
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
        <source>was {before} · {evidence}</source>
        <translation>war {before} · {evidence}</translation>
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
        <translation>damit nach Gold</translation>
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
        <source>wrong</source>
        <translation>falsch</translation>
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
        <source>{a} and {b} say the same more often than their errors allow</source>
        <translation>{a} und {b} sagen öfter dasselbe, als ihre Fehler zulassen</translation>
    </message>
    <message>
        <source>{a} answered this in {b}, and “{c}” wants four eyes: somebody else settles it</source>
        <translation>{a} hat dies in {b} beantwortet, und „{c}“ verlangt vier Augen: jemand anderes entscheidet</translation>
    </message>
    <message>
        <source>{a} ask one model</source>
        <translation>{a} fragen ein und dasselbe Modell</translation>
    </message>
    <message>
        <source>{a} cannot be read ({b}); check its permissions</source>
        <translation>{a} ist nicht lesbar ({b}); prüfen Sie die Rechte</translation>
    </message>
    <message>
        <source>{a} exists already; open it, or choose another name</source>
        <translation>{a} gibt es schon; öffnen Sie es, oder wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>{a} has the rule {b} already</source>
        <translation>{a} hat die Regel {b} schon</translation>
    </message>
    <message>
        <source>{a} is a folder; name the .galley file inside it</source>
        <translation>{a} ist ein Ordner; nennen Sie die .galley-Datei darin</translation>
    </message>
    <message>
        <source>{a} is a step and not a criterion with flags of its own</source>
        <translation>{a} ist ein Schritt und kein Kriterium mit eigenen Markierungen</translation>
    </message>
    <message>
        <source>{a} is an SQLite database of another program, not a Galley project</source>
        <translation>{a} ist eine SQLite-Datenbank eines anderen Programms, kein Galley-Projekt</translation>
    </message>
    <message>
        <source>{a} is confidential: {b} may lie beside it only, in {c} or a folder inside; choose a place there</source>
        <translation>{a} ist vertraulich: {b} darf nur daneben liegen, in {c} oder einem Ordner darin; wählen Sie dort einen Platz</translation>
    </message>
    <message>
        <source>{a} is damaged ({b}); restore one of the backups that galley backups lists</source>
        <translation>{a} ist beschädigt ({b}); stellen Sie eine der Sicherungen wieder her, die galley backups auflistet</translation>
    </message>
    <message>
        <source>{a} is encrypted; galley decrypt {b} --identity KEYFILE writes the project</source>
        <translation>{a} ist verschlüsselt; galley decrypt {b} --identity KEYFILE schreibt das Projekt</translation>
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
        <source>{a} is no file but a pipe or a device; name a .galley file</source>
        <translation>{a} ist keine Datei, sondern eine Pipe oder ein Gerät; nennen Sie eine .galley-Datei</translation>
    </message>
    <message>
        <source>{a} is not a Galley project; galley import takes data files into one</source>
        <translation>{a} ist kein Galley-Projekt; galley import nimmt Dateien mit Daten in eines auf</translation>
    </message>
    <message>
        <source>{a} is of an older schema ({b}) and must be migrated, but it may not be written; copy it to a folder of yours and open the copy</source>
        <translation>{a} hat ein älteres Schema ({b}) und muss umgestellt werden, darf aber nicht beschrieben werden; kopieren Sie es in einen eigenen Ordner und öffnen Sie die Kopie</translation>
    </message>
    <message>
        <source>{a} is there already; name a file that is not</source>
        <translation>{a} gibt es schon; nennen Sie eine Datei, die es noch nicht gibt</translation>
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
        <source>{a} of {b} drawn cells are reviewed: {c} of the flags are right, between {d} and {e} whenever one looks</source>
        <translation>{a} von {b} gezogenen Zellen sind geprüft: {c} der Markierungen stimmen, zwischen {d} und {e}, wann immer man hinsieht</translation>
    </message>
    <message>
        <source>{a} of {b} drawn cells are reviewed: {c} of what was not flagged are errors, between {d} and {e} whenever one looks</source>
        <translation>{a} von {b} gezogenen Zellen sind geprüft: {c} dessen, was nicht markiert wurde, ist falsch, zwischen {d} und {e}, wann immer man hinsieht</translation>
    </message>
    <message>
        <source>{a} pairs are too few for {b} confounder columns</source>
        <translation>{a} Paare sind zu wenige für {b} Spalten von Störgrößen</translation>
    </message>
    <message>
        <source>{a} was deleted, moved or replaced while it was open; put it back to go on saving{b}</source>
        <translation>{a} wurde gelöscht, verschoben oder ersetzt, während es offen war; legen Sie es zurück, um weiter zu speichern{b}</translation>
    </message>
    <message>
        <source>{a} was not asked for a yes or no on {b}, so there is nothing to draw from</source>
        <translation>{a} wurde zu {b} nicht nach Ja oder Nein gefragt, es gibt also nichts, woraus zu ziehen wäre</translation>
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
        <source>{a}, with distractors</source>
        <translation>{a}, mit Ablenkern</translation>
    </message>
    <message>
        <source>{a}, without distractors</source>
        <translation>{a}, ohne Ablenker</translation>
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
        <source>{count} pairs: choose another above.</source>
        <translation>{count} Paare: Wählen Sie oben ein anderes.</translation>
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
        <source>{n:,} answer that are a tie or could not be read</source>
        <comment>{n:,} answers that are a tie or could not be read</comment>
        <translation>
            <numerusform>{n:,} Antwort, die unentschieden oder unlesbar ist</numerusform>
            <numerusform>{n:,} Antworten, die unentschieden oder unlesbar sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} answer that are unsure or not finished</source>
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
        <source>{n:,} cell that were judged on some of the criteria only</source>
        <comment>{n:,} cells that were judged on some of the criteria only</comment>
        <translation>
            <numerusform>{n:,} Zelle, die nur zu einem Teil der Kriterien bewertet wurde</numerusform>
            <numerusform>{n:,} Zellen, die nur zu einem Teil der Kriterien bewertet wurden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} cell that were not judged</source>
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
        <source>{n:,} decision</source>
        <comment>{n:,} decisions</comment>
        <translation>
            <numerusform>{n:,} Entscheidung</numerusform>
            <numerusform>{n:,} Entscheidungen</numerusform>
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
        <source>{n:,} extract that agree with the experts</source>
        <comment>{n:,} extracts that agree with the experts</comment>
        <translation>
            <numerusform>{n:,} Auszug, der mit den Experten übereinstimmt</numerusform>
            <numerusform>{n:,} Auszüge, die mit den Experten übereinstimmen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} extract that do not name their paragraphs</source>
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
        <source>{n:,} not covered</source>
        <comment>{n:,} not covered</comment>
        <translation>
            <numerusform>{n:,} ungedeckt</numerusform>
            <numerusform>{n:,} ungedeckt</numerusform>
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
        <source>{n:,} of {of:,} pairs can be told apart (Holm over all of them).</source>
        <comment>{n:,} of {of:,} pairs can be told apart (Holm over all of them).</comment>
        <translation>
            <numerusform>{n:,} von {of:,} Paaren lässt sich unterscheiden (Holm über alle).</numerusform>
            <numerusform>{n:,} von {of:,} Paaren lassen sich unterscheiden (Holm über alle).</numerusform>
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
        <source>{n:,} question of {a} that are unscored</source>
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
        <source>{n:,} request, {cost}. Nothing was kept.</source>
        <comment>{n:,} requests, {cost}. Nothing was kept.</comment>
        <translation>
            <numerusform>{n:,} Anfrage, {cost}. Nichts wurde behalten.</numerusform>
            <numerusform>{n:,} Anfragen, {cost}. Nichts wurde behalten.</numerusform>
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
        <source>{n:,} run</source>
        <comment>{n:,} runs</comment>
        <translation>
            <numerusform>{n:,} Lauf</numerusform>
            <numerusform>{n:,} Läufe</numerusform>
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
    <message>
        <source>{n:,} undecided</source>
        <translation>{n:,} unentschieden</translation>
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
        <source>{tasks}, {items}, {people}. What is done in a package is known once its answers are merged.</source>
        <translation>{tasks}, {items}, {people}. Was in einem Paket getan ist, weiß man, wenn seine Antworten eingespielt sind.</translation>
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
        <source>{who}, confidence {share:.0f} %</source>
        <translation>{who}, Sicherheit {share:.0f} %</translation>
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
        <source>ρ: Pearson</source>
        <translation>ρ: Pearson</translation>
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
