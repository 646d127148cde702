/** What needs attention today: a card for each thing that this person may see. Each loads, and fails, by itself. */
import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { Link } from "react-router";
import { isForbidden } from "../api/errors";
import { openAlertsQuery } from "../health/fridgeAlerts";
import { syncsQuery } from "../logistics/syncs";
import { failedChangesQuery } from "../schedules/queries";
import { useMyPermissions } from "../session/permissions";
import { unreachedQuery } from "../stocking/unreached";
import { Button } from "../ui/Button";
import { plural } from "../ui/plural";
import { useNow } from "../ui/useNow";
import { recentUploadsQuery } from "../uploads/records";
import type { Folder } from "../uploads/kinds";
import { failedCenters, failedChanges, failedUploads, openAlerts, type Finding } from "./attention";
import "./attention.css";

const TICK = 60_000;

/** Folders of uploads that this person may look into, each with the screen of its uploads. */
const FOLDERS = [
  ["routes-upload", "UploadRoutes", "/locations/update_weekly_routes"],
  ["par-allocation-uploads", "UploadPars", "/pars/upload"],
  ["forecast-uploads", "UpdateForecast", "/forecast/upload"],
] as const satisfies readonly (readonly [Folder, string, string])[];

export function Attention() {
  const { may } = useMyPermissions();
  const titleId = useId();
  const now = useNow(TICK);
  const uploads = FOLDERS.filter(([, action]) => may(action));
  return (
    <section aria-labelledby={titleId} className="attention">
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

interface Asked {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface CardProps {
  readonly title: string;
  readonly to: string;
  readonly asked: Asked;
  readonly finding: Finding | undefined;
  /** Said where there is nothing. */
  readonly calm: string;
}

function Card({ title, to, asked, finding, calm }: CardProps) {
  // Somebody else's business.
  if (isForbidden(asked.error)) return null;
  const wrong = finding !== undefined && finding.count > 0;
  return (
    <li className="attention-card" data-wrong={wrong || undefined}>
      <h3>
        <Link to={to}>{title}</Link>
      </h3>
      {saying()}
    </li>
  );

  function saying(): ReactNode {
    if (finding) {
      if (!wrong) return <p className="muted">{calm}</p>;
      return (
        <>
          <p className="attention-count">
            {finding.count.toLocaleString("en-US")}
            {finding.more && "+"}
          </p>
          {finding.detail && <p className="muted">{finding.detail}</p>}
        </>
      );
    }
    if (asked.error === null) return <p className="muted">Looking…</p>;
    return (
      <p className="muted">
        This could not be loaded.{" "}
        <Button look="quiet" aria-label={`Retry ${title}`} busy={asked.isFetching} onClick={() => void asked.refetch()}>
          Retry
        </Button>
      </p>
    );
  }
}

function AlertsCard() {
  const alerts = useQuery(openAlertsQuery());
  return (
    <Card
      title="Fridge alerts"
      to="/portfoliohealth/alerts"
      asked={alerts}
      finding={alerts.data && openAlerts(alerts.data)}
      calm="No alert is open: all is well"
    />
  );
}

function ChangesCard() {
  const failed = useInfiniteQuery(failedChangesQuery);
  const page = failed.data?.pages[0];
  return (
    <Card
      title="Failed scheduled changes"
      to="/locations/schedule"
      asked={failed}
      finding={page && failedChanges(page)}
      calm="No scheduled change has failed"
    />
  );
}

function StopsCard({ now }: { readonly now: number }) {
  const unreached = useQuery(unreachedQuery(new Date(now)));
  const count = unreached.data;
  return (
    <Card
      title="Stops that could not be reached"
      to="/reports/checkpoints"
      asked={unreached}
      finding={count === undefined ? undefined : { count, detail: `${plural(count, "location")} not stocked today` }}
      calm="Drivers reached every stop so far"
    />
  );
}

function SyncsCard({ now }: { readonly now: number }) {
  const syncs = useInfiniteQuery(syncsQuery);
  const page = syncs.data?.pages[0];
  return (
    <Card
      title="Failed LogiNext syncs"
      to="/loginext"
      asked={syncs}
      finding={page && failedCenters(page.items, now)}
      calm="No fulfillment center's sync failed"
    />
  );
}

interface UploadsProps {
  readonly now: number;
  readonly folders: readonly Folder[];
  readonly to: string;
}

function UploadsCard({ now, folders, to }: UploadsProps) {
  const recent = useQueries({ queries: folders.map(recentUploadsQuery) });
  const records = recent.flatMap(({ data }) => data ?? []);
  const complete = recent.every(({ data }) => data !== undefined);
  return (
    <Card
      title="Failed uploads"
      to={to}
      asked={{
        isPending: recent.some(({ isPending }) => isPending),
        error: recent.find(({ error }) => error)?.error ?? null,
        isFetching: recent.some(({ isFetching }) => isFetching),
        refetch: () => recent.map(({ refetch }) => refetch()),
      }}
      finding={complete ? failedUploads(records, now) : undefined}
      calm="No upload is left unfinished"
    />
  );
}
