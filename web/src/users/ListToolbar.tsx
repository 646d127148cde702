import type { ReactNode } from "react";
import { ExportButton } from "../ui/ExportButton";
import { SearchField } from "../ui/SearchField";
import type { UrlState } from "../lib/useUrlState";

interface Props extends Pick<UrlState, "set" | "flush"> {
  /** The name of the search region, such as "People". */
  readonly searchLabel: string;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** Further filters. */
  readonly filters?: ReactNode;
  /** The number of items that match the filters. */
  readonly listed: number;
  readonly total: number;
  /** Further buttons. */
  readonly actions?: ReactNode;
  readonly onExport: () => void;
}

/** The toolbar above a list: search, filters, count and export. */
export function ListToolbar({
  searchLabel,
  label,
  placeholder,
  text,
  set,
  flush,
  filters,
  listed,
  total,
  actions,
  onExport,
}: Props) {
  return (
    <div className="permissions-controls">
      <search className="permissions-filters" aria-label={searchLabel}>
        <SearchField
          label={label}
          placeholder={placeholder}
          value={text}
          onChange={(next) => set("text", next)}
          onBlur={flush}
        />
        {filters}
      </search>
      <span role="status" className="muted">
        {listed} of {total}
      </span>
      <div className="permissions-actions">
        {actions}
        <ExportButton count={listed} onExport={onExport} />
      </div>
    </div>
  );
}
