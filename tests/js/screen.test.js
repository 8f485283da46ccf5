// The clock of the screen for the wall.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockWords, signal, span } from "../../static/js/screen/clock.js";

const MINUTE = 60_000;
const AT = 1_000_000_000;
/** @param {Partial<import("../../static/js/screen/clock.js").Times>} facts */
const times = (facts) => ({ round: 1, playing: true, starts: Number.NaN, ends: Number.NaN, ...facts });

test("spans are counted up to whole seconds", () => {
  assert.deepEqual([1, 61_000, 10 * MINUTE, 64 * MINUTE + 5000, -5].map(span), [
    "0:01",
    "1:01",
    "10:00",
    "1:04:05",
    "0:00",
  ]);
});

test("the clock counts to the start, then to the last hand", () => {
  const before = times({ playing: false, starts: AT + 5 * MINUTE });
  assert.equal(clockWords(before, AT), "Starts in 5:00");
  assert.equal(clockWords(before, AT + 6 * MINUTE), "Starts now");
  assert.equal(clockWords(times({ playing: false, starts: AT + 3 * 24 * 60 * MINUTE }), AT), "");
  const limited = times({ ends: AT + MINUTE });
  assert.equal(clockWords(limited, AT), "1:00");
  assert.equal(clockWords(limited, AT + MINUTE), "Last hand");
  assert.equal(clockWords(times({}), AT), "");
});

test("each signal is given once, and not long after its moment", () => {
  const waits = times({ playing: false, starts: AT });
  const limited = times({ ends: AT + 10 * MINUTE });
  assert.equal(signal(waits, AT - 1, limited, AT), "start");
  assert.equal(signal(limited, AT - 1, { ...limited, round: 2 }, AT), "start");
  const due = (/** @type {number} */ before, /** @type {number} */ now) =>
    signal(limited, AT + before * MINUTE, limited, AT + now * MINUTE);
  assert.deepEqual(
    [due(4, 4.9), due(4.9, 5), due(5, 5.1), due(9.9, 10), due(10, 10.1)],
    [null, "five", null, "last", null],
  );
  assert.equal(due(4, 8), null);
});
