/** The problems of today: a card for each kind that the user has permission for. Cards load and fail independently. */
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../lib/paths";
import { formatCount, formatNumber } from "../lib/formats";
import { openAlertsQuery } from "../health/fridgeAlerts";
import { ALERT_KINDS } from "../health/rules/alerts";
import { syncsQuery } from "../logistics/syncs";
import { failedChangesQuery } from "../schedules/failedChanges";
import { useMyPermissions } from "../session/permissions";
import { unreachableQuery } from "../stocking/unreachable";
import { Button } from "../ui/Button";
import { Muted } from "../ui/text";
import { useNow } from "../lib/useNow";
import { recentUploadsQuery } from "../uploads/recentUploads";
import type { Folder } from "../uploads/kinds";
import { statusOf, type QueryState } from "../ui/query/query";
import { failedCenters, failedChanges, failedUploads, openAlerts, type AttentionSummary } from "./attention";
import styles from "./attention.module.css";
import { UPLOAD_FOLDERS } from "./home/uploadFolders";

const UPDATE_INTERVAL = 60_000;

export function Attention() {
  const { may } = useMyPermissions();
  const titleId = useId();
  const now = useNow(UPDATE_INTERVAL);
  const uploads = UPLOAD_FOLDERS.filter(([, action]) => may(action));
  return (
    <section aria-labelledby={titleId} className={styles.attention}>
      <h2 id={titleId}>Needs attention today</h2>
      <ul>
        <AlertsCard />
        {may("GetScheduledEvents") && <ChangesCard />}
        {may("GetCheckPointStatus") && <StopsCard now={now} />}
        {may("SyncLogiNext") && <SyncsCard now={now} />}
        {uploads[0] && <UploadsCard now={now} folders={uploads.map(([folder]) => folder)} to={uploads[0][2]} />}
      </ul>
    </section>
  );
}

interface CardProps {
  readonly title: string;
  readonly to: string;
  readonly query: Omit<QueryState<unknown>, "data" | "dataUpdatedAt">;
  readonly summary: AttentionSummary | undefined;
  /** The text without problems. */
  readonly emptyText: string;
  /** Links to a part of the problems, such as those of one kind. */
  readonly links?: ReactNode;
}

function Card({ title, to, query, summary, emptyText, links }: CardProps) {
  const status = statusOf({ data: summary, error: query.error });
  // The user has no permission for this kind.
  if (status === "forbidden") return null;
  const hasProblems = summary !== undefined && summary.count > 0;
  return (
    <li className={styles.card} data-problem={hasProblems || undefined}>
      <h3>
        <Link to={to}>{title}</Link>
      </h3>
      {content()}
    </li>
  );

  function content(): ReactNode {
    if (summary) {
      if (!hasProblems) return <Muted as="p">{emptyText}</Muted>;
      return (
        <>
          <p className={styles.count}>
            {formatNumber(summary.count)}
            {summary.more && "+"}
          </p>
          {summary.detail && <Muted as="p">{summary.detail}</Muted>}
          {links}
        </>
      );
    }
    if (status === "loading") return <Muted as="p">Loading…</Muted>;
    return (
      <Muted as="p">
        Couldn't load.{" "}
        <Button
          variant="link"
          aria-label={`Retry ${title}`}
          busy={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Retry
        </Button>
      </Muted>
    );
  }
}

function AlertsCard() {
  const alerts = useQuery(openAlertsQuery());
  const kinds = ALERT_KINDS.filter(({ kind }) => alerts.data?.some((alert) => alert.kind === kind));
  return (
    <Card
      title="Fridge alerts"
      to={paths.alerts}
      query={alerts}
      summary={alerts.data && openAlerts(alerts.data)}
      links={
        <p className={styles.links}>
          {kinds.map(({ kind, label }) => (
            <Link key={kind} to={`${paths.alerts}?kind=${kind}`} aria-label={`Alerts: ${label}`}>
              {label}
            </Link>
          ))}
        </p>
      }
      emptyText="No open alerts"
    />
  );
}

function ChangesCard() {
  const failed = useInfiniteQuery(failedChangesQuery);
  const page = failed.data?.pages[0];
  return (
    <Card
      title="Failed scheduled changes"
      to={paths.failedChanges}
      query={failed}
      summary={page && failedChanges(page)}
      emptyText="No failed changes"
    />
  );
}

function StopsCard({ now }: { readonly now: number }) {
  const unreachable = useQuery(unreachableQuery(new Date(now)));
  const count = unreachable.data;
  return (
    <Card
      title="Stops that could not be reached"
      to={paths.checkpoints}
      query={unreachable}
      summary={
        count === undefined ? undefined : { count, detail: `${formatCount(count, "location")} not stocked today` }
      }
      emptyText="No unreached stops"
    />
  );
}

function SyncsCard({ now }: { readonly now: number }) {
  const syncs = useInfiniteQuery(syncsQuery);
  const page = syncs.data?.pages[0];
  return (
    <Card
      title="Failed LogiNext syncs"
      to={paths.logiNext}
      query={syncs}
      summary={page && failedCenters(page.items, now)}
      emptyText="No failed syncs"
    />
  );
}

interface UploadsProps {
  readonly now: number;
  readonly folders: readonly Folder[];
  readonly to: string;
}

function UploadsCard({ now, folders, to }: UploadsProps) {
  const client = useQueryClient();
  const recent = useQuery({
    queryKey: ["uploads", "recent", folders],
    // The queries of the folders determine whether their data is fresh.
    staleTime: 0,
    queryFn: async () => {
      const records = await Promise.all(folders.map((folder) => client.fetchQuery(recentUploadsQuery(folder))));
      return records.flat();
    },
  });
  return (
    <Card
      title="Failed uploads"
      to={to}
      query={recent}
      summary={recent.data && failedUploads(recent.data, now)}
      emptyText="No failed uploads"
    />
  );
}
