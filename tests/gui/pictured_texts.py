"""The made-up texts of the documentation's pictures: an article with the summaries of four systems, key questions
about it, reviews of a guest house paragraph by paragraph, and facts of a discussion. All are our own."""

from __future__ import annotations

from typing import Any

ARTICLE = [
    "The tram line from Aldmark Central to the river port of Sele will open on 14 May, seven months "
    "later than planned, "
    "the transport board said on Monday.",
    "The line is 11.4 kilometres long and has 17 stops. It has cost 312 million crowns, 58 million more "
    "than the council "
    "approved in 2019. The board puts the increase down to contaminated soil under the old gasworks, which nobody had "
    "mapped.",
    "Trams will run every six minutes by day and every fifteen at night. The ride from end to end takes "
    "27 minutes; the "
    "bus that it replaces needs 41.",
    "Ines Kolar, who planned the line, said that most passengers would come from the bus. “We expect "
    "38,000 a day by the "
    "autumn. If a tenth of them leave the car at home, I am content.”",
    "Shopkeepers in Foundry Street, which was dug up for two years, have asked for compensation. The council has paid "
    "1.2 million crowns to 46 shops so far; nine have closed for good.",
    "A second line to the university has been drawn but not paid for. The council votes on it in December.",
]
SUMMARIES = {
    "atlas-7b": [
        "The tram line from Aldmark Central to Sele opens on 14 May, seven months late.",
        "It cost 312 million crowns, 58 million more than approved, because of contaminated soil under the "
        "old gasworks.",
        "Trams run every six minutes by day and need 27 minutes from end to end.",
        "A second line to the university has been paid for.",
    ],
    "brevity": [
        "A tram to the port opens in May at a cost of 312 million crowns.",
        "It replaces a bus and is expected to carry 38,000 people a day.",
        "Nine shops in Foundry Street have closed.",
    ],
    "condor-large": [
        "Aldmark's new tram will open on 14 May, seven weeks later than planned.",
        "Ines Kolar, who built the old gasworks, expects 38,000 passengers a day by the autumn.",
        "The ride takes 27 minutes, where the bus needed 41.",
        "Shopkeepers want compensation; 46 shops have got 1.2 million crowns each.",
    ],
}
ERRORS: tuple[tuple[str, int, str, str, str, str, tuple[str, ...]], ...] = (
    # system, sentence, criterion, words, reason, words of the article, who of the people agrees
    ("atlas-7b", 3, "predicate-error", "has been paid for", "The article says that the line is drawn but not paid for.",
     "A second line to the university has been drawn but not paid for.", ("mira", "tomas")),
    ("condor-large", 0, "circumstantial-error", "seven weeks", "It is seven months.", "seven months later than planned",
     ("mira", "tomas")),
    ("condor-large", 1, "entity-error", "who built the old gasworks", "Kolar planned the line; nobody is said to have "
     "built the gasworks.", "Ines Kolar, who planned the line", ("mira",)),
    ("condor-large", 3, "circumstantial-error", "each", "The 46 shops share 1.2 million crowns.",
     "The council has paid 1.2 million crowns to 46 shops so far", ("tomas",)),
    ("brevity", 1, "out-of-context-error", "38,000 people", "The article says passengers from the bus, not new ones.",
     "We expect 38,000 a day by the autumn.", ()),
)  # fmt: skip
RATED = {"atlas-7b": 4, "brevity": 3, "condor-large": 2, "brief": 3, "long-form": 4}
"""The judge's accuracy by system."""

QUESTIONS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    # question, its own answer, words of the article, what the two summaries answer ("" for none)
    ("When will the tram line open?", "on 14 May", "will open on 14 May", ("14 May", "14 May")),
    ("How much later than planned is that?", "seven months", "seven months later than planned",
     ("seven months", "seven weeks")),
    ("What has the line cost?", "312 million crowns", "It has cost 312 million crowns", ("312 million crowns", "")),
    ("Why did it cost more than approved?", "because of contaminated soil under the gasworks",
     "contaminated soil under the old gasworks", ("contaminated soil under the old gasworks", "")),
    ("How long does the ride from end to end take?", "27 minutes", "takes 27 minutes", ("27 minutes", "27 minutes")),
    ("How many shops have closed for good?", "nine", "nine have closed for good", ("", "")),
    ("Is the second line paid for?", "no, it has only been drawn", "drawn but not paid for", ("yes", "")),
)  # fmt: skip
SELF: tuple[tuple[str, str, str, int, str], ...] = (
    # system, question about its summary, its answer, sentence, what the article answers
    ("atlas-7b", "What has been paid for?", "a second line to the university", 3, ""),
    ("atlas-7b", "How often do trams run by day?", "every six minutes", 2, "every six minutes"),
    ("condor-large", "Who is Ines Kolar?", "the builder of the old gasworks", 1, "the planner of the line"),
    ("condor-large", "What have the 46 shops got?", "1.2 million crowns each", 3, "1.2 million crowns in all"),
)

MENDED = (
    "Aldmark's new tram will open on 14 May, seven months later than planned. Ines Kolar, who planned "
    "the line, expects "
    "38,000 passengers a day by the autumn. The ride takes 27 minutes, where the bus needed 41. Shopkeepers want "
    "compensation; 46 shops have shared 1.2 million crowns so far."
)
LONGER = (
    MENDED
    + " The line has cost 312 million crowns, 58 million more than approved. Nine shops have closed for good, and a "
    "second line is not paid for yet."
)

PARAGRAPHS = (
    "We had a room over the harbour at the Lantern House, large and spotless. Breakfast was generous and "
    "is in the price. "
    "The street is quiet after ten.",
    "Since the spring the Lantern House has a car park of its own, at 8 crowns a night. The rooms could "
    "be warmer in March.",
    "Lovely people at the desk, who found us a doctor on a Sunday. Breakfast now costs 12 crowns extra.",
    "A second bar has opened next door: music until two, every night. The staff offered us a room at the back.",
    "The rooms have new heating, and ours was warm all week. Dogs are welcome for 5 crowns.",
)
GOLDEN: tuple[tuple[int, str, str, str], ...] = (
    # turn, attribute, value, evidence; an attribute that is said again has another value from then on
    (1, "Rooms", "large and spotless", "large and spotless"),
    (1, "Breakfast", "in the price", "Breakfast was generous and is in the price."),
    (1, "Noise", "quiet after ten", "The street is quiet after ten."),
    (2, "Parking", "8 crowns a night", "a car park of its own, at 8 crowns a night"),
    (2, "Heating", "could be warmer", "The rooms could be warmer in March."),
    (3, "Staff", "lovely", "Lovely people at the desk"),
    (3, "Breakfast", "12 crowns extra", "Breakfast now costs 12 crowns extra."),
    (4, "Noise", "music until two", "music until two, every night"),
    (5, "Heating", "warm", "The rooms have new heating, and ours was warm all week."),
    (5, "Dogs", "5 crowns", "Dogs are welcome for 5 crowns."),
)
KEPT: dict[str, dict[int, dict[str, tuple[str, str] | None]]] = {
    # what a system has otherwise from a turn on: another value with its evidence, or None where it is lost
    "atlas-7b": {
        3: {"Breakfast": ("in the price", "Breakfast was generous and is in the price.")},
        4: {"Parking": None},
    },
    "condor-large": {
        2: {"Noise": None},
        3: {"Staff": ("found us a doctor", "who found us a doctor on a Sunday")},
        5: {"Heating": ("could be warmer", "The rooms could be warmer in March."), "Dogs": None},
    },
}

FACTS: dict[str, tuple[tuple[str, int], ...]] = {
    # facts of the article of a discussion in the sample, with the paragraph of each
    "river-0019": (
        ("Two pairs of beavers were released on the upper Elmet.", 0),
        ("Beavers had been gone from the river for four hundred years.", 0),
        ("The dams are to slow the water down after heavy rain.", 1),
        ("A flood damaged sixty houses in 2020.", 1),
        ("The trust has a fund of 150,000 for damage to fields and orchards.", 2),
        ("A ranger removes dams within two days where they do harm.", 2),
        ("Farmers still wait for payments for damage by deer.", 4),
    ),
}


def record(key: str = "tram-0031") -> dict[str, Any]:
    """The article with its summaries, flagged by a judge that two people have partly gone after."""
    documents: list[dict[str, Any]] = [{"id": "article", "role": "article", "paragraphs": ARTICLE}]
    documents += [
        {"id": f"sum-{system}", "role": "summary", "system": system, "sentences": sentences}
        for system, sentences in SUMMARIES.items()
    ]
    verdicts = []
    for system, unit, criterion, words, why, quote, people in ERRORS:
        start = SUMMARIES[system][unit].index(words)
        flag = {"scheme": "finesure", "criterion": criterion, "document": f"sum-{system}", "unit": unit, "value": "yes",
                "span": [start, start + len(words)]}  # fmt: skip
        evidence = [{"document": "article", "quote": quote}]
        verdicts.append({**flag, "annotator": "fact-judge", "kind": "judge", "explanation": why, "evidence": evidence})
        verdicts += [{**flag, "annotator": who, "kind": "human"} for who in people]
    return {"key": key, "dataset": "local", "documents": documents, "verdicts": verdicts}
