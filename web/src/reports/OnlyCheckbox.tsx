import { formatNumber } from "../lib/formats";
import type { UrlState } from "../lib/useUrlState";

interface Props {
  readonly label: string;
  /** The number of matching rows. */
  readonly count: number;
  /** The URL parameter that is set to `only`. */
  readonly param: string;
  readonly address: UrlState;
}

/** Limits a report to rows with a problem. */
export function OnlyCheckbox({ label, count, param, address: { address, set } }: Props) {
  return (
    <label className="report-check">
      <input
        type="checkbox"
        checked={address.get(param) === "only"}
        onChange={(event) => set(param, event.target.checked ? "only" : "")}
      />{" "}
      {label} ({formatNumber(count)})
    </label>
  );
}
