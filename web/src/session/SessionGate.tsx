import { Suspense, lazy, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { isAccountDisabled } from "../api/errors";
import { closeLiveConnections } from "../api/live";
import { forgetAll } from "../api/localCache";
import { onCall } from "../api/transport";
import { Failure, Loading } from "../ui/states";
import { AccountDisabled } from "./AccountDisabled";
import { currentUser, endSession, onSessionChange, type User } from "./auth";
import { IdleGuard } from "./IdleGuard";
import { UserContext } from "./user";

/** Amplify's Authenticator is as large as the rest of the shell: only who is signed out loads it. */
const SignIn = lazy(() => import("./SignIn"));

/** Null: nobody is signed in. */
type State = "checking" | "unknown" | "disabled" | User | null;

/** Draws its children for a signed-in person only. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>("checking");
  const known = useRef<User | null>(null);
  const lostAccess = useRef(false);

  const check = useCallback(() => {
    const settle = async (user: User | null) => {
      if (lostAccess.current) return;
      if (known.current && known.current.sub !== user?.sub) {
        // The session ended or changed hands: nothing that was loaded for one person is left for another, neither in
        // this browser's storage nor in the memory of this page or of calls that are still under way.
        setState("checking");
        await forgetAll();
        window.location.reload();
        return;
      }
      known.current = user;
      if (!user) await forgetAll();
      setState(user);
    };
    currentUser()
      .then(settle)
      .catch(() => setState("unknown"));
  }, []);

  useEffect(() => {
    check();
    return onSessionChange(check);
  }, [check]);

  useEffect(
    () =>
      onCall(({ error }) => {
        if (!isAccountDisabled(error) || lostAccess.current) return;
        lostAccess.current = true;
        // What the page shows goes with it; nothing that was loaded stays in this browser.
        setState("disabled");
        closeLiveConnections();
        void Promise.allSettled([forgetAll(), endSession()]);
      }),
    [],
  );

  if (state === "disabled") return <AccountDisabled />;
  if (state === "checking") return <Loading what="your session" />;
  if (state === "unknown") {
    return (
      <main className="state state-window">
        <Failure message="Unable to check who is signed in, Please check your internet" onRetry={check} />
      </main>
    );
  }
  if (!state) {
    return (
      <Suspense fallback={<Loading what="the sign-in" />}>
        <SignIn />
      </Suspense>
    );
  }
  return (
    <UserContext value={state}>
      <IdleGuard>{children}</IdleGuard>
    </UserContext>
  );
}
