import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { graphql } from "../../api/graphql";
import { locationsByIdDocument } from "../detail/operations.generated";
import type { LocationDetail } from "../locationQuery";
import { foldId } from "../storedIds";

/** Ids that one call takes, and calls under way at once. */
const IDS = 100;
const CALLS_AT_ONCE = 4;
/** How long typing rests before the ids are looked up. */
const TYPING = 400;

/** Those of the locations that are there, in the order of the ids. */
function locationsByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["location", "byId", ids],
    queryFn: async ({ signal }) => {
      const found = new Map<string, LocationDetail>();
      const calls = Array.from({ length: Math.ceil(ids.length / IDS) }, (_, call) =>
        ids.slice(call * IDS, (call + 1) * IDS),
      );
      const work = async () => {
        for (let call = calls.shift(); call; call = calls.shift()) {
          const { locationsById } = await graphql(locationsByIdDocument, { ids: call }, { signal });
          for (const location of locationsById) found.set(foldId(location.id), location);
        }
      };
      await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
      const locations = new Set(ids.flatMap((id) => found.get(foldId(id)) ?? []));
      return { ids, locations: [...locations], unknown: ids.filter((id) => !found.has(foldId(id))) };
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

const NONE = { ids: [], locations: [], unknown: [] } as const;

/** The locations behind the ids, looked up when typing rests. */
export function useChosenLocations(ids: readonly string[]) {
  const wanted = ids.join("\n");
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const wait = setTimeout(() => setSettled(wanted), TYPING);
    return () => clearTimeout(wait);
  }, [wanted]);
  const query = useQuery(locationsByIdQuery(settled === "" ? [] : settled.split("\n")));
  const found = wanted === "" ? NONE : (query.data ?? NONE);
  return {
    ...found,
    /** What is shown is not yet that of the ids. */
    pending: wanted !== "" && found.ids.join("\n") !== wanted && !query.isError,
    error: query.error,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
  };
}
