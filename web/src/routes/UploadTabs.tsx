import { NavLink } from "react-router";
import { DRIVERS_SCREEN, SCHEDULE_SCREEN } from "./formats";
import "./uploadTabs.css";

/** The two uploads of this area, which one entry of the navigation bar stands for. */
export function UploadTabs() {
  return (
    <nav className="upload-tabs" aria-label="Uploads of routes">
      <NavLink to={DRIVERS_SCREEN.to}>Drivers and routes of locations</NavLink>
      <NavLink to={SCHEDULE_SCREEN.to}>Schedule of routes and stops</NavLink>
    </nav>
  );
}
