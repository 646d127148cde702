import { formatDateTime } from "../../lib/formats";
import { useMyPermissions } from "../../session/permissions";
import { statusOf, type QueryState } from "../../ui/query/query";
import { statusChange } from "../detail/history";
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
  const { missingPermission } = useMyPermissions();
  const text = () => {
    if (pending) return "Loading status…";
    if (!allowed) return `Name, status and route are not shown. ${missingPermission("GetSpecificLocation") ?? ""}`;
    if (location === null) return "This id is not in the list of locations.";
    if (location === undefined) return "Name, status and route could not be loaded.";
    return statusText(location, history);
  };
  return <p className={styles.status}>{text()}</p>;
}

function statusText(location: LocationDetail, history: History): string {
  const { status } = location;
  if (history.data === undefined) {
    return statusOf(history) === "loading"
      ? `Loading who set ${status}…`
      : `Who set ${status}, when and why could not be loaded.${allocationReason(location)}`;
  }
  const entries = history.data.pages.flatMap(({ items }) => items);
  const zone = timeZoneOf(location.timeZone).iana;
  const change = statusChange(entries, status);
  if (!change) {
    const oldest = entries.at(-1);
    const since =
      history.hasNextPage && oldest
        ? `${status} since before ${formatDateTime(oldest.at, { zone, weekday: true })}.`
        : `${status}: no change of the status is recorded.`;
    return `${since}${allocationReason(location)}`;
  }
  const { at, user, event, reason, note } = change;
  const scheduled = event === "SCHEDULE_APPLIED" ? " (scheduled change)" : "";
  const since = `${status} since ${formatDateTime(at, { zone, weekday: true })} by ${user}${scheduled}.`;
  const why = [reason, note].filter(Boolean).join(". ");
  if (why) return `${since} Reason: ${why}`;
  return status === "LIVE" ? since : `${since} No reason recorded.${allocationReason(location)}`;
}

/** The reason why the location gets no food, which often explains its status. */
function allocationReason({ status, prod, updateReason }: LocationDetail): string {
  return status !== "LIVE" && prod === 0 && updateReason.prod ? ` Allocation is off: ${updateReason.prod}.` : "";
}
