import { useState } from "react";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { plural } from "../../ui/plural";
import type { Counts } from "./rows";

interface Props {
  readonly fileName: string;
  readonly counts: Counts;
  /** Columns that the format does not have. */
  readonly ignored: readonly string[];
  /** Schemas of the file that have no stored prices. */
  readonly newSchemas: readonly string[];
  readonly onSubmit: () => void;
  readonly onAnother: () => void;
}

const number = (count: number) => count.toLocaleString("en-US");
/** Maximum number of new schemas that are named. */
const MAX_NAMED_SCHEMAS = 5;

/** Shows the summary of a checked file and the button that sends it. */
export function CheckedPrices({ fileName, counts, ignored, newSchemas, onSubmit, onAnother }: Props) {
  const { missingPermission } = useMyPermissions();
  const { Invalid: invalid, "Will Update": updates, "No Change": unchanged } = counts;
  const noUpdates = updates === 0 && invalid === 0;
  const invalidRows = `${plural(invalid, "row")} ${invalid === 1 ? "is" : "are"} invalid. Correct the file and choose it again.`;
  const [confirmed, setConfirmed] = useState(false);
  const unconfirmed = newSchemas.length > 0 && !confirmed ? "Confirm the new price schemas first" : undefined;
  const invalidReason = invalid > 0 ? invalidRows : noUpdates ? "No Updates Needed" : unconfirmed;
  const blockedReason = missingPermission("UpdateItemPrices") ?? invalidReason;
  return (
    <section className="checked" aria-label="File">
      <h2>{fileName}</h2>
      <p>
        {plural(invalid + updates + unchanged, "row")}: {number(updates)} will update, {number(unchanged)} no change,{" "}
        {number(invalid)} invalid
      </p>
      {ignored.length > 0 && <p className="muted">Ignored columns: {ignored.join(", ")}</p>}
      {newSchemas.length > 0 && (
        <p className="checked-warning">
          {newSchemas.length === 1 ? "This price schema is new:" : "These price schemas are new:"}{" "}
          {newSchemas.slice(0, MAX_NAMED_SCHEMAS).join(", ")}
          {newSchemas.length > MAX_NAMED_SCHEMAS && ` and ${newSchemas.length - MAX_NAMED_SCHEMAS} more`}.{" "}
          <label>
            <input type="checkbox" checked={confirmed} onChange={(event) => setConfirmed(event.target.checked)} />{" "}
            {newSchemas.length === 1 ? "The spelling is correct. Create it." : "The spelling is correct. Create them."}
          </label>
        </p>
      )}
      {noUpdates && (
        <div className="checked-warning" role="status">
          <strong>No Updates Needed</strong>
          <p>All prices in this file are already saved.</p>
        </div>
      )}
      <div className="checked-actions">
        <Button variant="primary" onClick={onSubmit} disabledReason={blockedReason}>
          {`Submit ${plural(updates, "update")}`}
        </Button>
        <Button onClick={onAnother}>Choose another file</Button>
      </div>
      {blockedReason && !noUpdates && <p className="picker-error">{blockedReason}</p>}
    </section>
  );
}
