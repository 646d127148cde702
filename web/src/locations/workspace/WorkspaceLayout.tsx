import { useLayoutEffect, useMemo, useState, type CSSProperties } from "react";
import { Outlet, useParams } from "react-router";
import { useFridgeLive } from "../../health/useFridgeLive";
import { formatDateTime } from "../../lib/formats";
import { useMedia } from "../../lib/media";
import { useNow } from "../../lib/useNow";
import { useLocationIfPermitted } from "../useLocationIfPermitted";
import { WorkspaceContext } from "../workspace";
import { Glance } from "./Glance";
import { Identity } from "./Identity";
import { StatusLine } from "./StatusLine";
import { Tabs } from "./Tabs";
import { useHeaderQueries } from "./useHeaderQueries";
import styles from "./workspace.module.css";

/** The header and the tabs around all screens of one location. Without an id there is no location to show. */
export default function WorkspaceLayout() {
  const id = useParams().id ?? "";
  return id === "" ? <Outlet /> : <Workspace key={id} id={id} />;
}

function Workspace({ id }: { readonly id: string }) {
  const { connected } = useFridgeLive(id);
  const known = useLocationIfPermitted(id);
  const queries = useHeaderQueries(id, known, connected);
  // Only a wide window has space for the whole header above the content.
  const wide = useMedia("wide");
  const [sticky, setSticky] = useState<HTMLElement | null>(null);
  const stickyHeight = useHeight(sticky);
  const workspace = useMemo(() => ({ connected }), [connected]);

  const identity = <Identity id={id} {...known} {...queries} />;
  const rest = (
    <>
      <StatusLine {...known} history={queries.history} />
      <Glance {...known} health={queries.health} connection={queries.connection} connected={connected} />
      <Tabs id={id} location={known.location} />
    </>
  );
  return (
    <WorkspaceContext value={workspace}>
      <div className={styles.workspace} style={{ "--sticky-height": `${stickyHeight}px` } as CSSProperties}>
        <div ref={setSticky} className={styles.sticky}>
          {identity}
          {wide && rest}
        </div>
        {!wide && <div className={styles.rest}>{rest}</div>}
        <PrintTime />
        <div className={styles.content}>
          <Outlet />
        </div>
      </div>
    </WorkspaceContext>
  );
}

/** When the page is printed, because ages such as "2 minutes ago" mean nothing on paper. Hidden on the screen. */
function PrintTime() {
  return <p className={styles.printed}>Printed {formatDateTime(useNow())}</p>;
}

/** The height of an element in pixels, updated when it changes. */
function useHeight(element: HTMLElement | null): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
