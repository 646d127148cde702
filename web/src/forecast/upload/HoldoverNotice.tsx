import { useMemo, useState } from "react";
import { formatCount, formatDay } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Notice } from "../../ui/Notice";
import { DataTable, dateTime, number, tableColumns, text } from "../../ui/table";
import { Muted } from "../../ui/text";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { ForecastLine } from "./forecastCheck";

/** Maximum number of lines in the dialog. */
const MAX_LINES = 200;

interface Holdover extends ForecastLine {
  readonly line: number;
  readonly holdover: number;
}

const COLUMNS = tableColumns<Holdover>([
  number("line", { label: "Line", value: ({ line }) => line, align: "start" }),
  text("item", { label: "Item", value: ({ item }) => item }),
  dateTime("allocation", { label: "Allocation", value: ({ date }) => date, format: formatDay }),
  dateTime("production", { label: "Production", value: ({ productionDate }) => productionDate, format: formatDay }),
  number("apart", { label: "Days apart", value: ({ holdover }) => holdover, format: distanceText, align: "start" }),
]);

/** Warns about items with more than a day between production and allocation (docs/requirements/planning.md, FCT-2). */
export function HoldoverNotice({ lines }: { readonly lines: readonly CheckedLine<ForecastLine>[] }) {
  const holdovers = useMemo(
    () =>
      lines.flatMap(({ line, value }): readonly Holdover[] =>
        line !== null && typeof value?.holdover === "number" ? [{ ...value, line, holdover: value.holdover }] : [],
      ),
    [lines],
  );
  const [open, setOpen] = useState(holdovers.length > 0);
  if (holdovers.length === 0) return null;
  return (
    <Notice tone="warning">
      <span>{formatCount(holdovers.length, "line")} with more than 1 day between allocation and production</span>{" "}
      <Button variant="link" onClick={() => setOpen(true)}>
        Holdover Alert
      </Button>
      {open && (
        <Dialog
          wide
          title="Holdover Alert"
          onClose={() => setOpen(false)}
          actions={
            <Button variant="primary" onClick={() => setOpen(false)}>
              Close
            </Button>
          }
        >
          <p>These lines have more than 1 day between allocation and production. You can still upload the file.</p>
          <DataTable
            plain
            name="holdovers"
            label="Holdover Alert"
            columns={COLUMNS}
            rows={holdovers.slice(0, MAX_LINES)}
            rowId={({ line }) => String(line)}
          />
          {holdovers.length > MAX_LINES && (
            <Muted as="p">And {formatCount(holdovers.length - MAX_LINES, "more line")}</Muted>
          )}
        </Dialog>
      )}
    </Notice>
  );
}

function distanceText(days: number): string {
  return days < 0 ? `${formatCount(-days, "day")} after` : formatCount(days, "day");
}
