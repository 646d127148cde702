import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { graphql } from "../../api/graphql";
import { locationsByIdDocument } from "../detail/operations.generated";
import type { LocationDetail } from "../locationQuery";
import { foldId } from "../storedIds";

const IDS_PER_REQUEST = 100;
const CONCURRENCY = 4;
/** The locations are loaded when the ids have not changed for this long. */
const DEBOUNCE_MS = 400;

/** The locations with these ids, in the order of the ids, and the unknown ids. */
function locationsByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["location", "byId", ids],
    queryFn: async ({ signal }) => {
      const found = new Map<string, LocationDetail>();
      const batches = Array.from({ length: Math.ceil(ids.length / IDS_PER_REQUEST) }, (_, batch) =>
        ids.slice(batch * IDS_PER_REQUEST, (batch + 1) * IDS_PER_REQUEST),
      );
      const loadBatches = async () => {
        for (let batch = batches.shift(); batch; batch = batches.shift()) {
          const { locationsById } = await graphql(locationsByIdDocument, { ids: batch }, { signal });
          for (const location of locationsById) found.set(foldId(location.id), location);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, loadBatches));
      const locations = new Set(ids.flatMap((id) => found.get(foldId(id)) ?? []));
      return { ids, locations: [...locations], unknown: ids.filter((id) => !found.has(foldId(id))) };
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

const NO_LOCATIONS = { ids: [], locations: [], unknown: [] } as const;

/** Loads the locations with these ids after a debounce. */
export function useSelectedLocations(ids: readonly string[]) {
  const idText = ids.join("\n");
  const [debouncedText, setDebouncedText] = useState(idText);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(idText), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [idText]);
  const query = useQuery(locationsByIdQuery(debouncedText === "" ? [] : debouncedText.split("\n")));
  const found = idText === "" ? NO_LOCATIONS : (query.data ?? NO_LOCATIONS);
  return {
    ...found,
    /** Whether the locations of the current ids are still loading. */
    pending: idText !== "" && found.ids.join("\n") !== idText && !query.isError,
    error: query.error,
    query,
  };
}
