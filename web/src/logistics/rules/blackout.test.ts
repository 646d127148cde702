import { describe, expect, it } from "vitest";
import cases from "../../../../functions/logistics/cases/blackout.json";
import { blackoutEnd } from "./blackout";

describe("spec 5, sync is disabled between 17:30 and 17:50 Central, across both clock changes", () => {
  it.each(cases)("$name", ({ now, until }) => {
    expect(blackoutEnd(new Date(now))?.getTime()).toBe(until === null ? undefined : new Date(until).getTime());
  });
});
