"""Fourteen («Четырнадцать») and its relative Quatorze."""

from patience_solver.rules import AfterStock, Game, Grid, Lying, Pairs, Rules, option

FOURTEEN = Game(
    name="fourteen",
    title="Fourteen",
    original_title="Четырнадцать",
    source="Lady Cadogan, Illustrated Games of Patience, Russian translation before 1918",
    declaration=Rules(
        foundations=(),
        packs=option(
            "decks",
            1,
            {1: 1, 2: 2},
            summary="number of packs",
            source="default: the text («from the whole pack»); 2: Cadogan's own text",
        ),
        grid=Grid(
            rows=5,
            columns=5,
            after_stock=option(
                "after_stock",
                "static",
                {"static": AfterStock.STATIC, "compress": AfterStock.COMPRESS},
                summary="whether gaps stay when the stock is out, or the cards close up",
                source="default: the text, silent on it; compress: Quatorze",
            ),
        ),
        pairs=Pairs(
            total=14,
            lying=Lying.IN_LINE,
            exchanges=option(
                "exchanges",
                1,
                summary="how often two cards may be exchanged with two others",
                source="default: Cadogan's own text («one chance»); the text is silent on the number",
            ),
        ),
    ),
)

QUATORZE = FOURTEEN.patch(
    name="quatorze",
    title="Quatorze",
    source="Common rule books",
    defaults={"after_stock": "compress", "exchanges": 0, "decks": 1},
)
