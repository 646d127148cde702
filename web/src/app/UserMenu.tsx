import { useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { paths } from "../lib/paths";
import { endSession } from "../session/auth";
import { useUser } from "../session/user";
import { Button } from "../ui/Button";
import { toastFailure } from "../lib/toast";
import { Disclosure, type DisclosureState } from "./Disclosure";
import { locationServices, type ServiceStatus } from "./locationServices";

const MARKS: Readonly<Record<ServiceStatus, string>> = { unknown: "?", ok: "✓", error: "!" };

export function UserMenu(state: DisclosureState) {
  const { email } = useUser();
  const services = useSyncExternalStore(locationServices.subscribe, locationServices.current);
  const [isLoggingOut, setIsLoggingOut] = useState(false);

  async function logOut() {
    setIsLoggingOut(true);
    try {
      await endSession();
    } catch {
      setIsLoggingOut(false);
      toastFailure("Unable to log out. Check your internet connection.");
    }
  }

  return (
    <Disclosure
      {...state}
      label={
        <>
          <ServiceIcon status={services} />
          <span className="visually-hidden">User </span>
          <span className="user-email">{email}</span>
        </>
      }
    >
      <dl className="user-facts">
        <dt>Signed in as</dt>
        <dd>{email}</dd>
        <dt>Location Services</dt>
        <dd>
          <ServiceIcon status={services} /> {services}
        </dd>
        <dt>Version</dt>
        <dd>{__VERSION__}</dd>
      </dl>
      <p>
        <Link to={paths.account} onClick={state.onClose}>
          Account and security
        </Link>
      </p>
      <Button onClick={() => void logOut()} busy={isLoggingOut} busyText="Logging out…">
        Log Out
      </Button>
    </Disclosure>
  );
}

/** The status as a shape, a color and text, so that it does not depend on color alone. */
function ServiceIcon({ status }: { readonly status: ServiceStatus }) {
  const text = `Location Services: ${status}`;
  return (
    <span className="service-icon" data-status={status} role="img" aria-label={text} title={text}>
      {MARKS[status]}
    </span>
  );
}
