import { useState } from "react";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { plural } from "../../ui/plural";
import type { Counts } from "./rows";

interface Props {
  readonly fileName: string;
  readonly counts: Counts;
  /** Columns that nobody asked for. */
  readonly ignored: readonly string[];
  /** Items that name a schema of which nothing is stored. */
  readonly newSchemas: readonly string[];
  readonly onSubmit: () => void;
  readonly onAnother: () => void;
}

const number = (count: number) => count.toLocaleString("en-US");
/** Schemas that are named. */
const NAMED = 5;

/** A checked file before anything of it is sent: a summary, and the one button that sends. */
export function CheckedPrices({ fileName, counts, ignored, newSchemas, onSubmit, onAnother }: Props) {
  const { refusal } = useMyPermissions();
  const { Invalid: invalid, "Will Update": updates, "No Change": unchanged } = counts;
  const nothing = updates === 0 && invalid === 0;
  const isInvalid = `${plural(invalid, "row")} ${invalid === 1 ? "is" : "are"} invalid: correct the file and choose it again`;
  const [confirmed, setConfirmed] = useState(false);
  const unconfirmed = newSchemas.length > 0 && !confirmed ? "Confirm the new price schemas first" : undefined;
  const fault = invalid > 0 ? isInvalid : nothing ? "No Updates Needed" : unconfirmed;
  const why = refusal("UpdateItemPrices") ?? fault;
  return (
    <section className="checked" aria-label="File">
      <h2>{fileName}</h2>
      <p>
        {plural(invalid + updates + unchanged, "row")}: {number(updates)} will update, {number(unchanged)} no change,{" "}
        {number(invalid)} invalid
      </p>
      {ignored.length > 0 && <p className="muted">Not used: {ignored.join(", ")}</p>}
      {newSchemas.length > 0 && (
        <p className="checked-warning">
          {newSchemas.length === 1 ? "No price is stored yet of the schema" : "No price is stored yet of the schemas"}{" "}
          {newSchemas.slice(0, NAMED).join(", ")}
          {newSchemas.length > NAMED && ` and ${newSchemas.length - NAMED} more`}.{" "}
          <label>
            <input type="checkbox" checked={confirmed} onChange={(event) => setConfirmed(event.target.checked)} />{" "}
            {newSchemas.length === 1 ? "The spelling is right: create it" : "The spelling is right: create them"}
          </label>
        </p>
      )}
      {nothing && (
        <div className="checked-warning" role="status">
          <strong>No Updates Needed</strong>
          <p>Every price in the file is stored already.</p>
        </div>
      )}
      <div className="checked-actions">
        <Button look="primary" onClick={onSubmit} disabledReason={why}>
          {`Submit ${plural(updates, "update")}`}
        </Button>
        <Button onClick={onAnother}>Choose another file</Button>
      </div>
      {why && !nothing && <p className="picker-fault">{why}</p>}
    </section>
  );
}
