"""Write docs/protocol/*.d.ts: the socket's frames as TypeScript types, from the schemas beside them.

    python -m tools.frame_types

static/js and tests/js are checked against them, and clients written in TypeScript can use them.
"""

import json
from pathlib import Path
from typing import Any

PROTOCOL = Path(__file__).resolve().parents[1] / "docs" / "protocol"
SIDES = {"server": "ServerFrame", "client": "ClientFrame"}
NAMES = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def main() -> None:
    """Write both files."""
    for side in SIDES:
        path_of(side).write_text(declarations(side))


def path_of(side: str) -> Path:
    """Return the path of the types of what the `server` or the `client` sends."""
    return PROTOCOL / f"{side}.d.ts"


def declarations(side: str) -> str:
    """Return the text of the file: one type for each definition, one for each frame, and their union."""
    schema = json.loads((PROTOCOL / f"{side}.schema.json").read_text())
    frames = {
        f"{_pascal(frame['properties']['t']['const'])}Frame": frame for frame in schema["oneOf"]
    }
    named = {_pascal(name): definition for name, definition in schema["$defs"].items()} | frames
    parts = [
        f"// {schema['title']}. Written by tools/frame_types.py from {side}.schema.json; don't edit.",
        *(_declaration(name, definition) for name, definition in named.items()),
        f"export type {SIDES[side]} =\n" + "\n".join(f"  | {name}" for name in frames) + ";",
    ]
    return "\n\n".join(parts) + "\n"


def _declaration(name: str, schema: dict[str, Any]) -> str:
    body = _type(schema, "")
    if "properties" in schema:
        return f"{_comment(schema, '')}export interface {name} {body}"
    return f"{_comment(schema, '')}export type {name} = {body};"


def _type(schema: dict[str, Any], indent: str) -> str:
    """Return the type of what the schema describes. Raises KeyError for words of JSON Schema that the protocol doesn't use."""
    if "$ref" in schema:
        return _pascal(schema["$ref"].removeprefix("#/$defs/"))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        # A constant is redundant beside its own type.
        kinds = dict.fromkeys(_type(kind, indent) for kind in schema["anyOf"])
        return " | ".join(
            kind for kind in kinds if not (kind.startswith('"') and "string" in kinds)
        )
    if isinstance(schema["type"], list):
        return " | ".join(NAMES[name] for name in schema["type"])
    if schema["type"] == "array":
        return _array(schema, indent)
    if schema["type"] == "object":
        return _object(schema, indent)
    return NAMES[schema["type"]]


def _array(schema: dict[str, Any], indent: str) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(item, indent) for item in schema["prefixItems"]) + "]"
    item = _type(schema["items"], indent)
    return f"({item})[]" if " | " in item and not item.startswith("{") else f"{item}[]"


def _object(schema: dict[str, Any], indent: str) -> str:
    if "properties" not in schema:
        (values,) = schema.get("patternProperties", {"": schema["additionalProperties"]}).values()
        return f"Record<string, {_type(values, indent)}>"
    deeper = indent + "  "
    lines = [
        f"{_comment(value, deeper)}{deeper}{name}{'' if name in schema['required'] else '?'}: {_type(value, deeper)};"
        for name, value in schema["properties"].items()
    ]
    return "{\n" + "\n".join(lines) + f"\n{indent}}}"


def _comment(schema: dict[str, Any], indent: str) -> str:
    return f"{indent}/** {schema['description']} */\n" if "description" in schema else ""


def _pascal(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


if __name__ == "__main__":
    main()
