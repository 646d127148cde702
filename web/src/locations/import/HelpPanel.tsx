import { onDemand } from "../../ui/onDemand";
import { Skeleton } from "../../ui/query/Skeleton";
import styles from "./helpPanel.module.css";

const FormatTable = onDemand(
  async () => (await import("./FormatTable")).FormatTable,
  <Skeleton label="the columns" rows={20} />,
);

/** Describes the file format. */
export function HelpPanel({ open }: { readonly open: boolean }) {
  return (
    <details className={styles.help} open={open}>
      <summary>File format</summary>
      <p>
        An export of the customer records as CSV or .xlsx, with these columns in any order. Nothing is created until you
        confirm the preview.
      </p>
      <FormatTable />
    </details>
  );
}
