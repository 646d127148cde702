import { Link } from "react-router";

/** Links a fridge in a report to its inventory. */
export function LocationLink({ id }: { readonly id: string }) {
  return <Link to={`/locations/inventory/${encodeURIComponent(id)}`}>{id}</Link>;
}
