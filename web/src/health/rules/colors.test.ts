import { describe, expect, test } from "vitest";
import { minutesAgo, NOW } from "../health.fixture";
import {
  connectionTone,
  holdTone,
  networkSpeedTone,
  temperatureTone,
  faultTone,
  vendingStateTone,
  type Tone,
} from "./colors";

const DAY = 24 * 60;

describe("health colors (HLT-11)", () => {
  test.each<[number | null | undefined, Tone]>([
    [-4, "green"],
    [37.9, "green"],
    [38, "green"],
    [38.01, "orange"],
    [41, "orange"],
    [41.01, "red"],
    [70, "red"],
    [null, "unknown"],
    [undefined, "unknown"],
  ])("temperature %s: green at 38 or below, orange at 41 or below, otherwise red (%s)", (temperature, tone) => {
    expect(temperatureTone(temperature)).toBe(tone);
  });

  test.each<[string | null, Tone]>([
    ["STATUS_0_READY", "green"],
    ["STATUS_FF_DOOR_OPEN", "red"],
    ["status_0_ready", "red"],
    ["an unknown state", "red"],
    ["", "unknown"],
    [null, "unknown"],
  ])("vending state %s: green only for STATUS_0_READY (%s)", (state, tone) => {
    expect(vendingStateTone(state)).toBe(tone);
  });

  test.each<[{ previousSpeed: number | null } | null, Tone]>([
    [null, "red"],
    [{ previousSpeed: null }, "red"],
    [{ previousSpeed: 0 }, "green"],
    [{ previousSpeed: 0.49 }, "green"],
    [{ previousSpeed: 0.5 }, "orange"],
    [{ previousSpeed: 12 }, "orange"],
  ])("network speed %j: red when None, green when below 0.5 (%s)", (speed, tone) => {
    expect(networkSpeedTone(speed)).toBe(tone);
  });

  test.each<[boolean | null, string | null, Tone]>([
    [true, null, "red"],
    [true, minutesAgo(1), "red"],
    [true, minutesAgo(10 * DAY), "red"],
    [false, minutesAgo(1), "orange"],
    [false, minutesAgo(DAY - 1), "orange"],
    [false, minutesAgo(DAY), "green"],
    [false, minutesAgo(DAY + 1), "green"],
    [false, minutesAgo(-5), "orange"],
    [false, "not a time", "green"],
    [false, null, "green"],
    [null, minutesAgo(1), "unknown"],
  ])(
    "hold %s changed at %s: red when true, orange when false for less than a day, otherwise green (%s)",
    (active, changedAt, tone) => {
      expect(holdTone(active, changedAt, NOW)).toBe(tone);
    },
  );

  test.each<[boolean | null, Tone, Tone]>([
    [true, "green", "red"],
    [false, "red", "green"],
    [null, "unknown", "unknown"],
  ])("%s: connections are %s, inaccessible and activeTicket are %s", (value, connection, fault) => {
    expect(connectionTone(value)).toBe(connection);
    expect(faultTone(value)).toBe(fault);
  });
});
