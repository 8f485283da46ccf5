"""Write docs/protocol: the socket's frames (games/live/frames.py) as JSON Schema and as TypeScript types.

    python -m tools.frame_types

static/js and tests/js are checked against the types, tests check every frame by the schemas, and clients can use both.
"""

import json
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

PROTOCOL = Path(__file__).resolve().parents[1] / "docs" / "protocol"
FRAMES: Final = {"server": "ServerFrame", "client": "ClientFrame"}
TITLES: Final = {"server": "What the server sends", "client": "What a client sends"}
NAMES = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def main() -> None:
    """Write the four files."""
    import django

    django.setup()
    for path, text in files().items():
        path.write_text(text)


def files() -> dict[Path, str]:
    """Return the text of each file of docs/protocol."""
    from games.live import frames

    texts = {}
    for side, name in FRAMES.items():
        schema = _schema(TITLES[side], getattr(frames, name))
        texts[PROTOCOL / f"{side}.schema.json"] = (
            json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        )
        texts[PROTOCOL / f"{side}.d.ts"] = _declarations(side, schema)
    return texts


class _Published(GenerateJsonSchema):
    """Without titles, which only repeat names, and with objects that have nothing but their own fields."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def typed_dict_schema(self, schema: Any) -> dict[str, Any]:
        return {**super().typed_dict_schema(schema), "additionalProperties": False}


def _schema(title: str, frame: Any) -> dict[str, Any]:
    made = TypeAdapter(frame).json_schema(schema_generator=_Published)
    for definition in made["$defs"].values():
        definition.pop("title", None)
    return {
        "$schema": GenerateJsonSchema.schema_dialect,
        "title": title,
        "description": "One frame; see ../protocol.md.",
        "oneOf": made["oneOf"],
        "$defs": made["$defs"],
    }


def _declarations(side: str, schema: dict[str, Any]) -> str:
    """Return one type for each definition, and the union of the frames."""
    frames = [_name(each["$ref"]) for each in schema["oneOf"]]
    parts = [
        f"// {schema['title']}. Written by tools/frame_types.py from games/live/frames.py; don't edit.",
        *(_declaration(name, definition) for name, definition in schema["$defs"].items()),
        f"export type {FRAMES[side]} =\n" + "\n".join(f"  | {name}" for name in frames) + ";",
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
        return _name(schema["$ref"])
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
        return f"Record<string, {_type(schema['additionalProperties'], indent)}>"
    deeper = indent + "  "
    lines = [
        f"{_comment(value, deeper)}{deeper}{name}{'' if name in schema['required'] else '?'}: {_type(value, deeper)};"
        for name, value in schema["properties"].items()
    ]
    return "{\n" + "\n".join(lines) + f"\n{indent}}}"


def _comment(schema: dict[str, Any], indent: str) -> str:
    return f"{indent}/** {schema['description']} */\n" if "description" in schema else ""


def _name(reference: str) -> str:
    return reference.removeprefix("#/$defs/")


if __name__ == "__main__":
    main()
