import type { Address } from "../ui/useAddress";

interface Props {
  readonly label: string;
  /** How many rows it leaves. */
  readonly count: number;
  /** Which part of the address says `only`. */
  readonly part: string;
  readonly address: Address;
}

/** Leaves only the rows that somebody should see to. */
export function OnlyTick({ label, count, part, address: { address, set } }: Props) {
  return (
    <label className="report-check">
      <input
        type="checkbox"
        checked={address.get(part) === "only"}
        onChange={(event) => set(part, event.target.checked ? "only" : "")}
      />{" "}
      {label} ({count.toLocaleString("en-US")})
    </label>
  );
}
