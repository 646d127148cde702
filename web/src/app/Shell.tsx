import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useAccessCheck } from "../session/permissions";
import { NavigationBar } from "./NavigationBar";
import { useStaleVersionCheck } from "./useStaleVersionCheck";

/** What is around every screen. */
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
      {/* By path: a filter that changes the address leaves the page where it is, and a list is found where it was left. */}
      <ScrollRestoration getKey={({ pathname }) => pathname} />
    </>
  );
}

/** Another screen is told to who cannot see it: the focus goes to its title, which is then read. */
function useFocusOnTitle() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [pathname]);
}
