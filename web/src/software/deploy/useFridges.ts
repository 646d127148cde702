import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { opsLocationIdsQuery } from "../../locations/opsLocations";
import { foldId } from "../../locations/storedIds";
import { parseIds } from "../rules/deployment";

/** The fridges of a deployment: the ones selected in the table and the entered ones, one id per line. */
export function useFridges(text: string, loaded: ReadonlySet<string>, selected: ReadonlySet<string>) {
  const entered = useMemo(() => parseIds(text), [text]);
  const unverified = useMemo(() => entered.filter((id) => !loaded.has(id)), [entered, loaded]);
  const locationIds = useQuery({ ...opsLocationIdsQuery, enabled: unverified.length > 0 });
  const known = useMemo(() => locationIds.data && new Set(locationIds.data.map(foldId)), [locationIds.data]);
  const unknown = useMemo(() => unknownIds(unverified, known), [unverified, known]);
  const fridges = useMemo(() => [...new Set([...selected, ...entered])], [selected, entered]);
  return { entered, fridges, unknown, locationIds };
}

/** Returns the ids that are not locations; null while location ids load. */
function unknownIds(ids: readonly string[], locationIds: ReadonlySet<string> | undefined): readonly string[] | null {
  if (ids.length === 0) return [];
  return locationIds ? ids.filter((id) => !locationIds.has(foldId(id))) : null;
}
