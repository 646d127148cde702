import { useInfiniteQuery } from "@tanstack/react-query";
import { formatInstant } from "../../schedules/actionTime";
import { useUser } from "../../session/user";
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

/** The attribute was changed after the dialog opened: both values, who wrote the newer one, and the choice. */
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
  const { email } = useUser();
  const history = useInfiniteQuery(historyQuery(location.id));
  const last = lastChange(history.data?.pages.flatMap((page) => page.items) ?? [], row.attribute, since);
  const isOwn = last?.user.toLowerCase() === email.toLowerCase();
  return (
    <section className="conflict" role="alert" aria-label="Conflict">
      <p>{message}</p>
      {last && (
        <p className="muted">
          {isOwn ? "You changed it yourself, in another window or by a scheduled change" : `Changed by ${last.user}`},{" "}
          {formatInstant(new Date(last.at), zone.iana)}
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
