import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Failure, Loading } from "../../ui/states";
import type FleetMap from "./FleetMap";

/** The code and the outlines of the map are as large as the rest of the screen, so they load only when the map opens. */
const mapCode = {
  queryKey: ["mapCode"],
  queryFn: async () => (await import("./FleetMap")).default,
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: "always",
  retry: false,
} as const;

/** Shows a load failure in place of the map, so that the list stays available. */
export function LazyMap(props: ComponentProps<typeof FleetMap>) {
  const { data: Map, isError, isFetching, refetch } = useQuery(mapCode);
  if (isError) {
    return (
      <Failure
        message="Unable to load the map. Check your internet connection."
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return Map ? <Map {...props} /> : <Loading label="the map" />;
}
