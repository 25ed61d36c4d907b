"""Strategy for the parameter format "filter": a filter of the description, as JSON."""

import json

import schemathesis
from hypothesis import strategies as st

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
values = words | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.just({"instant": "2020-02-20T20:20:20Z"})


def condition(signs, value):
    return st.fixed_dictionaries({"name": words, "is": st.sampled_from(signs), "value": value})


conditions = (
    condition(["=", "!=", "<", "<=", ">", ">="], values)
    | condition(["in", "not in"], st.lists(values, max_size=3))
    | condition(["contains"], words)
    | st.fixed_dictionaries({"name": words, "is": st.just("exists")})
)
filters = st.recursive(
    conditions,
    lambda within: st.fixed_dictionaries({"not": within})
    | st.sampled_from(["and", "or"]).flatmap(lambda word: st.fixed_dictionaries({word: st.lists(within, max_size=3)})),
    max_leaves=4,
)
schemathesis.openapi.format("filter", filters.map(json.dumps))
