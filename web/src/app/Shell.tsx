import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useAccessCheck } from "../session/permissions";
import { NavigationBar } from "./NavigationBar";
import { useStaleVersionCheck } from "./useStaleVersionCheck";

/** The navigation bar and the main area, which surround every screen. */
export function Shell() {
  useStaleVersionCheck();
  useAccessCheck();
  useFocusOnTitle();
  const loading = useNavigation().state === "loading";
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <NavigationBar />
      {loading && <div className="route-progress" aria-hidden="true" />}
      <main id="main" className="main">
        <Outlet />
      </main>
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
