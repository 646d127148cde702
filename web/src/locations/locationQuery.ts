/** One location with all its attributes. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { locationDocument, type LocationQuery } from "./detail/operations.generated";

export type LocationDetail = NonNullable<LocationQuery["location"]>;

/** The data is null if there is no location with the id. */
export function locationQuery(id: string) {
  return queryOptions({
    queryKey: ["location", id],
    queryFn: async ({ signal }) => (await graphql(locationDocument, { id }, { signal })).location,
  });
}
