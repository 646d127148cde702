import { useEffect, useId, useRef } from "react";
import { Link, useLocation } from "react-router";
import { config } from "../../api/config";
import { paths } from "../../lib/paths";
import { VisuallyHidden } from "../../ui/text";
import { isHome, isInternal, placeOf, type NavigationEntry, type NavigationGroup, type Place } from "./entries";
import { Icon } from "./icons";
import styles from "./navigation.module.css";
import { useNavigationSettings } from "./useNavigationSettings";
import { useVisibleNavigation } from "./useVisibleNavigation";

interface Props {
  /** Whether only icons are visible. The button of a group then expands the sidebar. */
  readonly collapsed?: boolean;
}

/** The home page, and the groups with their entries. The group of the current screen is open. */
export function NavigationList({ collapsed = false }: Props) {
  const { pathname } = useLocation();
  const place = placeOf(pathname);
  const { settings, change } = useNavigationSettings();
  const groups = useVisibleNavigation();
  const list = useRef<HTMLUListElement>(null);
  const isLoaded = groups.length > 0;

  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>(":scope ul [aria-current]");
    if (isLoaded) current?.scrollIntoView({ block: "nearest" });
  }, [pathname, isLoaded]);

  return (
    <ul ref={list} className={styles.groups}>
      <li>
        <Link to={paths.home} className={styles.top} aria-current={isHome(pathname) ? "page" : undefined}>
          <Icon name="home" className={styles.icon} />
          <span className={styles.label}>Home</span>
        </Link>
      </li>
      {groups.map((group) => {
        const current = place?.group === group.label ? place : null;
        const open = settings.groups[group.label] ?? current !== null;
        return (
          <Group
            key={group.label}
            group={group}
            current={current}
            open={open && !collapsed}
            onToggle={() =>
              change({ collapsed: false, groups: { ...settings.groups, [group.label]: collapsed || !open } })
            }
          />
        );
      })}
    </ul>
  );
}

interface GroupProps {
  readonly group: NavigationGroup;
  /** The current screen if it is in this group. */
  readonly current: Place | null;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Group({ group, current, open, onToggle }: GroupProps) {
  const id = useId();
  return (
    <li>
      <button
        type="button"
        className={styles.top}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-current={current !== null || undefined}
        onClick={onToggle}
      >
        <Icon name={group.icon} className={styles.icon} />
        <span className={styles.label}>{group.label}</span>
        <Icon name="chevron" className={styles.chevron} />
      </button>
      {open && (
        <ul id={id} className={styles.entries}>
          {group.entries.map((entry) => (
            <li key={entry.label}>
              <Entry entry={entry} current={current?.entry === entry ? current : null} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Entry({ entry, current }: { readonly entry: NavigationEntry; readonly current: Place | null }) {
  if (isInternal(entry)) {
    return (
      // `true` marks the entry above the current screen.
      <Link
        to={entry.to}
        className={styles.entry}
        aria-current={current ? (current.below.length > 0 ? true : "page") : undefined}
      >
        {entry.label}
      </Link>
    );
  }
  const address = config().links[entry.link];
  if (!address) {
    return (
      <span className={styles.unconfigured} title="No link is configured">
        {entry.label}
      </span>
    );
  }
  return (
    <a href={address} target="_blank" rel="noreferrer" className={styles.entry}>
      {entry.label}
      <Icon name="external" className={styles.external} />
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}
