import { describe, expect, it } from "vitest";
import cases from "../../../../functions/logistics/cases/blackout.json";
import { blackoutEnd } from "./blackout";

describe("sync is disabled between 17:30 and 17:50 Central, across both clock changes (LGX-3)", () => {
  it.each(cases)("$name", ({ now, until }) => {
    expect(blackoutEnd(new Date(now))?.getTime()).toBe(until === null ? undefined : new Date(until).getTime());
  });
});
