import { missingPermissionMessage } from "../../api/actions";
import { formatDateTimeWithCentral } from "../../lib/formats";
import { statusOf, type QueryState } from "../../ui/query/query";
import { setsStatus, statusChange } from "../detail/history";
import type { HistoryEntry } from "../detail/queries";
import type { LocationDetail } from "../locationQuery";
import { timeZoneOf } from "../rules/options";
import type { KnownLocation } from "./useHeaderQueries";
import styles from "./workspace.module.css";

type History = QueryState<{ readonly pages: readonly { readonly items: readonly HistoryEntry[] }[] }> & {
  readonly hasNextPage: boolean;
};

interface Props extends KnownLocation {
  readonly history: History;
}

/** Who set the status of the location, when and why. */
export function StatusLine({ location, allowed, pending, history }: Props) {
  const text = () => {
    if (pending) return "Loading status…";
    if (!allowed) return `Name, status and route are not shown. ${missingPermissionMessage("GetSpecificLocation")}`;
    if (location === null) return "This id is not in the list of locations.";
    if (location === undefined) return "Name, status and route could not be loaded.";
    return statusText(location, history);
  };
  return <p className={styles.status}>{text()}</p>;
}

function statusText(location: LocationDetail, history: History): string {
  const { status } = location;
  const state = statusOf(history);
  if (state === "loading") return `Loading who set ${status}…`;
  // After a failed refresh, the last change of the status can be missing.
  if (state !== "loaded" || history.data === undefined || history.error !== null) {
    return `Who set ${status}, when and why could not be loaded.${allocationReason(location)}`;
  }
  const entries = history.data.pages.flatMap(({ items }) => items);
  const zone = timeZoneOf(location.timeZone).iana;
  const change = statusChange(entries, status);
  if (!change) {
    const oldest = entries.at(-1);
    const since = setsStatus(entries)
      ? `${status}: the history does not show this change yet.`
      : history.hasNextPage && oldest
        ? `${status} since before ${formatDateTimeWithCentral(oldest.at, { zone, weekday: true })}.`
        : `${status}: no change of the status is recorded.`;
    return `${since}${allocationReason(location)}`;
  }
  const { at, user, event, reason, note } = change;
  const scheduled = event === "SCHEDULE_APPLIED" ? " (scheduled change)" : "";
  const since = `${status} since ${formatDateTimeWithCentral(at, { zone, weekday: true })} by ${user}${scheduled}.`;
  const why = [reason, note].filter(Boolean).join(". ");
  if (why) return `${since} Reason: ${why}`;
  return status === "LIVE" ? since : `${since} No reason recorded.${allocationReason(location)}`;
}

/** The reason why the location gets no food, which often explains its status. */
function allocationReason({ status, prod, updateReason }: LocationDetail): string {
  return status !== "LIVE" && prod === 0 && updateReason.prod ? ` Allocation is off: ${updateReason.prod}.` : "";
}
