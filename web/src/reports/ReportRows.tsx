import type { ReactNode } from "react";
import styles from "./report.module.css";

/** The id of the element with the rows of a report. */
export const ROWS_ID = "rows";

/** The rows of a report, which its headline links to. */
export function ReportRows({ children }: { readonly children: ReactNode }) {
  return (
    <div id={ROWS_ID} className={styles.rows}>
      {children}
    </div>
  );
}
