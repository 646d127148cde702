import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { paths } from "../../lib/paths";
import type { LocationDetail } from "../locationQuery";
import styles from "./tabs.module.css";

interface Tab {
  readonly label: string;
  readonly path: typeof paths.location;
  /** Whether only fridges have the tab. */
  readonly fridgesOnly?: boolean;
}

const TABS: readonly Tab[] = [
  { label: "Overview", path: paths.locationOverview },
  { label: "Health", path: paths.fridgeHealth, fridgesOnly: true },
  { label: "Inventory", path: paths.inventory, fridgesOnly: true },
  { label: "Schedule", path: paths.locationSchedule },
  { label: "Settings", path: paths.location },
  { label: "History", path: paths.locationHistory },
];

interface Props {
  readonly id: string;
  readonly location: LocationDetail | null | undefined;
}

/** Links to the screens of one location. */
export function Tabs({ id, location }: Props) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const isFridge = !location || location.type === "FRIDGE";
  const tabs = TABS.filter(({ fridgesOnly }) => isFridge || !fridgesOnly);

  // On a phone the row of tabs scrolls.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.clientWidth / 2;
  }, [pathname]);

  return (
    <nav ref={nav} className={styles.tabs} aria-label={`Tabs of ${id}`}>
      {tabs.map(({ label, path }) => (
        <NavLink key={label} to={path(id)} className={styles.tab} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
