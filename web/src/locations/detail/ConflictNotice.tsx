import { Button } from "../../ui/Button";
import type { EditableRow } from "../rules/attributes";
import { formatValue } from "../rules/format";

interface Props {
  readonly row: EditableRow;
  readonly message: string;
  readonly newer: unknown;
  readonly yours: unknown;
  readonly busy: boolean;
  readonly onTakeNewer: () => void;
  readonly onTakeYours: () => void;
}

/** Somebody else was faster: both values, and the choice between them. */
export function ConflictNotice({ row, message, newer, yours, busy, onTakeNewer, onTakeYours }: Props) {
  return (
    <section className="conflict" role="alert" aria-label="Conflict">
      <p>{message}</p>
      <div className="conflict-values">
        <div>
          <h3>The newer value</h3>
          <p>{formatValue(row.attribute, newer)}</p>
          <Button onClick={onTakeNewer} disabled={busy}>
            Take the newer value
          </Button>
        </div>
        <div>
          <h3>Your value</h3>
          <p>{formatValue(row.attribute, yours)}</p>
          <Button onClick={onTakeYours} busy={busy} busyText="Saving…">
            Save your value
          </Button>
        </div>
      </div>
    </section>
  );
}
