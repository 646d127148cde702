import { useDeferredValue, useMemo, useState } from "react";
import { formatNumber, formatPart } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { DataTable } from "../../ui/table";
import { findRows } from "../../ui/table/rows";
import { ToggleButtons } from "../../ui/ToggleButtons";
import type { CheckedFile } from "../check/checkFile";
import type { UploadKind } from "../kind";
import type { RowResults } from "../rules/chunk";
import { ErrorText } from "../Step";
import { previewColumns } from "./columns";
import { downloadRejected, REJECTED_FILE } from "./rejectedCsv";
import { outcomeOf, OUTCOME_STATUSES, previewRows, type PreviewRow } from "../rules/preview";

interface Props<Known, Value, Payload> {
  readonly kind: UploadKind<Known, Value, Payload>;
  readonly checked: CheckedFile<Value>;
  readonly results: RowResults;
}

/** The height of the box that the rows scroll in, in pixels. */
const HEIGHT = 576;

const rowId = ({ position }: PreviewRow<unknown>) => String(position);

/** Previews the effect of the upload, line by line. Shows rejected lines first. */
export function FilePreview<Known, Value, Payload>({ kind, checked, results }: Props<Known, Value, Payload>) {
  const {
    statuses = OUTCOME_STATUSES,
    statusOf = outcomeOf,
    columns: ownColumns,
    noteLabel,
    maxRows = Infinity,
    rejected = REJECTED_FILE,
    filterLabel = "Filter by outcome",
    searchPlaceholder = "Search this file",
  } = kind.preview ?? {};
  const [selected, setSelected] = useState<string | null>(null);
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim().toLowerCase());
  const rows = useMemo(() => previewRows(checked.lines, results), [checked, results]);
  const counts = useMemo(() => countStatuses(rows.map(statusOf)), [rows, statusOf]);
  const columns = useMemo(() => {
    const statusById = new Map(statuses.map((status) => [status.id, status]));
    return ownColumns ?? previewColumns<Value>(checked.header, (row) => statusById.get(statusOf(row)), noteLabel);
  }, [ownColumns, noteLabel, checked, statuses, statusOf]);
  const errors = statuses.find(({ isError }) => isError);
  const errorCount = counts.get(errors?.id ?? "") ?? 0;
  const show = selected ?? (errors && errorCount > 0 ? errors.id : "");
  const found = useMemo(
    () => findRows(show === "" ? rows : rows.filter((row) => statusOf(row) === show), columns, query),
    [rows, show, statusOf, columns, query],
  );
  const shown = useMemo(() => (found.length > maxRows ? found.slice(0, maxRows) : found), [found, maxRows]);
  const offered = statuses.filter(({ id, optional }) => !optional || counts.has(id));

  return (
    <section aria-label="Preview">
      <DataTable
        name={`upload-${kind.name}`}
        label="Rows in this file"
        columns={columns}
        rows={shown}
        rowId={rowId}
        height={HEIGHT}
        search={{ label: "Search this file", placeholder: searchPlaceholder, value: text, onChange: setText }}
        matches={() => true}
        count={({ length }) => `${length < found.length ? "First " : ""}${formatPart(length, rows.length)}`}
        filters={
          <ToggleButtons
            label={filterLabel}
            options={[
              ["", `All ${formatNumber(rows.length)}`],
              ...offered.map(({ id, label, isError }) => {
                const count = counts.get(id) ?? 0;
                const text = `${label} ${formatNumber(count)}`;
                return [id, isError && count > 0 ? <ErrorText key={id}>{text}</ErrorText> : text] as const;
              }),
            ]}
            value={show}
            onChange={setSelected}
          />
        }
        actions={
          errorCount > 0 && (
            <Button
              onClick={() =>
                downloadRejected(
                  checked,
                  rows.filter((row) => statusOf(row) === errors?.id),
                  rejected,
                )
              }
            >
              {rejected.button}
            </Button>
          )
        }
        empty={query === "" ? "No matching rows" : `No matches for “${text.trim()}”`}
      />
    </section>
  );
}

function countStatuses(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
