import { Suspense, lazy, useCallback, useEffect, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useMedia } from "../lib/media";
import { useAccessCheck } from "../session/permissions";
import { SavedViewContext } from "../ui/table/SavedViewContext";
import { Sidebar } from "./navigation/Sidebar";
import { TopBar } from "./navigation/TopBar";
import { useShortcuts, type ShortcutTarget } from "./search/useShortcuts";
import styles from "./shell.module.css";
import { useSavedViewStore } from "./useSavedViewStore";
import { useStaleVersionCheck } from "./useStaleVersionCheck";

const HelpPanel = lazy(() => import("../help/HelpPanel"));
const SearchPalette = lazy(() => import("./search/SearchPalette"));
const ShortcutsDialog = lazy(() => import("./search/ShortcutsDialog"));

/** The navigation and the main area, which surround every screen. */
export function Shell() {
  useStaleVersionCheck();
  useAccessCheck();
  useFocusOnTitle();
  const savedViews = useSavedViewStore();
  const narrow = useMedia("narrow");
  const loading = useNavigation().state === "loading";
  const [opened, setOpened] = useState<"search" | "shortcuts" | null>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const open = useCallback((what: ShortcutTarget) => (what === "help" ? setIsHelpOpen(true) : setOpened(what)), []);
  useShortcuts(open);
  const close = () => setOpened(null);
  return (
    <>
      <a className={styles.skipLink} href="#main">
        Skip to content
      </a>
      <div className={styles.shell}>
        {!narrow && <Sidebar />}
        <div className={styles.content}>
          <TopBar
            narrow={narrow}
            isHelpOpen={isHelpOpen}
            onHelp={() => setIsHelpOpen(!isHelpOpen)}
            onSearch={() => setOpened("search")}
            onShortcuts={() => setOpened("shortcuts")}
          />
          {loading && <div className={styles.progress} aria-hidden="true" />}
          <main id="main" tabIndex={-1}>
            <SavedViewContext value={savedViews}>
              <Outlet />
            </SavedViewContext>
          </main>
        </div>
        <Suspense fallback={null}>{isHelpOpen && <HelpPanel onClose={() => setIsHelpOpen(false)} />}</Suspense>
      </div>
      <Suspense fallback={null}>
        {opened === "search" && <SearchPalette onClose={close} onShortcuts={() => setOpened("shortcuts")} />}
        {opened === "shortcuts" && <ShortcutsDialog onClose={close} />}
      </Suspense>
      {/* Keyed by path: filtering keeps the scroll position, and returning to a list restores it. */}
      <ScrollRestoration getKey={({ pathname }) => pathname} />
    </>
  );
}

/** Focuses the title of a new screen, so that screen readers announce it. */
function useFocusOnTitle() {
  const { pathname } = useLocation();
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [pathname]);
}
