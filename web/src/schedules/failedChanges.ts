/** Reads the failed changes. Separate from `queries.ts`, because the home page shows their number. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { failedScheduleChangesDocument } from "./operations.generated";

/** The failed and held changes of all locations, newest first. */
export const failedChangesQuery = infiniteQueryOptions({
  queryKey: ["failedScheduleChanges"],
  queryFn: async ({ pageParam, signal }) =>
    (await graphql(failedScheduleChangesDocument, { nextToken: pageParam }, { signal })).failedScheduleChanges,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextToken,
});
