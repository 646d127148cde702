import { useState } from "react";
import { formatCount } from "../lib/formats";
import type { UrlState } from "../lib/useUrlState";
import { Button } from "../ui/Button";
import { FailedRows } from "../ui/FailedRows";
import { RefreshButton } from "../ui/RefreshButton";
import { onDemand } from "../ui/onDemand";
import { DataTable, type DataTableProps } from "../ui/table";
import type { BulkOptions } from "./BulkDialog";
import { DecisionsContext, type Decision, type Decisions } from "./decisions";
import styles from "./decisionTable.module.css";

const BulkDialog = onDemand(async () => (await import("./BulkDialog")).BulkDialog);

interface DecisionRow {
  readonly key: string;
  /** Why the row can no longer be changed; undefined if it can. */
  readonly lockReason: string | undefined;
}

type TableProps<Row> = Pick<
  DataTableProps<Row>,
  "name" | "label" | "columns" | "rows" | "search" | "matches" | "csvName" | "empty" | "noMatches"
>;

interface Props<Row extends DecisionRow> extends TableProps<Row> {
  /** All rows of the day. `rows` are those that the filters keep. */
  readonly all: readonly Row[];
  readonly nameOf: (row: Row) => string;
  readonly address: UrlState;
  /** The text before the number of selected rows, such as '4 unconfirmed drops'. */
  readonly count: (listed: readonly Row[]) => string;
  readonly decisions: Decisions;
  readonly isComplete: (decision: Decision) => boolean;
  readonly bulk: BulkOptions;
  /** Whether the row can have the status. */
  readonly canHave: (row: Row, status: string) => boolean;
  /** The hint about selected rows that cannot have the status of a bulk update. */
  readonly ineligibleNote?: (count: number) => string;
  /** Why the user cannot change any row; undefined if they can. */
  readonly disabledReason: string | undefined;
  readonly onRefresh: () => void;
  readonly refreshing: boolean;
  /** The button that sends the changed rows. */
  readonly submit: {
    readonly label: string;
    /** The field to change, such as "the drop status". */
    readonly field: string;
    readonly busy: boolean;
    readonly onClick: (changed: readonly Row[]) => void;
  };
}

/** A table in which users set a status and a reason for each row, or for all selected rows, and send them together. */
export function DecisionTable<Row extends DecisionRow>({
  all,
  nameOf,
  address: { address, set },
  count,
  decisions,
  isComplete,
  bulk,
  canHave,
  ineligibleNote,
  disabledReason,
  onRefresh,
  refreshing,
  submit,
  ...table
}: Props<Row>) {
  const [bulkUpdating, setBulkUpdating] = useState(false);
  const open = all.filter(({ lockReason }) => lockReason === undefined);
  const selected = open.filter(({ key }) => decisions.selected.has(key));
  const changed = open.filter(({ key }) => decisions.drafts.has(key));
  const incomplete = changed.filter(({ key }) => {
    const draft = decisions.drafts.get(key);
    return draft && !isComplete(draft);
  });
  const incompleteReason =
    changed.length === 0
      ? `Change ${submit.field} of at least one row`
      : incomplete.length > 0
        ? `${formatCount(incomplete.length, "row")} still ${incomplete.length === 1 ? "needs" : "need"} a reason`
        : undefined;

  return (
    <DecisionsContext value={decisions}>
      <FailedRows
        failures={all.flatMap((row) => {
          const message = decisions.failures.get(row.key);
          return message ? [[nameOf(row), message] as const] : [];
        })}
      />
      <DataTable
        {...table}
        rowId={keyOf}
        sort={address.get("sort") ?? ""}
        onSort={(sort) => set("sort", sort)}
        count={(listed) => `${count(listed)}, ${selected.length} selected`}
        live
        selection={{
          selected: decisions.selected,
          onSelect: decisions.select,
          label: (row) => `Select ${nameOf(row)}`,
          disabledReason: (row) => row.lockReason,
        }}
        rowClass={({ lockReason }) => (lockReason === undefined ? undefined : styles.locked)}
        actions={
          <>
            <RefreshButton onRefresh={onRefresh} refreshing={refreshing} />
            <Button
              onClick={() => setBulkUpdating(true)}
              disabledReason={disabledReason ?? (selected.length === 0 ? "Select at least one row" : undefined)}
            >
              Bulk Update
            </Button>
            <Button
              variant="primary"
              onClick={() => submit.onClick(changed)}
              busy={submit.busy}
              busyText="Updating…"
              disabledReason={disabledReason ?? incompleteReason}
            >
              {submit.label}
              {changed.length > 0 && ` (${changed.length})`}
            </Button>
          </>
        }
      />
      {bulkUpdating && (
        <BulkDialog
          {...bulk}
          count={selected.length}
          noteOf={(status) => {
            const ineligible = selected.filter((row) => status !== "" && !canHave(row, status)).length;
            return ineligible > 0 ? ineligibleNote?.(ineligible) : undefined;
          }}
          onClose={() => setBulkUpdating(false)}
          onApply={(decision) => {
            decisions.decide(selected.filter((row) => canHave(row, decision.status)).map(keyOf), decision);
            setBulkUpdating(false);
          }}
        />
      )}
    </DecisionsContext>
  );
}

function keyOf({ key }: DecisionRow): string {
  return key;
}
