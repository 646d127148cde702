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
  /** The current location. */
  readonly location: LocationDetail;
  /** When the edited version was saved. */
  readonly since: string;
  readonly message: string;
  readonly savedValue: unknown;
  readonly draftValue: unknown;
  readonly busy: boolean;
  readonly onUseSaved: () => void;
  readonly onSaveDraft: () => void;
}

/** Shown if the attribute changed after the dialog opened. Offers the saved value and the user's own. */
export function ConflictNotice({
  row,
  zone,
  location,
  since,
  message,
  savedValue,
  draftValue,
  busy,
  onUseSaved,
  onSaveDraft,
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
          <h3>Saved value</h3>
          <p>{formatValue(row.attribute, savedValue)}</p>
          <Button onClick={onUseSaved} disabled={busy}>
            Use the saved value
          </Button>
        </div>
        <div>
          <h3>Your value</h3>
          <p>{formatValue(row.attribute, draftValue)}</p>
          <Button onClick={onSaveDraft} busy={busy} busyText="Saving…">
            Save your value
          </Button>
        </div>
      </div>
    </section>
  );
}
