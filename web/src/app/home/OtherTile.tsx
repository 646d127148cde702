/** The tiles of the home page that load after its first content. */
import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useId, type ReactNode } from "react";
import { Link } from "react-router";
import { openAlertsQuery } from "../../health/fridgeAlerts";
import { formatCount } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { useNow } from "../../lib/useNow";
import { syncsQuery } from "../../logistics/syncs";
import { failedChangesQuery } from "../../schedules/failedChanges";
import { useMyPermissions } from "../../session/permissions";
import type { HomeTile } from "../../session/preferences";
import { unreachableQuery } from "../../stocking/unreachable";
import { Button } from "../../ui/Button";
import { QueryView } from "../../ui/query/QueryView";
import { Muted } from "../../ui/text";
import { recentUploadsQuery } from "../../uploads/recentUploads";
import { useVisibleNavigation } from "../navigation/useVisibleNavigation";
import { useRecentItems } from "../search/recentItems";
import { KIND_LABELS, keyOf } from "../search/searchItem";
import { countSince, yesterdayOf } from "./changes";
import styles from "./home.module.css";
import { visiblePaths, type View } from "./tiles";
import { addressOf, labelOfScreen, TILE_TITLES } from "./tileTexts";
import { UPLOAD_FOLDERS } from "./uploadFolders";

/** Loaded only with its tile, because it computes the delays like the dashboard. */
const RoutesBehind = lazy(() => import("../../stocking/RoutesBehind"));

const UPDATE_INTERVAL = 60_000;

interface Props {
  readonly tile: HomeTile;
  readonly views: readonly View[];
  readonly favorites: readonly string[];
}

export default function OtherTile({ tile, views, favorites }: Props) {
  switch (tile.kind) {
    case "CHANGES":
      return <ChangesTile />;
    case "DELIVERY":
      return <DeliveryTile />;
    case "FAVORITES":
      return <FavoritesTile favorites={favorites} />;
    case "RECENT":
      return <RecentTile />;
    case "VIEW": {
      const view = views.find(({ id }) => id === tile.view);
      return view ? <ViewTile view={view} /> : null;
    }
    case "ATTENTION":
    case "SCREENS":
      return null;
  }
}

function Tile({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles.tile}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}

interface Line {
  readonly to: string;
  /** The number of new entries; undefined until it is loaded. */
  readonly count: number | undefined;
  readonly text: (count: number) => string;
  readonly failed: boolean;
  /** Whether the list has more entries than its first page. */
  readonly more?: boolean;
  readonly retry: () => unknown;
}

/** The new alerts, failed changes, uploads and syncs of yesterday and today, with links to their lists. */
function ChangesTile() {
  const { may } = useMyPermissions();
  const yesterday = yesterdayOf(useNow(UPDATE_INTERVAL));
  const alerts = useQuery(openAlertsQuery());
  const failed = useInfiniteQuery({ ...failedChangesQuery, enabled: may("GetScheduledEvents") });
  const syncs = useInfiniteQuery({ ...syncsQuery, enabled: may("SyncLogiNext") });
  const folders = UPLOAD_FOLDERS.filter(([, action]) => may(action));
  const uploads = useQueries({ queries: folders.map(([folder]) => recentUploadsQuery(folder)) });
  const since = (times: readonly string[] | undefined) => times && countSince(times, yesterday);
  const [changesPage, syncsPage] = [failed.data?.pages[0], syncs.data?.pages[0]];
  const lines: readonly Line[] = [
    {
      to: paths.alerts,
      count: since(alerts.data?.map(({ openedAt }) => openedAt)),
      text: (count) => `${formatCount(count, "open alert")} since yesterday`,
      failed: alerts.isError,
      retry: alerts.refetch,
    },
    ...(may("GetScheduledEvents")
      ? [
          {
            to: paths.failedChanges,
            count: since(changesPage?.items.map(({ actionTime }) => actionTime)),
            text: (count: number) => `${formatCount(count, "scheduled change")} failed`,
            failed: failed.isError,
            more: Boolean(changesPage?.nextToken),
            retry: failed.refetch,
          },
        ]
      : []),
    ...folders.flatMap(([folder, , to], index): readonly Line[] => {
      const query = uploads[index];
      if (!query) return [];
      return [
        {
          to,
          count: since(query.data?.map(({ at }) => at)),
          text: (count) => `${formatCount(count, "upload")}: ${UPLOAD_LABELS[folder]}`,
          failed: query.isError,
          retry: query.refetch,
        },
      ];
    }),
    ...(may("SyncLogiNext")
      ? [
          {
            to: paths.logiNext,
            count: since(syncsPage?.items.map(({ requestedAt }) => requestedAt)),
            text: (count: number) => `${formatCount(count, "LogiNext sync")}`,
            failed: syncs.isError,
            more: Boolean(syncsPage?.nextToken),
            retry: syncs.refetch,
          },
        ]
      : []),
  ];
  return (
    <Tile title={TILE_TITLES.CHANGES}>
      <Lines lines={lines} />
    </Tile>
  );
}

const UPLOAD_LABELS = {
  "routes-upload": "weekly routes",
  "par-allocation-uploads": "pars",
  "forecast-uploads": "forecast",
} as const;

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const failed = lines.filter((line) => line.failed && line.count === undefined);
  const isLoading = lines.some(({ count, failed: hasFailed }) => count === undefined && !hasFailed);
  const changed = lines.flatMap(({ to, count, text, more }) => (count ? [{ to, text: text(count), more }] : []));
  return (
    <>
      {changed.length > 0 && (
        <ul>
          {changed.map(({ to, text, more }) => (
            <li key={to}>
              <Link to={to}>{text}</Link>
              {more && " or more"}
            </li>
          ))}
        </ul>
      )}
      {isLoading && <Muted as="p">Loading…</Muted>}
      {!isLoading && failed.length === 0 && changed.length === 0 && <Muted as="p">Nothing new since yesterday</Muted>}
      {failed.length > 0 && (
        <Muted as="p">
          Couldn't load all changes.{" "}
          <Button variant="link" onClick={() => failed.forEach(({ retry }) => void retry())}>
            Retry
          </Button>
        </Muted>
      )}
    </>
  );
}

/** The delivery of today: the routes that are most behind, and the locations that could not be reached. */
function DeliveryTile() {
  const { may } = useMyPermissions();
  const unreachable = useQuery(unreachableQuery(new Date(useNow(UPDATE_INTERVAL))));
  return (
    <Tile title={TILE_TITLES.DELIVERY}>
      {may("GetUniqueRoutes") && (
        <Suspense fallback={<Muted as="p">Loading the routes of today…</Muted>}>
          <RoutesBehind />
        </Suspense>
      )}
      <QueryView
        query={unreachable}
        label="the stops"
        error={() => "Unable to load the stops of today"}
        skeleton={<Muted as="p">Loading the stops of today…</Muted>}
      >
        {(count) => (
          <p>
            {count === 0
              ? "No locations are reported as unreachable"
              : `${formatCount(count, "location")} could not be reached`}
          </p>
        )}
      </QueryView>
      <Link to={paths.checkpoints}>Routes and drivers of today</Link>
    </Tile>
  );
}

/** The favorite screens that the user may open. */
function FavoritesTile({ favorites }: { readonly favorites: readonly string[] }) {
  const visible = visiblePaths(useVisibleNavigation());
  const shown = favorites.filter((path) => visible.has(path));
  return (
    <Tile title={TILE_TITLES.FAVORITES}>
      {shown.length === 0 && <Muted as="p">Choose favorite screens with “Arrange this page”</Muted>}
      {shown.length > 0 && (
        <ul>
          {shown.map((path) => (
            <li key={path}>
              <Link to={path}>{labelOfScreen(path)}</Link>
            </li>
          ))}
        </ul>
      )}
    </Tile>
  );
}

/** The items that the user opened from the search last, on this computer. */
function RecentTile() {
  const { items } = useRecentItems();
  return (
    <Tile title={TILE_TITLES.RECENT}>
      {items.length === 0 && <Muted as="p">Items that you open from the search appear here</Muted>}
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={keyOf(item)}>
              <Link to={item.to}>{item.title}</Link> <Muted>{KIND_LABELS[item.kind]}</Muted>
            </li>
          ))}
        </ul>
      )}
    </Tile>
  );
}

/** A link to a table with the filters, columns and sort of a saved view. */
function ViewTile({ view }: { readonly view: View }) {
  return (
    <Tile title={view.name}>
      <Link to={addressOf(view)}>{labelOfScreen(view.screen)}</Link>
    </Tile>
  );
}
