"""The score pad's page, and what the server says of a rule set given as JSON."""

import json
import re

from django.test import Client

from games.engine import PRESETS, preset
from games.engine.scoring_terms import scoring_terms
from games.tables.texts.shared_rules import to_share


def test_the_page_is_the_same_for_everybody_and_has_every_preset(client: Client) -> None:
    page = client.get("/score/").content.decode()
    found = re.search(r'<script id="rule-sets" type="application/json">(.*?)</script>', page)
    assert found is not None
    sets = [one for family in json.loads(found[1]) for one in family["sets"]]
    expected = {key: json.loads(json.dumps(scoring_terms(one))) for key, one in PRESETS.items()}
    assert {one["key"]: one["terms"] for one in sets} == expected
    assert "csrf" not in page


def test_a_rule_set_given_as_json_is_answered_or_refused_with_a_sentence(client: Client) -> None:
    rules = preset("jjdd_350", set_limit=3)
    answer = client.get("/score/rules/", {"text": to_share("Ours", rules)})
    assert (answer.status_code, answer.json()) == (
        200,
        {"name": "Ours", "terms": json.loads(json.dumps(scoring_terms(rules)))},
    )
    answer = client.get("/score/rules/", {"text": '{"preset": "suicide", "nil": null}'})
    assert answer.status_code == 422
    assert list(answer.json()) == ["error"]
    answer = client.get("/score/rules/", {"text": "[" * 9000})
    assert (answer.status_code, answer.json()) == (
        422,
        {"error": "A rule set’s JSON has at most 8000 characters. This text is longer."},
    )
