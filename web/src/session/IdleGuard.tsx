import { useEffect, useState, type ReactNode } from "react";
import { config } from "../api/config";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { plural } from "../ui/plural";
import { Loading } from "../ui/states";
import { endSession } from "./auth";
import { idleState, isActivityKey, lastActivity, noteIdleEnd, recordActivity, type IdleState } from "./idle";

/** What counts as use of the page. */
const ACTIVITIES = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** Activity is recorded at most this often: pointers move all the time. */
const RECORD_EVERY = 5000;

/** Records that the session is in use; one whose time is over is not revived, even if the computer slept until now. */
function keepInUse(limit: number): void {
  if (current(limit).kind !== "expired") recordActivity(Date.now());
}

const current = (limit: number) => idleState(lastActivity(Date.now()), Date.now(), limit);

/** Draws its children while the session is in use, warns before it ends, and ends it. */
export function IdleGuard({ children }: { readonly children: ReactNode }) {
  const limit = config().idleSignOutMinutes * 60_000;
  const [state, setState] = useState<IdleState>(() => current(limit));
  const { kind } = state;

  useEffect(() => {
    if (kind === "expired") {
      noteIdleEnd();
      void endSession();
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      const next = current(limit);
      setState(next);
      if (next.kind !== "expired") timer = setTimeout(check, next.wait);
    };
    let recorded = lastActivity(Date.now());
    recordActivity(recorded);
    const onActivity = () => {
      const now = Date.now();
      if (now - recorded < RECORD_EVERY) return;
      recorded = now;
      keepInUse(limit);
      check();
    };
    const onStorage = (event: StorageEvent) => {
      if (isActivityKey(event.key)) check();
    };
    check();
    // The warning covers the page and asks: a hand that brushes the mouse is no answer.
    if (kind === "active") {
      for (const activity of ACTIVITIES) window.addEventListener(activity, onActivity, { passive: true });
    }
    window.addEventListener("storage", onStorage);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearTimeout(timer);
      for (const activity of ACTIVITIES) window.removeEventListener(activity, onActivity);
      window.removeEventListener("storage", onStorage);
      document.removeEventListener("visibilitychange", check);
    };
  }, [kind, limit]);

  const stay = () => {
    keepInUse(limit);
    setState(current(limit));
  };
  if (kind === "expired") return <Loading what="the sign-in" />;
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
    <Dialog
      title="Are you still there?"
      alert
      onClose={onStay}
      actions={
        <>
          <Button onClick={() => void endSession()}>Sign out now</Button>
          <Button look="primary" onClick={onStay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p role="timer">
        You will be signed out in {plural(secondsLeft, "second")}, because you have not used Larder for a while. Changes
        that are not saved will be lost.
      </p>
    </Dialog>
  );
}
