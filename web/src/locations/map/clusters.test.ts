import { describe, expect, it } from "vitest";
import { fridge } from "../list/fridges";
import type { LocationSummary } from "../list/locationIndex";
import {
  coordinatesOf,
  firstOf,
  fridgesAt,
  indexFleet,
  isCluster,
  levelApart,
  marksIn,
  sightOf,
  type ClusterMark,
  type Mark,
} from "./clusters";
import { scaleOf, toPlane } from "./projection";
import { DEEPEST, wholeView, type View } from "./view";

const SIZE = { width: 1200, height: 600 };
const CHICAGO = { latitude: "41.8781", longitude: "-87.6298" };
const SEATTLE = { latitude: "47.6062", longitude: "-122.3321" };

const at = (id: string, place: { latitude: string; longitude: string }, differing: Partial<LocationSummary> = {}) =>
  fridge({ id, ...place, ...differing });

function marks(fleet: readonly LocationSummary[], view: View = wholeView(SIZE)): readonly Mark[] {
  return marksIn(indexFleet(fleet), sightOf(view, SIZE), SIZE);
}

/** A view of one place as deep as it goes. */
function deepest({ latitude, longitude }: { latitude: string; longitude: string }): View {
  return { ...toPlane([Number(longitude), Number(latitude)]), scale: scaleOf(DEEPEST) };
}

const contents = (mark: Mark) => (isCluster(mark) ? mark.count : mark.location.id);
const onlyCluster = (all: readonly Mark[]) => all.find(isCluster) as ClusterMark;

describe("marks of the fleet's map", () => {
  it("fridges that would lie on each other are one mark, with how many of each status", () => {
    const fleet = [at("A", CHICAGO), at("B", CHICAGO, { status: "OFFLINE" }), at("C", SEATTLE, { status: "DEAD" })];
    const found = marks(fleet);
    expect(found.map(contents)).toEqual(["C", 2]);
    expect(onlyCluster(found).byStatus).toEqual({ LIVE: 1, OFFLINE: 1, DEAD: 0 });
  });

  it("come from west to east, as one goes through them", () => {
    const fleet = [-70, -120, -95, -110].map((longitude) =>
      at(String(longitude), { latitude: "40", longitude: String(longitude) }),
    );
    expect(marks(fleet).map(contents)).toEqual(["-120", "-110", "-95", "-70"]);
  });

  it("count every fridge once, whatever the level", () => {
    const fleet = Array.from({ length: 500 }, (_, index) =>
      at(`F${index}`, { latitude: String(30 + (index % 17)), longitude: String(-120 + (index % 48)) }),
    );
    for (const factor of [1, 1.3, 1.9, 2.6]) {
      const whole = wholeView(SIZE);
      const found = marks(fleet, { ...whole, scale: whole.scale * factor });
      expect(found.reduce((sum, mark) => sum + (isCluster(mark) ? mark.count : 1), 0)).toBe(500);
    }
  });

  it("a pan within a quarter of the window asks for no others, and none is missing at its edge", () => {
    const view = { ...wholeView(SIZE), scale: 4 };
    const near = { ...view, x: view.x + 5 };
    expect(sightOf(near, SIZE)).toEqual(sightOf(view, SIZE));
    expect(sightOf({ ...view, x: view.x + 300 }, SIZE)).not.toEqual(sightOf(view, SIZE));
  });

  it("a cluster says the level at which it falls apart, and none where its fridges stand together", () => {
    const apart = indexFleet([at("A", CHICAGO), at("B", { latitude: "41.9", longitude: "-87.7" })]);
    const level = levelApart(apart, onlyCluster(marksIn(apart, sightOf(wholeView(SIZE), SIZE), SIZE)));
    expect(level).toBeGreaterThan(5);
    expect(level).toBeLessThanOrEqual(DEEPEST);

    const together = indexFleet([at("A", CHICAGO), at("B", CHICAGO)]);
    const cluster = onlyCluster(marksIn(together, sightOf(deepest(CHICAGO), SIZE), SIZE));
    expect(levelApart(together, cluster)).toBeNull();
    expect(firstOf(together, cluster)?.id).toBe("A");
  });

  it("co-located fridges are told together, the one asked for first and the others by id, and one that stands alone by itself", () => {
    const [ten, two, nine, alone] = [...["IL_10", "IL_2", "IL_9"].map((id) => at(id, CHICAGO)), at("WA_1", SEATTLE)];
    const index = indexFleet([ten, two, nine, alone] as LocationSummary[]);
    expect(fridgesAt(index, nine as LocationSummary).map(({ id }) => id)).toEqual(["IL_9", "IL_2", "IL_10"]);
    expect(fridgesAt(index, alone as LocationSummary)).toEqual([alone]);
  });

  it("a fridge alone at some level is alone at the deepest", () => {
    const fleet = Array.from({ length: 300 }, (_, index) =>
      at(`F${index}`, {
        latitude: (41 + Math.sin(index) / 3).toFixed(4),
        longitude: (-88 + Math.cos(3 * index) / 3).toFixed(4),
      }),
    );
    const index = indexFleet(fleet);
    const view = { ...toPlane([-88, 41]), scale: scaleOf(9) };
    const alone = marksIn(index, sightOf(view, SIZE), SIZE).filter((mark) => !isCluster(mark));
    expect(alone.length).toBeGreaterThan(0);
    for (const mark of alone) if (!isCluster(mark)) expect(fridgesAt(index, mark.location)).toEqual([mark.location]);
  });
});

describe("fridges that the map cannot show", () => {
  it.each([
    ["no coordinates", "", ""],
    ["blanks", " ", " "],
    ["words", "north", "west"],
    ["Alaska", "61.2", "-149.9"],
    ["the Gulf of Guinea", "0", "0"],
    ["latitude and longitude exchanged", "-87.6298", "41.8781"],
  ])("%s: counted, not placed somewhere", (_, latitude, longitude) => {
    const lost = at("LOST", { latitude, longitude });
    expect(coordinatesOf(lost)).toBeNull();
    expect(indexFleet([lost, at("A", CHICAGO)])).toMatchObject({ count: 1, unplaced: [lost] });
  });

  it.each([
    ["Key West", "24.5551", "-81.7800"],
    ["Lubec in Maine", "44.8606", "-66.9843"],
    ["Cape Flattery", "48.3852", "-124.7247"],
  ])("%s is on it", (_, latitude, longitude) => {
    expect(coordinatesOf(at("A", { latitude, longitude }))).toEqual([Number(longitude), Number(latitude)]);
  });
});
