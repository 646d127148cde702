import { describe, expect, it } from "vitest";
import { isDirection, nearestTo, neighbour, type Direction } from "./neighbours";

const spot = (name: string, x: number, y: number) => ({ name, x, y });
const middle = spot("middle", 0, 0);
const spots = [
  middle,
  spot("east", 10, 1),
  spot("far east", 30, 0),
  spot("north", 2, -20),
  spot("north-west", -9, -8),
  spot("south", 0, 5),
];

describe("from mark to mark by the arrow keys", () => {
  it.each([
    ["ArrowRight", "east"],
    ["ArrowUp", "north"],
    ["ArrowLeft", "north-west"],
    ["ArrowDown", "south"],
  ] as const)("%s goes to %s", (direction, name) => {
    expect(neighbour(middle, spots, direction)?.name).toBe(name);
  });

  it("stays where nothing lies that way", () => {
    expect(neighbour(spot("lone", 100, 100), spots, "ArrowDown")).toBeNull();
  });

  it("reaches every mark from any other", () => {
    const keys: readonly Direction[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    const field = Array.from({ length: 40 }, (_, index) =>
      spot(String(index), Math.round(500 * Math.sin(index * 12.9)), Math.round(300 * Math.cos(index * 78.2))),
    );
    const reached = new Set(field.slice(0, 1));
    for (const from of reached) {
      for (const key of keys) {
        const next = neighbour(from, field, key);
        if (next) reached.add(next);
      }
    }
    expect(reached.size).toBe(field.length);
  });

  it("knows an arrow from another key", () => {
    expect(["ArrowLeft", "a", "constructor"].map(isDirection)).toEqual([true, false, false]);
  });

  it("finds the nearest", () => {
    expect(nearestTo({ x: 9, y: 9 }, spots)?.name).toBe("east");
    expect(nearestTo({ x: 0, y: 0 }, [])).toBeNull();
  });
});
