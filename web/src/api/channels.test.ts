import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FLEET_CHANNEL, fridgeChannel, stockingDayChannel } from "./channels";

interface Case {
  readonly fridge: string;
  readonly path: string | null;
}

const CASES = JSON.parse(readFileSync("../shared/cases/live-channels.json", "utf8")) as readonly Case[];

describe("channels of live events", () => {
  it.each(CASES)("fridgeChannel returns the path of the shared case for $fridge", ({ fridge, path }) => {
    expect(fridgeChannel(fridge)?.path ?? null).toBe(path);
  });

  it("returns fixed paths for the fleet and for a stocking day", () => {
    expect(FLEET_CHANNEL.path).toBe("/fleet/all");
    expect(stockingDayChannel("2026-11-21").path).toBe("/stocking/2026-11-21");
  });
});
