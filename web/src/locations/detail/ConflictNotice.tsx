import { useInfiniteQuery } from "@tanstack/react-query";
import { formatInstant } from "../../schedules/actionTime";
import { Button } from "../../ui/Button";
import type { LocationDetail } from "../locationQuery";
import type { EditableRow } from "../rules/attributes";
import { formatValue } from "../rules/format";
import type { TimeZone } from "../rules/options";
import { lastChange } from "./history";
import { historyQuery } from "./queries";

interface Props {
  readonly row: EditableRow;
  readonly zone: TimeZone;
  /** As it is now. */
  readonly location: LocationDetail;
  /** When what the person edits was written. */
  readonly since: string;
  readonly message: string;
  readonly newer: unknown;
  readonly yours: unknown;
  readonly busy: boolean;
  readonly onTakeNewer: () => void;
  readonly onTakeYours: () => void;
}

/** Somebody else was faster: both values, whose the newer one is, and the choice between them. */
export function ConflictNotice({
  row,
  zone,
  location,
  since,
  message,
  newer,
  yours,
  busy,
  onTakeNewer,
  onTakeYours,
}: Props) {
  const history = useInfiniteQuery(historyQuery(location.id));
  const last = lastChange(history.data?.pages.flatMap((page) => page.items) ?? [], row.attribute, since);
  return (
    <section className="conflict" role="alert" aria-label="Conflict">
      <p>{message}</p>
      {last && (
        <p className="muted">
          Changed by {last.user}, {formatInstant(new Date(last.at), zone.iana)}
        </p>
      )}
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
