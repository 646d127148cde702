import type { ReactNode } from "react";
import { ExportButton } from "../ui/ExportButton";
import { SearchField } from "../ui/SearchField";
import type { Address } from "../ui/useAddress";

interface Props extends Pick<Address, "set" | "settle"> {
  /** What is searched, such as "People". */
  readonly what: string;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** What else narrows the list. */
  readonly filters?: ReactNode;
  /** How many are listed, of how many. */
  readonly listed: number;
  readonly total: number;
  /** What else can be done. */
  readonly actions?: ReactNode;
  readonly onExport: () => void;
}

/** What stands above a list of the page: how to find something in it, and to take it away. */
export function FindBar({
  what,
  label,
  placeholder,
  text,
  set,
  settle,
  filters,
  listed,
  total,
  actions,
  onExport,
}: Props) {
  return (
    <div className="permissions-controls">
      <search className="permissions-filters" aria-label={what}>
        <SearchField
          label={label}
          placeholder={placeholder}
          value={text}
          onChange={(next) => set("text", next)}
          onLeave={settle}
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
