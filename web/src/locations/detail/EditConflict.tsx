import { useInfiniteQuery } from "@tanstack/react-query";
import { formatDateTimeWithCentral } from "../../lib/formats";
import { useUser } from "../../session/user";
import { ConflictNotice } from "../../ui/form/ConflictNotice";
import type { EditableRow } from "../rules/attributes";
import { formatValue } from "../rules/format";
import type { TimeZone } from "../rules/options";
import { lastChange } from "./history";
import { historyQuery } from "./queries";

interface Props {
  readonly row: EditableRow;
  readonly zone: TimeZone;
  readonly locationId: string;
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
export function EditConflict({
  row,
  zone,
  locationId,
  since,
  message,
  savedValue,
  draftValue,
  busy,
  onUseSaved,
  onSaveDraft,
}: Props) {
  const { email } = useUser();
  const history = useInfiniteQuery(historyQuery(locationId));
  const last = lastChange(history.data?.pages.flatMap((page) => page.items) ?? [], row.attribute, since);
  const isOwn = last?.user.toLowerCase() === email.toLowerCase();
  return (
    <ConflictNotice
      message={message}
      detail={
        last && (
          <>
            {isOwn ? "You changed it yourself, in another window or by a scheduled change" : `Changed by ${last.user}`},{" "}
            {formatDateTimeWithCentral(last.at, { zone: zone.iana, weekday: true })}
          </>
        )
      }
      savedValue={formatValue(row.attribute, savedValue)}
      draftValue={formatValue(row.attribute, draftValue)}
      busy={busy}
      onUseSaved={onUseSaved}
      onSaveDraft={onSaveDraft}
    />
  );
}
