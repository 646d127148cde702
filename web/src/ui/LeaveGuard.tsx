import { useEffect, type ReactNode } from "react";
import { useBlocker } from "react-router";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface Props {
  /** Whether leaving now loses something. */
  readonly when: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** What the answer that leaves says. */
  readonly leave: string;
  readonly stay: string;
}

/** Asks before the screen, or the page, is left. A change of the address's filters is no leaving. */
export function LeaveGuard({ when, title, children, leave, stay }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!when) return;
    // The browser asks in words of its own.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [when]);

  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      title={title}
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button look="danger" onClick={() => blocker.proceed()}>
            {leave}
          </Button>
          <Button look="primary" onClick={() => blocker.reset()}>
            {stay}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
