import type { ReactNode } from "react";
import { ExportButton } from "../ExportButton";
import { SearchField } from "../SearchField";
import styles from "./DataTable.module.css";

export interface TableSearch {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Called when the field loses the focus, such as `flush` of `useUrlState`. */
  readonly onBlur?: () => void;
  /** The name of the search landmark. Without it, the field is not a landmark. */
  readonly landmark?: string;
}

interface Props {
  readonly search: TableSearch | undefined;
  readonly filters: ReactNode;
  /** Null if the screen shows the count elsewhere. */
  readonly count: string | null;
  readonly actions: ReactNode;
  readonly exportCount: number;
  /** Undefined if the rows cannot be exported. */
  readonly onExport: (() => void) | undefined;
  readonly options: ReactNode;
}

export function Toolbar({ search, filters, count, actions, exportCount, onExport, options }: Props) {
  return (
    <div className={styles.toolbar}>
      {search && <Search {...search} filters={filters} />}
      {!search && filters}
      {count !== null && (
        <span role="status" className={`muted ${styles.count}`}>
          {count}
        </span>
      )}
      <div className={styles.toolbarActions}>
        {actions}
        {onExport && <ExportButton count={exportCount} onExport={onExport} />}
        {options}
      </div>
    </div>
  );
}

function Search({ landmark, filters, ...field }: TableSearch & { readonly filters: ReactNode }) {
  const content = (
    <>
      <SearchField {...field} />
      {filters}
    </>
  );
  if (landmark === undefined) return <div className={styles.search}>{content}</div>;
  return (
    <search className={styles.search} aria-label={landmark}>
      {content}
    </search>
  );
}
