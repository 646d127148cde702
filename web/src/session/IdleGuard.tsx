import { useEffect, useState, type ReactNode } from "react";
import { formatCount } from "../lib/formats";
import { config } from "../api/config";
import { Button } from "../ui/Button";
import { LazyDialog } from "../ui/LazyDialog";
import { Loading } from "../ui/states";
import { endSession } from "./auth";
import {
  idleState,
  isActivityKey,
  isExemptFromIdleSignOut,
  lastActivity,
  onIdleExemptionChange,
  recordIdleSignOut,
  recordActivity,
  type IdleState,
} from "./idle";

/** Events that count as activity. */
const ACTIVITY_EVENTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** The minimum time between two records of activity, in milliseconds. Pointers move all the time. */
const RECORD_INTERVAL = 5000;

/** How often an exempt screen checks the session, in milliseconds. */
const EXEMPT_CHECK_INTERVAL = 60_000;

/** The state of the session without an exemption. */
const unexemptState = (limit: number) => idleState(lastActivity(Date.now()), Date.now(), limit);

/**
 * Records activity, unless the session has expired. A session that expired while the computer slept, or while an exempt
 * screen was visible, stays expired.
 */
function recordUse(limit: number): void {
  if (unexemptState(limit).kind !== "expired") recordActivity(Date.now());
}

const currentState = (limit: number): IdleState =>
  isExemptFromIdleSignOut() ? { kind: "active", wait: EXEMPT_CHECK_INTERVAL } : unexemptState(limit);

/** Renders its children while the session is active. Warns the user before an idle session ends, then ends it. */
export function IdleGuard({ children }: { readonly children: ReactNode }) {
  const limit = config().idleSignOutMinutes * 60_000;
  const [state, setState] = useState<IdleState>(() => currentState(limit));
  const { kind } = state;

  useEffect(() => {
    if (kind === "expired") {
      recordIdleSignOut();
      void endSession();
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      const next = currentState(limit);
      setState(next);
      if (next.kind !== "expired") timer = setTimeout(check, next.wait);
    };
    let recorded = lastActivity(Date.now());
    recordActivity(recorded);
    const onActivity = () => {
      const now = Date.now();
      if (now - recorded < RECORD_INTERVAL) return;
      recorded = now;
      recordUse(limit);
      check();
    };
    const onStorage = (event: StorageEvent) => {
      if (isActivityKey(event.key)) check();
    };
    check();
    // While the warning is open, only its buttons extend the session: an accidental mouse movement does not count.
    if (kind === "active") {
      for (const activity of ACTIVITY_EVENTS) window.addEventListener(activity, onActivity, { passive: true });
    }
    window.addEventListener("storage", onStorage);
    document.addEventListener("visibilitychange", check);
    const removeExemptionListener = onIdleExemptionChange(check);
    return () => {
      clearTimeout(timer);
      for (const activity of ACTIVITY_EVENTS) window.removeEventListener(activity, onActivity);
      window.removeEventListener("storage", onStorage);
      document.removeEventListener("visibilitychange", check);
      removeExemptionListener();
    };
  }, [kind, limit]);

  const stay = () => {
    recordUse(limit);
    setState(currentState(limit));
  };
  if (kind === "expired") return <Loading label="the sign-in" />;
  return (
    <>
      {children}
      {state.kind === "warning" && <IdleWarning secondsLeft={state.secondsLeft} onStay={stay} />}
    </>
  );
}

interface WarningProps {
  readonly secondsLeft: number;
  readonly onStay: () => void;
}

function IdleWarning({ secondsLeft, onStay }: WarningProps) {
  return (
    <LazyDialog
      title="Are you still there?"
      alert
      onClose={onStay}
      actions={
        <>
          <Button onClick={() => void endSession()}>Sign out now</Button>
          <Button variant="primary" onClick={onStay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p role="timer">
        You will be signed out in {formatCount(secondsLeft, "second")} because of inactivity. Unsaved changes will be
        lost.
      </p>
    </LazyDialog>
  );
}
