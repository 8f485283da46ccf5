// Every frame that the page makes has the fields that its schema asks for (docs/protocol/client.schema.json).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { make } from "../../static/js/table/connection/protocol.js";

const schema = JSON.parse(readFileSync(new URL("../../docs/protocol/client.schema.json", import.meta.url), "utf8"));
/** @type {Map<string, string[]>} */
const fields = new Map(
  Object.entries(schema.$defs)
    .filter(([name]) => name.endsWith("Frame"))
    .map(([, frame]) => [frame.properties.t.const, Object.keys(frame.properties).sort()]),
);

const FRAMES = [
  make.hello(3, "0f"),
  make.reveal("0f"),
  make.act(3, "bid 4"),
  make.sit(1, ""),
  make.addBot(1, 2),
  make.fill(null),
  make.leave(),
  make.takeBack(),
  make.swap(2),
  make.invite("bob"),
  make.claim(3),
  make.endVote(true),
  make.ready(),
  make.rematch(),
  make.say("table", "hello"),
  make.phrase("table", "hello"),
  make.chats(),
  make.mute("bob", true),
  make.block("bob", false),
  make.report("bob", 0, "spam", ""),
  make.ping(),
  make.sync(),
];

test("every frame has its schema's fields", () => {
  assert.deepEqual(
    FRAMES.map((frame) => [frame.t, Object.keys(frame).sort()]),
    FRAMES.map((frame) => [frame.t, fields.get(frame.t)]),
  );
  assert.deepEqual(
    [...fields.keys()].filter((kind) => !FRAMES.some((frame) => frame.t === kind)),
    [],
  );
  assert.equal(FRAMES.length, Object.keys(make).length);
});

test("no two requests have one id", () => {
  const ids = FRAMES.flatMap((frame) => ("id" in frame ? [frame.id] : []));
  assert.equal(new Set(ids).size, ids.length);
});
