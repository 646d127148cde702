import { describe, expect, it } from "vitest";
import { fridge } from "../list/fridges";
import type { LocationSummary } from "../list/locationIndex";
import {
  coordinatesOf,
  firstFridge,
  fridgesAtSamePlace,
  indexFleet,
  isCluster,
  expansionLevel,
  findMarkers,
  cellOf,
  type ClusterMarker,
  type Marker,
} from "./clusters";
import { scaleOf, toPlane } from "./projection";
import { MAX_LEVEL, countryView, type View } from "./view";

const SIZE = { width: 1200, height: 600 };
const CHICAGO = { latitude: "41.8781", longitude: "-87.6298" };
const SEATTLE = { latitude: "47.6062", longitude: "-122.3321" };

const fridgeAt = (
  id: string,
  place: { latitude: string; longitude: string },
  overrides: Partial<LocationSummary> = {},
) => fridge({ id, ...place, ...overrides });

function markers(fleet: readonly LocationSummary[], view: View = countryView(SIZE)): readonly Marker[] {
  return findMarkers(indexFleet(fleet), cellOf(view, SIZE), SIZE);
}

/** A view of one place at the maximum level. */
function maxZoomAt({ latitude, longitude }: { latitude: string; longitude: string }): View {
  return { ...toPlane([Number(longitude), Number(latitude)]), scale: scaleOf(MAX_LEVEL) };
}

const countOrId = (marker: Marker) => (isCluster(marker) ? marker.count : marker.location.id);
const onlyCluster = (all: readonly Marker[]) => all.find(isCluster) as ClusterMarker;

describe("map markers", () => {
  it("merges overlapping fridges into a cluster with its count per status", () => {
    const fleet = [
      fridgeAt("A", CHICAGO),
      fridgeAt("B", CHICAGO, { status: "OFFLINE" }),
      fridgeAt("C", SEATTLE, { status: "DEAD" }),
    ];
    const found = markers(fleet);
    expect(found.map(countOrId)).toEqual(["C", 2]);
    expect(onlyCluster(found).byStatus).toEqual({ LIVE: 1, OFFLINE: 1, DEAD: 0 });
  });

  it("sorts markers from west to east", () => {
    const fleet = [-70, -120, -95, -110].map((longitude) =>
      fridgeAt(String(longitude), { latitude: "40", longitude: String(longitude) }),
    );
    expect(markers(fleet).map(countOrId)).toEqual(["-120", "-110", "-95", "-70"]);
  });

  it("counts every fridge exactly once at any level", () => {
    const fleet = Array.from({ length: 500 }, (_, index) =>
      fridgeAt(`F${index}`, { latitude: String(30 + (index % 17)), longitude: String(-120 + (index % 48)) }),
    );
    for (const factor of [1, 1.3, 1.9, 2.6]) {
      const country = countryView(SIZE);
      const found = markers(fleet, { ...country, scale: country.scale * factor });
      expect(found.reduce((sum, marker) => sum + (isCluster(marker) ? marker.count : 1), 0)).toBe(500);
    }
  });

  it("keeps the grid cell for a small pan and changes it for a large one", () => {
    const view = { ...countryView(SIZE), scale: 4 };
    const near = { ...view, x: view.x + 5 };
    expect(cellOf(near, SIZE)).toEqual(cellOf(view, SIZE));
    expect(cellOf({ ...view, x: view.x + 300 }, SIZE)).not.toEqual(cellOf(view, SIZE));
  });

  it("returns the level at which a cluster splits, and null for co-located fridges", () => {
    const apart = indexFleet([fridgeAt("A", CHICAGO), fridgeAt("B", { latitude: "41.9", longitude: "-87.7" })]);
    const level = expansionLevel(apart, onlyCluster(findMarkers(apart, cellOf(countryView(SIZE), SIZE), SIZE)));
    expect(level).toBeGreaterThan(5);
    expect(level).toBeLessThanOrEqual(MAX_LEVEL);

    const together = indexFleet([fridgeAt("A", CHICAGO), fridgeAt("B", CHICAGO)]);
    const cluster = onlyCluster(findMarkers(together, cellOf(maxZoomAt(CHICAGO), SIZE), SIZE));
    expect(expansionLevel(together, cluster)).toBeNull();
    expect(firstFridge(together, cluster)?.id).toBe("A");
  });

  it("lists co-located fridges with the requested one first and the others by id, and a single fridge alone", () => {
    const [ten, two, nine, alone] = [
      ...["IL_10", "IL_2", "IL_9"].map((id) => fridgeAt(id, CHICAGO)),
      fridgeAt("WA_1", SEATTLE),
    ];
    const index = indexFleet([ten, two, nine, alone] as LocationSummary[]);
    expect(fridgesAtSamePlace(index, nine as LocationSummary).map(({ id }) => id)).toEqual(["IL_9", "IL_2", "IL_10"]);
    expect(fridgesAtSamePlace(index, alone as LocationSummary)).toEqual([alone]);
  });

  it("keeps a fridge that has its own marker at some level alone at the maximum level", () => {
    const fleet = Array.from({ length: 300 }, (_, index) =>
      fridgeAt(`F${index}`, {
        latitude: (41 + Math.sin(index) / 3).toFixed(4),
        longitude: (-88 + Math.cos(3 * index) / 3).toFixed(4),
      }),
    );
    const index = indexFleet(fleet);
    const view = { ...toPlane([-88, 41]), scale: scaleOf(9) };
    const alone = findMarkers(index, cellOf(view, SIZE), SIZE).filter((marker) => !isCluster(marker));
    expect(alone.length).toBeGreaterThan(0);
    for (const marker of alone)
      if (!isCluster(marker)) expect(fridgesAtSamePlace(index, marker.location)).toEqual([marker.location]);
  });
});

describe("coordinates", () => {
  it.each([
    ["no coordinates", "", ""],
    ["blanks", " ", " "],
    ["words", "north", "west"],
    ["Alaska", "61.2", "-149.9"],
    ["the Gulf of Guinea", "0", "0"],
    ["latitude and longitude exchanged", "-87.6298", "41.8781"],
  ])("lists a fridge with %s as unplaced", (_, latitude, longitude) => {
    const offMap = fridgeAt("OFF_MAP", { latitude, longitude });
    expect(coordinatesOf(offMap)).toBeNull();
    expect(indexFleet([offMap, fridgeAt("A", CHICAGO)])).toMatchObject({ count: 1, unplaced: [offMap] });
  });

  it.each([
    ["Key West", "24.5551", "-81.7800"],
    ["Lubec in Maine", "44.8606", "-66.9843"],
    ["Cape Flattery", "48.3852", "-124.7247"],
  ])("places %s on the map", (_, latitude, longitude) => {
    expect(coordinatesOf(fridgeAt("A", { latitude, longitude }))).toEqual([Number(longitude), Number(latitude)]);
  });
});
