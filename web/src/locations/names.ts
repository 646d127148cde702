/** The names that search-type fields offer, from the server. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import {
  getFridgeSchemasTemplatesDocument,
  getPlanogramNamesDocument,
  getPriceMapTemplatesDocument,
} from "./operations.generated";
import type { SearchAttribute } from "./rules/edit";
import { RARE_CHANGE_STALE_TIME } from "../lib/staleTime";

const FETCH_BY_ATTRIBUTE: Record<SearchAttribute, (signal: AbortSignal) => Promise<readonly string[]>> = {
  layoutName: async (signal) => (await graphql(getPlanogramNamesDocument, {}, { signal })).getPlanogramNames,
  priceMapTemplate: async (signal) =>
    (await graphql(getPriceMapTemplatesDocument, {}, { signal })).getPriceMapTemplates,
  fridgeSchema: async (signal) =>
    (await graphql(getFridgeSchemasTemplatesDocument, {}, { signal })).getFridgeSchemasTemplates,
};

const unableToLoad = (names: string) => `Unable to load ${names}, Please check your internet and your permissions`;

export const UNABLE_TO_LOAD_NAMES: Readonly<Record<SearchAttribute, string>> = {
  layoutName: unableToLoad("Layout names"),
  priceMapTemplate: unableToLoad("Price map templates"),
  fridgeSchema: unableToLoad("Fridge Schema templates"),
};

/** Fetches the names without the query cache. */
export const fetchNames = (attribute: SearchAttribute, signal: AbortSignal) => FETCH_BY_ATTRIBUTE[attribute](signal);

export function namesQuery(attribute: SearchAttribute) {
  return queryOptions({
    queryKey: ["names", attribute],
    queryFn: ({ signal }) => fetchNames(attribute, signal),
    staleTime: RARE_CHANGE_STALE_TIME,
  });
}
