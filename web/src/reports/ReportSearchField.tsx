import { SearchField } from "../ui/SearchField";
import type { UrlState } from "../lib/useUrlState";

/** The search field of a report. The URL parameter `find` holds the text. */
export function ReportSearchField({
  label,
  address: urlState,
}: {
  readonly label: string;
  readonly address: UrlState;
}) {
  const { address, set, flush } = urlState;
  return (
    <SearchField
      label={label}
      value={address.get("find") ?? ""}
      onChange={(text) => set("find", text)}
      onBlur={flush}
    />
  );
}
