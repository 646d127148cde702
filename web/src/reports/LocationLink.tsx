import { Link } from "react-router";

/** A fridge of a report, leading to what is in it now. */
export function LocationLink({ id }: { readonly id: string }) {
  return <Link to={`/locations/inventory/${encodeURIComponent(id)}`}>{id}</Link>;
}
