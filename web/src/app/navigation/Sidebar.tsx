import { Brand } from "./Brand";
import { Icon } from "./icons";
import styles from "./navigation.module.css";
import { NavigationList } from "./NavigationList";
import { useNavigationSettings } from "./useNavigationSettings";

/** The navigation at the side of the window. The user can reduce it to icons. */
export function Sidebar() {
  const { settings, change } = useNavigationSettings();
  const { collapsed } = settings;
  return (
    <nav className={styles.sidebar} aria-label="Main" data-collapsed={collapsed || undefined}>
      <Brand />
      <div className={styles.scroller}>
        <NavigationList collapsed={collapsed} />
      </div>
      <button type="button" className={styles.toggle} onClick={() => change({ collapsed: !collapsed })}>
        <Icon name="collapse" className={styles.icon} />
        <span className={styles.label}>{collapsed ? "Expand navigation" : "Collapse navigation"}</span>
      </button>
    </nav>
  );
}
