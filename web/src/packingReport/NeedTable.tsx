import { DataTable, number, tableColumns, text } from "../ui/table";
import styles from "./needTable.module.css";
import type { Need } from "./rules/report";

/** The columns do not sort, because the rows are in packing order. */
const COLUMNS = tableColumns<Need>([
  text("zone", { label: "Zone", value: ({ zone }) => zone, sortable: false, minWidth: 4, grow: 0 }),
  text("bay", { label: "Bay", value: ({ bay }) => bay, sortable: false, minWidth: 3, grow: 0 }),
  text("item", { label: "Item", value: ({ item }) => item, sortable: false, minWidth: 6 }),
  number("need", { label: "Need", value: ({ need }) => need, sortable: false, grow: 0 }),
]);

interface Props {
  readonly label: string;
  readonly needs: readonly Need[];
}

/** The items to pack, in packing order (docs/requirements/planning.md, PKG-1). */
export function NeedTable({ label, needs }: Props) {
  const bayStarts = new Set(
    needs.filter(({ zone, bay }, index) => {
      const previous = needs[index - 1];
      return previous?.zone !== zone || previous.bay !== bay;
    }),
  );
  return (
    <div className={styles.needs}>
      <DataTable
        name="packing-needs"
        label={label}
        columns={COLUMNS}
        rows={needs}
        rowId={({ item }) => item}
        rowClass={(need) => (bayStarts.has(need) ? styles.first : undefined)}
        plain
      />
    </div>
  );
}
