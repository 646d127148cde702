import { SearchField } from "../ui/SearchField";
import type { Address } from "../ui/useAddress";

/** The search of a report's rows: `find` in the address. */
export function FindField({ label, address: parts }: { readonly label: string; readonly address: Address }) {
  const { address, set, settle } = parts;
  return (
    <SearchField
      label={label}
      value={address.get("find") ?? ""}
      onChange={(text) => set("find", text)}
      onLeave={settle}
    />
  );
}
