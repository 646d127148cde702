import { Link } from "react-router";
import { paths } from "../lib/paths";

/** Links a fridge in a report to its inventory. */
export function LocationLink({ id }: { readonly id: string }) {
  return <Link to={paths.inventory(id)}>{id}</Link>;
}
