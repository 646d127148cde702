import { Suspense, lazy, useState } from "react";
import { useLocation } from "react-router";
import { Brand } from "./Brand";
import { Breadcrumbs } from "./Breadcrumbs";
import { Icon } from "./icons";
import { LocationServices } from "./LocationServices";
import styles from "./topBar.module.css";
import { UserButton } from "./UserButton";

const loadDrawer = () => import("./Drawer");
const Drawer = lazy(loadDrawer);

interface Props {
  /** Whether the navigation is in a drawer, which this bar opens. */
  readonly narrow: boolean;
  readonly isHelpOpen: boolean;
  readonly onHelp: () => void;
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

/** The bar above every screen: where the user is, the search, and the user's menu. */
export function TopBar({ narrow, isHelpOpen, onHelp, onSearch, onShortcuts }: Props) {
  const { key } = useLocation();
  // The drawer belongs to one location, so any navigation closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  return (
    <header className={styles.bar} data-compact={isHelpOpen || undefined}>
      {narrow && (
        <>
          <button
            type="button"
            className={styles.button}
            aria-label="Menu"
            aria-haspopup="dialog"
            onPointerEnter={() => void loadDrawer()}
            onFocus={() => void loadDrawer()}
            onClick={() => setOpenedAt(key)}
          >
            <Icon name="menu" />
          </button>
          <Brand />
        </>
      )}
      {!narrow && <Breadcrumbs />}
      <button type="button" className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K Meta+K /">
        <Icon name="search" className={styles.searchIcon} />
        <span className={styles.searchText}>Find anything</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <LocationServices />
      <button
        type="button"
        className={styles.button}
        aria-expanded={isHelpOpen}
        aria-keyshortcuts="F1"
        onClick={onHelp}
      >
        <Icon name="help" />
        <span className={styles.helpText}>Help</span>
      </button>
      <UserButton onShortcuts={onShortcuts} />
      {openedAt === key && (
        <Suspense fallback={null}>
          <Drawer onClose={() => setOpenedAt(null)} />
        </Suspense>
      )}
    </header>
  );
}
