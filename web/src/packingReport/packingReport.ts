/** Reads the packing slip report of a day, and reads and saves the packing zones (docs/requirements/planning.md, PKG-1). */
import { queryOptions } from "@tanstack/react-query";
import { rest, type PageQuery } from "../api/rest";
import { mergeLocations, type Bay, type Layout, type ReportLocation } from "./rules/report";

export const UNABLE_TO_LOAD = "Unable to load the report, Please check your internet and your permissions";
export const UNABLE_TO_SAVE = "Unable to save the zones, Please check your internet and your permissions";

/** The locations of all pages of a day, sorted by driver. */
export function reportQuery(day: string) {
  return queryOptions({
    queryKey: ["packingReport", day],
    queryFn: async ({ signal }) => {
      const path = { date: day.replaceAll("-", "") };
      const locations: ReportLocation[] = [];
      let query: PageQuery = {};
      do {
        const page = await rest("GET /pars/report/{date}", { path, query }, { signal });
        locations.push(...page.locations);
        query = page.nextToken === undefined ? {} : { nextToken: page.nextToken };
      } while (query.nextToken !== undefined);
      return mergeLocations(locations);
    },
    // Comparing 2,500 locations with the previous result takes longer than rendering the visible ones.
    structuralSharing: false,
  });
}

export const zonesQuery = queryOptions({
  queryKey: ["packingZones"],
  queryFn: ({ signal }) => rest("GET /pars/zones", {}, { signal }),
});

/** @param version the version of the layout that the user edited */
export function updateZone({ zone, bay, items }: Bay, version: number): Promise<Layout> {
  return rest("PUT /pars/zones", { body: { zone, bay, items, version } });
}
