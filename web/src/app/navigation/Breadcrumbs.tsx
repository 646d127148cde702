import { Link, useLocation } from "react-router";
import { paths } from "../../lib/paths";
import { isHome, placeOf } from "./entries";
import styles from "./topBar.module.css";

interface Crumb {
  readonly label: string;
  /** Undefined for a group, which has no screen. */
  readonly to?: string;
}

interface Trail {
  readonly above: readonly Crumb[];
  /** The screen itself; null for a notice, which has no place in the navigation. */
  readonly current: string | null;
}

function trailOf(pathname: string): Trail {
  const place = placeOf(pathname);
  if (place) {
    const crumbs = [place.entry, ...place.below];
    return { above: [{ label: place.group }, ...crumbs.slice(0, -1)], current: crumbs.at(-1)?.label ?? null };
  }
  if (isHome(pathname)) return { above: [], current: "Home" };
  const isAccount = pathname.toLowerCase() === paths.account;
  return { above: [{ label: "Home", to: paths.home }], current: isAccount ? "Account" : null };
}

/** The place of the screen in the navigation. */
export function Breadcrumbs() {
  const { above, current } = trailOf(useLocation().pathname);
  return (
    <nav className={styles.breadcrumbs} aria-label="Breadcrumbs">
      <ol>
        {above.map(({ label, to }) => (
          <li key={label}>{to === undefined ? label : <Link to={to}>{label}</Link>}</li>
        ))}
        {current !== null && <li aria-current="page">{current}</li>}
      </ol>
    </nav>
  );
}
