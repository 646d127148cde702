import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import { paths } from "../../lib/paths";
import { QueryPage } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { locationQuery, type LocationDetail } from "../locationQuery";
import { unknownLocationState } from "../unknownLocation";

interface Props {
  readonly path: typeof paths.location;
  readonly title: (id: string) => string;
  readonly children: (location: LocationDetail) => ReactNode;
}

/** A tab about one location. An unknown id redirects to the list, which names it (LOC-41). */
export function LocationTab({ path, title, children }: Props) {
  const id = useParams().id ?? "";
  const { search, hash } = useLocation();
  const location = useQuery({ ...locationQuery(id), enabled: id !== "" });

  if (id === "" || location.data === null) {
    return <Navigate to={paths.locations} state={id === "" ? undefined : unknownLocationState(id)} replace />;
  }
  // The server ignores the case of ids. Redirect to the stored spelling.
  if (location.data && location.data.id !== id) {
    return <Navigate to={{ pathname: path(location.data.id), search, hash }} replace />;
  }
  return (
    <QueryPage
      title={title(id)}
      query={location}
      label={id}
      error={UNABLE_TO_LOAD}
      forbidden={{ activity: "view this location", permission: "GetSpecificLocation" }}
      skeleton={<Skeleton label={id} rows={12} />}
    >
      {(data) => data && children(data)}
    </QueryPage>
  );
}

const UNABLE_TO_LOAD = "Unable to load this location, Please check your internet and your permissions";
