/** One location with everything that is stored of it. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { locationDocument, type LocationQuery } from "./detail/operations.generated";

export type LocationDetail = NonNullable<LocationQuery["location"]>;

/** Null when there is none. */
export function locationQuery(id: string) {
  return queryOptions({
    queryKey: ["location", id],
    queryFn: async ({ signal }) => (await graphql(locationDocument, { id }, { signal })).location,
  });
}
