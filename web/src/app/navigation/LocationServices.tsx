import { useSyncExternalStore } from "react";
import { locationServices } from "../locationServices";
import styles from "./topBar.module.css";

export function useLocationServices() {
  return useSyncExternalStore(locationServices.subscribe, locationServices.current);
}

/** The status of the location services (SHL-22). Screen readers announce a change. */
export function LocationServices() {
  const status = useLocationServices();
  return (
    <p className={styles.services} data-status={status} aria-live="polite">
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.servicesText}>Location Services: {status}</span>
    </p>
  );
}
