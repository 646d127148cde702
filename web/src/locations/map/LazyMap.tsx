import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Failure, Loading } from "../../ui/states";
import type FleetMap from "./FleetMap";

/** The map's code and its land are as large as the list: only who looks at the map loads them. */
const mapCode = {
  queryKey: ["code of the map"],
  queryFn: async () => (await import("./FleetMap")).default,
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: "always",
  retry: false,
} as const;

/** The map, once it is there. Without it the list is still a press away, so that a failure is told here. */
export function LazyMap(props: ComponentProps<typeof FleetMap>) {
  const { data: Map, isError, isFetching, refetch } = useQuery(mapCode);
  if (isError) {
    return (
      <Failure
        message="Unable to load the map, Please check your internet"
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return Map ? <Map {...props} /> : <Loading what="the map" />;
}
