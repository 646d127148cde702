import { describe, expect, it } from "vitest";
import { isDirection, nearestTo, nearestInDirection, type Direction } from "./neighbors";

const named = (name: string, x: number, y: number) => ({ name, x, y });
const center = named("center", 0, 0);
const points = [
  center,
  named("east", 10, 1),
  named("far east", 30, 0),
  named("north", 2, -20),
  named("north-west", -9, -8),
  named("south", 0, 5),
];

describe("arrow-key navigation", () => {
  it.each([
    ["ArrowRight", "east"],
    ["ArrowUp", "north"],
    ["ArrowLeft", "north-west"],
    ["ArrowDown", "south"],
  ] as const)("%s goes to %s", (direction, name) => {
    expect(nearestInDirection(center, points, direction)?.name).toBe(name);
  });

  it("returns null if there is no point in the direction", () => {
    expect(nearestInDirection(named("lone", 100, 100), points, "ArrowDown")).toBeNull();
  });

  it("reaches every point from any other point", () => {
    const keys: readonly Direction[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    const field = Array.from({ length: 40 }, (_, index) =>
      named(String(index), Math.round(500 * Math.sin(index * 12.9)), Math.round(300 * Math.cos(index * 78.2))),
    );
    const reached = new Set(field.slice(0, 1));
    for (const from of reached) {
      for (const key of keys) {
        const next = nearestInDirection(from, field, key);
        if (next) reached.add(next);
      }
    }
    expect(reached.size).toBe(field.length);
  });

  it("recognizes arrow keys only", () => {
    expect(["ArrowLeft", "a", "constructor"].map(isDirection)).toEqual([true, false, false]);
  });

  it("finds the nearest point", () => {
    expect(nearestTo({ x: 9, y: 9 }, points)?.name).toBe("east");
    expect(nearestTo({ x: 0, y: 0 }, [])).toBeNull();
  });
});
