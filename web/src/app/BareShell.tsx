import { Outlet } from "react-router";
import { useAccessCheck } from "../session/permissions";
import { useStaleVersionCheck } from "./useStaleVersionCheck";

/** The frame of a screen that fills the window without the navigation. */
export function BareShell() {
  useStaleVersionCheck();
  useAccessCheck();
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
