import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useId, useRef, useState, type FormEvent } from "react";
import { Link, useNavigate } from "react-router";
import { paths } from "../lib/paths";
import { myPermissionsQuery, useMyPermissions } from "../session/permissions";
import { useMyPreferences, type HomeTile } from "../session/preferences";
import { Alert } from "../ui/Alert";
import { PageFrame } from "../ui/Page";
import { PlainButton } from "../ui/PlainButton";
import { QueryView } from "../ui/query/QueryView";
import { SearchField } from "../ui/SearchField";
import { Loading } from "../ui/states";
import { Attention } from "./Attention";
import styles from "./home/home.module.css";
import { TileBoundary } from "./home/TileBoundary";
import { keyOfTile, visibleTiles } from "./home/tiles";
import { isInternal } from "./navigation/entries";
import { useVisibleNavigation } from "./navigation/useVisibleNavigation";
import { useRedirectNotice } from "./redirectNotice";

const OtherTile = lazy(() => import("./home/OtherTile"));
const ArrangeHome = lazy(() => import("./home/ArrangeHome"));

/** The home page: a fridge search and the tiles that the user arranged (SHL-27). */
export function HomePage() {
  const permissions = useMyPermissions();
  const permissionsQuery = useQuery(myPermissionsQuery);
  const notice = useRedirectNotice();
  const { preferences } = useMyPreferences();
  const [arranging, setArranging] = useState(false);
  const arrangeButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    document.title = "Larder";
  }, []);

  return (
    <PageFrame>
      <header className={styles.header}>
        <div>
          <h1 tabIndex={-1}>Larder</h1>
          <p>A simple insight into the field</p>
        </div>
        {preferences && permissions.isLoaded && !permissions.hasNone && (
          <PlainButton ref={arrangeButton} aria-pressed={arranging} onClick={() => setArranging(!arranging)}>
            Arrange this page
          </PlainButton>
        )}
      </header>
      {notice && (
        <Alert variation="warning" role="status">
          {notice}
        </Alert>
      )}
      <QueryView
        query={permissionsQuery}
        label="your permissions"
        error={() => "Unable to load your permissions. Check your internet connection."}
      >
        {() => (
          <>
            {permissions.may("GetAllLocation") && <FridgeSearch />}
            {permissions.hasNone && (
              <p>You don't have any permissions yet. Ask an administrator for access, then reload this page.</p>
            )}
            {permissions.hasNone ? (
              <Screens />
            ) : (
              <Tiles
                arranging={arranging}
                onArranged={() => {
                  setArranging(false);
                  arrangeButton.current?.focus();
                }}
              />
            )}
          </>
        )}
      </QueryView>
    </PageFrame>
  );
}

interface TilesProps {
  readonly arranging: boolean;
  readonly onArranged: () => void;
}

/** The tiles in the user's order, or the default ones if the preferences cannot be loaded. */
function Tiles({ arranging, onArranged }: TilesProps) {
  const { may } = useMyPermissions();
  const navigation = useVisibleNavigation();
  const { preferences, isPending } = useMyPreferences();
  const { views = [], home = null, favorites = [] } = preferences ?? {};
  const access = { may, navigation, views, favorites };

  if (isPending) return <Loading label="your home page" />;
  if (arranging && preferences) {
    return (
      <TileBoundary>
        <Suspense fallback={<Loading label="the tiles" />}>
          <ArrangeHome preferences={preferences} access={access} onClose={onArranged} />
        </Suspense>
      </TileBoundary>
    );
  }
  const contentOf = (tile: HomeTile) => {
    if (tile.kind === "ATTENTION") return <Attention />;
    if (tile.kind === "SCREENS") return <Screens />;
    return (
      <TileBoundary>
        <Suspense fallback={<div className={styles.tile} />}>
          <OtherTile tile={tile} views={views} favorites={favorites} />
        </Suspense>
      </TileBoundary>
    );
  };
  return (
    <div className={styles.tiles}>
      {visibleTiles(home, access).map((tile) => (
        <div key={keyOfTile(tile)} data-tile={tile.kind}>
          {contentOf(tile)}
        </div>
      ))}
    </div>
  );
}

/** Links to every screen that the user may open. */
function Screens() {
  const titleId = useId();
  const groups = useVisibleNavigation()
    .map(({ label, entries }) => ({ label, screens: entries.filter(isInternal) }))
    .filter(({ screens }) => screens.length > 0);
  return (
    <div className={styles.groups}>
      {groups.map(({ label, screens }, index) => (
        <section key={label} aria-labelledby={`${titleId}-${index}`}>
          <h2 id={`${titleId}-${index}`}>{label}</h2>
          <ul>
            {screens.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to}>{entry.label}</Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function FridgeSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState("");

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = new URLSearchParams(text.trim() ? { text: text.trim() } : {});
    void navigate({ pathname: paths.locations, search: query.toString() });
  }

  return (
    <form role="search" className={styles.search} onSubmit={onSubmit}>
      <SearchField label="Find a fridge" placeholder="ID or name" value={text} onChange={setText} />
      <PlainButton type="submit">Find</PlainButton>
    </form>
  );
}
