"""Validates every JSON file of the API against the schema that index.json names for it, with the PyPI package jsonschema.

Usage: validate_api.py API_FOLDER. Prints a JSON object: files checked, and one line for each error.
"""

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def main():
    api = Path(sys.argv[1])
    validators = {}
    checked = 0
    errors = []

    def check(path, schema):
        nonlocal checked
        if schema not in validators:
            loaded = read((api / schema).resolve())
            Draft202012Validator.check_schema(loaded)
            validators[schema] = Draft202012Validator(loaded)
        checked += 1
        for error in validators[schema].iter_errors(read(path)):
            errors.append(f"{path.relative_to(api)}: {error.json_path}: {error.message[:200]}")

    index = read(api / "index.json")
    check(api / "index.json", "../../schema/v1/api/index.schema.json")
    for kind in index["kinds"]:
        check(api / kind["url"], kind["listSchema"])
        for item in read(api / kind["url"])["items"]:
            check(api / item["url"], kind["schema"])
    for name in ("knowledge", "aliases", "tombstones"):
        check(api / index[name]["url"], index[name]["schema"])
    for item in read(api / index["tombstones"]["url"])["items"]:
        check(api / item["url"], index["tombstones"]["recordSchema"])
    print(json.dumps({"checked": checked, "errors": errors}))


main()
