import { useInfiniteQuery } from "@tanstack/react-query";
import { formatCount, formatDateTimeWithCentral } from "../../lib/formats";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import type { LocationDetail } from "../locationQuery";
import { labelOf } from "../rules/attributes";
import { formatValue } from "../rules/format";
import type { TimeZone } from "../rules/options";
import { QueryView } from "../../ui/query/QueryView";
import { flattenPages } from "../../ui/query/query";
import { Muted } from "../../ui/text";
import styles from "./historyPanel.module.css";
import { earlierValue, visibleChanges, type EarlierValue } from "./history";
import { historyQuery, type HistoryEntry } from "./queries";

const EVENTS: Readonly<Record<string, string>> = {
  CREATED: "Created",
  UPDATED: "Updated",
  SCHEDULED: "Scheduled",
  SCHEDULE_DELETED: "Scheduled change deleted",
  SCHEDULE_APPLIED: "Scheduled change applied",
  SCHEDULE_FAILED: "Scheduled change failed",
  SCHEDULE_HELD: "Scheduled change held",
  SCHEDULE_RELEASED: "Scheduled change released",
  SCHEDULE_RETRIED: "Scheduled change retried",
  COMPLETE_NOW: "Scheduled change completed now",
  SYNCED: "Synced",
};

interface ItemProps {
  readonly location: LocationDetail;
  readonly zone: TimeZone;
  /** Opens the dialog that restores an earlier value. Without it, entries offer no revert. */
  readonly onRevert?: (earlier: EarlierValue) => void;
}

interface Props extends ItemProps {
  /** Shows only the newest entries, without a button for older ones. */
  readonly max?: number;
}

/** The history of the location: who changed which value, when and why. */
export function HistoryPanel({ max = Infinity, ...props }: Props) {
  const history = useInfiniteQuery(historyQuery(props.location.id));
  const isPart = max !== Infinity;
  return (
    <section className={styles.history} aria-label={isPart ? "Newest changes" : "History"}>
      <QueryView
        query={flattenPages(history)}
        label="history"
        error="Unable to load the history, Please check your internet and your permissions"
        forbidden={{ activity: "view the history", permission: "GetSpecificLocation" }}
        empty={{ title: "No changes yet" }}
      >
        {(entries) => (
          <>
            <ol className={styles.entries}>
              {entries.slice(0, max).map((entry) => (
                <HistoryItem key={entry.id} entry={entry} {...props} />
              ))}
            </ol>
            {!isPart && (
              <Muted as="p">
                {formatCount(entries.length, "entry", "entries")}
                {history.hasNextPage && " so far"}
              </Muted>
            )}
          </>
        )}
      </QueryView>
      {!isPart && history.hasNextPage && (
        <Button onClick={() => void history.fetchNextPage()} busy={history.isFetchingNextPage} busyText="Loading…">
          Show older
        </Button>
      )}
    </section>
  );
}

/** Longer lists of changes are collapsed, such as those of a new location. */
const MAX_EXPANDED_CHANGES = 8;

function HistoryItem({ entry, location, zone, onRevert }: ItemProps & { readonly entry: HistoryEntry }) {
  const { missingPermission } = useMyPermissions();
  const changes = visibleChanges(entry);
  const list = (
    <ul className={styles.changes}>
      {changes.map((change) => {
        const { attribute, from, to } = change;
        const earlier = earlierValue(entry, change, location);
        const before = from === null ? "Not set" : formatJson(attribute, from, zone);
        return (
          <li key={attribute}>
            <span className={styles.attribute}>{attributeLabel(attribute)}:</span>{" "}
            {(from !== null || earlier) && (
              <>
                <del>{before}</del> →{" "}
              </>
            )}
            <ins>{to === null ? "Not set" : formatJson(attribute, to, zone)}</ins>
            {earlier && onRevert && (
              <Button
                variant="link"
                aria-label={`Revert to ${before}: ${attributeLabel(attribute)}`}
                disabledReason={missingPermission("UpdateLocation")}
                onClick={() => onRevert(earlier)}
              >
                Revert to {before}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
  return (
    <li>
      <p className={styles.head}>
        <strong>{EVENTS[entry.event] ?? entry.event}</strong> by {entry.user}
        <time dateTime={entry.at}>{formatDateTimeWithCentral(entry.at, { zone: zone.iana, weekday: true })}</time>
      </p>
      {changes.length > MAX_EXPANDED_CHANGES ? (
        <details>
          <summary>{changes.length} properties</summary>
          {list}
        </details>
      ) : (
        changes.length > 0 && list
      )}
      {entry.reason && <p className={styles.reason}>Reason: {entry.reason}</p>}
      {entry.note && <p className={styles.reason}>{entry.note}</p>}
    </li>
  );
}

function attributeLabel(attribute: string): string {
  return attribute === "actionTime" ? "Takes effect" : labelOf(attribute);
}

/** Formats a value from its JSON text. */
function formatJson(attribute: string, json: string, zone: TimeZone): string {
  const value: unknown = JSON.parse(json);
  if (attribute === "actionTime") return formatDateTimeWithCentral(String(value), { zone: zone.iana, weekday: true });
  return formatValue(attribute, value);
}
