import type { ReactNode } from "react";
import { SearchField } from "../SearchField";
import { Muted } from "../text";
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
  readonly buttons: ReactNode;
}

export function TableToolbar({ search, filters, count, buttons }: Props) {
  return (
    <div className={styles.toolbar}>
      {search && <Search {...search} filters={filters} />}
      {!search && filters}
      {count !== null && (
        <div className={styles.count}>
          <Muted role="status">{count}</Muted>
        </div>
      )}
      <div className={styles.toolbarActions}>{buttons}</div>
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
