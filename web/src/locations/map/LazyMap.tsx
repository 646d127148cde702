import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import type FleetMap from "./FleetMap";

/** The code and the outlines of the map are as large as the rest of the screen, so they load only when the map opens. */
const mapCode = {
  queryKey: ["mapCode"],
  queryFn: () => import("./FleetMap"),
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: "always",
  retry: false,
} as const;

/** Shows a load failure in place of the map, so that the list stays available. */
export function LazyMap(props: ComponentProps<typeof FleetMap>) {
  const code = useQuery(mapCode);
  return (
    <QueryView
      query={code}
      label="the map"
      error="Unable to load the map. Check your internet connection."
      skeleton={<Skeleton label="the map" height="32rem" />}
    >
      {({ default: Map }) => <Map {...props} />}
    </QueryView>
  );
}
