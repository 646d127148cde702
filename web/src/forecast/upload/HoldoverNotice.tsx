import { useMemo, useState } from "react";
import { formatCount, formatDay } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { ForecastLine } from "./forecastCheck";
import "./holdover.css";

/** Maximum number of lines in the dialog. */
const MAX_LINES = 200;

/** Warns about items with more than a day between production and allocation (docs/requirements/planning.md, FCT-2). */
export function HoldoverNotice({ lines }: { readonly lines: readonly CheckedLine<ForecastLine>[] }) {
  const warnings = useMemo(() => lines.filter(({ value }) => typeof value?.holdover === "number"), [lines]);
  const [open, setOpen] = useState(warnings.length > 0);
  if (warnings.length === 0) return null;
  return (
    <div className="holdover-notice">
      <span>{formatCount(warnings.length, "line")} with more than 1 day between allocation and production</span>
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
          <table className="holdover-table">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Item</th>
                <th scope="col">Allocation</th>
                <th scope="col">Production</th>
                <th scope="col">Days apart</th>
              </tr>
            </thead>
            <tbody>
              {warnings.slice(0, MAX_LINES).map(({ line, value }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td>{value?.item}</td>
                  <td>{formatDay(value?.date ?? "")}</td>
                  <td>{formatDay(value?.productionDate ?? "")}</td>
                  <td>{distanceText(value?.holdover ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {warnings.length > MAX_LINES && (
            <p className="muted">And {formatCount(warnings.length - MAX_LINES, "more line")}</p>
          )}
        </Dialog>
      )}
    </div>
  );
}

function distanceText(days: number): string {
  return days < 0 ? `${formatCount(-days, "day")} after` : formatCount(days, "day");
}
