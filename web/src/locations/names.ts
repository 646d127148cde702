/** The names that the search-type fields offer, as the server knows them. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import {
  getFridgeSchemasTemplatesDocument,
  getPlanogramNamesDocument,
  getPriceMapTemplatesDocument,
} from "./operations.generated";
import type { SearchAttribute } from "./rules/edit";

/** Names are added by other work, some times a week. */
const FRESH = 5 * 60_000;

const READ: Record<SearchAttribute, (signal: AbortSignal) => Promise<readonly string[]>> = {
  layoutName: async (signal) => (await graphql(getPlanogramNamesDocument, {}, { signal })).getPlanogramNames,
  priceMapTemplate: async (signal) =>
    (await graphql(getPriceMapTemplatesDocument, {}, { signal })).getPriceMapTemplates,
  fridgeSchema: async (signal) =>
    (await graphql(getFridgeSchemasTemplatesDocument, {}, { signal })).getFridgeSchemasTemplates,
};

const unableToLoad = (names: string) => `Unable to load ${names}, Please check your internet and your permissions`;

export const NAMES_FAILURE: Readonly<Record<SearchAttribute, string>> = {
  layoutName: unableToLoad("Layout names"),
  priceMapTemplate: unableToLoad("Price map templates"),
  fridgeSchema: unableToLoad("Fridge Schema templates"),
};

/** The names as they are now. */
export const readNames = (attribute: SearchAttribute, signal: AbortSignal) => READ[attribute](signal);

export function namesQuery(attribute: SearchAttribute) {
  return queryOptions({
    queryKey: ["names", attribute],
    queryFn: ({ signal }) => readNames(attribute, signal),
    staleTime: FRESH,
  });
}
