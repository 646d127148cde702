/** The packing slip report of a day, and from where items are packed (spec of planning and reporting, section 7). */
import { queryOptions } from "@tanstack/react-query";
import { rest } from "../api/rest";
import { inOrder, type Bay, type Layout, type ReportLocation } from "./rules/report";

interface ReportPage {
  readonly locations: readonly ReportLocation[];
  readonly nextToken?: string;
}

export const UNABLE_TO_LOAD = "Unable to load the report, Please check your internet and your permissions";
export const UNABLE_TO_SAVE = "Unable to save the zones, Please check your internet and your permissions";

/** All pages of a day, by driver. */
export function reportQuery(day: string) {
  return queryOptions({
    queryKey: ["packingReport", day],
    queryFn: async ({ signal }) => {
      const path = `/pars/report/${day.replaceAll("-", "")}` as const;
      const locations: ReportLocation[] = [];
      let next = "";
      do {
        const page: ReportPage = await rest("GET", `${path}${next}`, undefined, { signal });
        locations.push(...page.locations);
        next = page.nextToken ? `?nextToken=${encodeURIComponent(page.nextToken)}` : "";
      } while (next);
      return inOrder(locations);
    },
    // Comparing what 2,500 locations need with what they needed before would take longer than drawing what is seen.
    structuralSharing: false,
  });
}

export const zonesQuery = queryOptions({
  queryKey: ["packingZones"],
  queryFn: ({ signal }) => rest<Layout>("GET", "/pars/zones", undefined, { signal }),
});

/** @param version the layout's that the person saw */
export function updateZone({ zone, bay, items }: Bay, version: number): Promise<Layout> {
  return rest("PUT", "/pars/zones", { zone, bay, items, version });
}
