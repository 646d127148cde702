import { NavLink } from "react-router";
import { DRIVERS_SCREEN, SCHEDULE_SCREEN } from "./formats";
import styles from "./uploadTabs.module.css";

/** Tabs for the two uploads of this area. The navigation bar has one entry for both. */
export function UploadTabs() {
  return (
    <nav className={styles.tabs} aria-label="Route uploads">
      <NavLink to={DRIVERS_SCREEN.to}>Location drivers and routes</NavLink>
      <NavLink to={SCHEDULE_SCREEN.to}>Route and stop schedule</NavLink>
    </nav>
  );
}
