import { useEffect, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { paths } from "../lib/paths";
import { config } from "../api/config";
import { useFeatureFlags } from "../session/permissions";
import { Disclosure } from "./Disclosure";
import { isCurrent, visibleNavigation, type NavigationEntry } from "./navigation";
import { UserMenu } from "./UserMenu";
import "./navigation.css";

/** The navigation bar. On a narrow screen it is a button that opens the same entries below it. */
export function NavigationBar() {
  const groups = visibleNavigation(useFeatureFlags());
  const { pathname, key } = useLocation();
  // An open group or menu belongs to one location, so any navigation closes it.
  const [opened, setOpened] = useState<{ readonly label: string; readonly key: string } | null>(null);
  const [menuOpenedAt, setMenuOpenedAt] = useState<string | null>(null);
  const menuOpen = menuOpenedAt === key;
  const bar = useRef<HTMLElement>(null);

  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && bar.current?.contains(event.target)) return;
      setOpened(null);
      setMenuOpenedAt(null);
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, []);

  const disclosure = (label: string) => {
    const open = opened?.label === label && opened.key === key;
    return { open, onToggle: () => setOpened(open ? null : { label, key }), onClose: () => setOpened(null) };
  };

  return (
    <header className="bar" ref={bar}>
      <NavLink to={paths.home} className="bar-brand" aria-label="Larder, home">
        <img src="/icon.svg" alt="" width="22" height="22" />
        Larder
      </NavLink>
      <button
        type="button"
        className="bar-menu-button"
        aria-expanded={menuOpen}
        aria-controls="navigation"
        onClick={() => setMenuOpenedAt(menuOpen ? null : key)}
      >
        Menu
      </button>
      <nav id="navigation" className="bar-navigation" aria-label="Main" data-open={menuOpen || undefined}>
        <ul className="bar-groups">
          <li>
            <NavLink to={paths.home} className="bar-item">
              Home
            </NavLink>
          </li>
          {groups.map((group) => (
            <li key={group.label}>
              <Disclosure label={group.label} current={isCurrent(group, pathname)} {...disclosure(group.label)}>
                <ul className="bar-entries">
                  {group.entries.map((entry) => (
                    <li key={entry.label}>
                      <Entry entry={entry} />
                    </li>
                  ))}
                </ul>
              </Disclosure>
            </li>
          ))}
          <li className="bar-user">
            <UserMenu {...disclosure("User")} />
          </li>
        </ul>
      </nav>
    </header>
  );
}

function Entry({ entry }: { readonly entry: NavigationEntry }) {
  if ("to" in entry) return <NavLink to={entry.to}>{entry.label}</NavLink>;
  const address = config().links[entry.link];
  if (!address) {
    return (
      <span className="bar-unconfigured" title="No link is configured">
        {entry.label}
      </span>
    );
  }
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {entry.label}
      <span aria-hidden="true"> ↗</span>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
