import assert from "node:assert/strict";
import { test } from "node:test";
import { relative } from "../../static/js/site/times.js";
import { clockText, timeOfDay } from "../../static/js/table/render/parts.js";
import "./pictures.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test("a turn's time: up to the next second, in hours, in days", () => {
  const times = [
    -1,
    0,
    1,
    59 * SECOND,
    61 * SECOND,
    59 * MINUTE,
    HOUR,
    25 * HOUR - SECOND,
    2 * DAY,
    2 * DAY + 3 * HOUR,
  ];
  assert.deepEqual(
    times.map((ms) => clockText(ms)),
    ["0:00", "0:00", "0:01", "0:59", "1:01", "59:00", "1:00 h", "1d", "2d", "2d 3h"],
  );
});

test("a moment by its time, and by its weekday where it is another day", () => {
  const moment = "2031-01-01T20:30:00";
  assert.equal(timeOfDay(moment, Date.parse("2031-01-01T09:00:00")), "20:30");
  assert.equal(timeOfDay(moment, Date.parse("2030-12-31T23:00:00")), "Wed 20:30");
});

test("how far a moment is, as the server says it", () => {
  const seconds = [0, 29, 31, -90, 59 * 60, 3600, 35 * 3600, 36 * 3600, -3 * 86400];
  assert.deepEqual(
    seconds.map((each) => relative(each)),
    ["now", "now", "in 1 min", "2 min ago", "in 59 min", "in 1 h", "in 35 h", "in 2 d", "3 d ago"],
  );
});
