import { Link } from "react-router";
import { paths } from "../../lib/paths";
import styles from "./navigation.module.css";

/** The product's name, which links the home page. */
export function Brand() {
  return (
    <Link to={paths.home} className={styles.brand} aria-label="Larder, home">
      <img src="/icon.svg" alt="" width="22" height="22" />
      <span className={styles.label}>Larder</span>
    </Link>
  );
}
