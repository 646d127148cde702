import { useMemo, useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { formatDay } from "../../ui/day";
import { plural } from "../../ui/plural";
import type { CheckedLine } from "../../uploads/rules/checked";
import type { ForecastLine } from "./forecastCheck";
import "./holdover.css";

/** Lines that are listed; nobody reads more. */
const LISTED = 200;

/** Warns of items that would be held for more than a day between production and allocation (spec, section 5). */
export function HoldoverNotice({ lines }: { readonly lines: readonly CheckedLine<ForecastLine>[] }) {
  const held = useMemo(() => lines.filter(({ value }) => typeof value?.holdover === "number"), [lines]);
  const [open, setOpen] = useState(held.length > 0);
  if (held.length === 0) return null;
  return (
    <div className="holdover-notice">
      <span>{plural(held.length, "line")} with more than 1 day between allocation and production</span>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Holdover Alert
      </Button>
      {open && (
        <Dialog
          wide
          title="Holdover Alert"
          onClose={() => setOpen(false)}
          actions={
            <Button look="primary" onClick={() => setOpen(false)}>
              Close
            </Button>
          }
        >
          <p>
            These lines have more than 1 day between allocation and production. The file can be uploaded all the same.
          </p>
          <table className="holdover-table">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Item</th>
                <th scope="col">Allocation</th>
                <th scope="col">Production</th>
                <th scope="col">Apart</th>
              </tr>
            </thead>
            <tbody>
              {held.slice(0, LISTED).map(({ line, value }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td>{value?.item}</td>
                  <td>{formatDay(value?.date ?? "")}</td>
                  <td>{formatDay(value?.productionDate ?? "")}</td>
                  <td>{apart(value?.holdover ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {held.length > LISTED && <p className="muted">And {plural(held.length - LISTED, "more line")}</p>}
        </Dialog>
      )}
    </div>
  );
}

function apart(days: number): string {
  return days < 0 ? `${plural(-days, "day")} after` : plural(days, "day");
}
