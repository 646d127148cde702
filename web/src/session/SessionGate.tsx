import { Suspense, lazy, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { isAccountDisabled } from "../api/errors";
import { closeLiveConnections } from "../api/live";
import { clearCache } from "../lib/storage";
import { onCall } from "../api/transport";
import { CenteredMessage, Failure, Loading } from "../ui/states";
import { TableUserContext } from "../ui/table/TableUserContext";
import { AccountDisabled } from "./AccountDisabled";
import { currentUser, endSession, onSessionChange, type User } from "./auth";
import { IdleGuard } from "./IdleGuard";
import { UserContext } from "./user";

/** Loaded only when needed: Amplify's Authenticator is as large as the rest of the shell. */
const SignIn = lazy(() => import("./SignIn"));

/** `null` means signed out, `failed` that the session could not be checked. */
type State = "checking" | "failed" | "disabled" | User | null;

/** Renders its children only for a signed-in user. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>("checking");
  const lastUser = useRef<User | null>(null);
  const isDisabled = useRef(false);

  const check = useCallback(() => {
    const applyUser = async (user: User | null) => {
      if (isDisabled.current) return;
      if (lastUser.current && lastUser.current.sub !== user?.sub) {
        // The session ended or another user signed in. The reload removes one user's data for the next: in the
        // browser's storage, in the page's memory and in calls that are still in progress.
        setState("checking");
        await clearCache();
        window.location.reload();
        return;
      }
      lastUser.current = user;
      if (!user) await clearCache();
      setState(user);
    };
    currentUser()
      .then(applyUser)
      .catch(() => setState("failed"));
  }, []);

  useEffect(() => {
    check();
    return onSessionChange(check);
  }, [check]);

  useEffect(
    () =>
      onCall(({ error }) => {
        if (!isAccountDisabled(error) || isDisabled.current) return;
        isDisabled.current = true;
        // This unmounts the console. No loaded data stays in this browser.
        setState("disabled");
        closeLiveConnections();
        void Promise.allSettled([clearCache(), endSession()]);
      }),
    [],
  );

  if (state === "disabled") return <AccountDisabled />;
  if (state === "checking") return <Loading label="your session" />;
  if (state === "failed") {
    return (
      <CenteredMessage as="main" fillsWindow>
        <Failure
          message="Unable to check your session. Check your internet connection, then try again."
          onRetry={check}
        />
      </CenteredMessage>
    );
  }
  if (!state) {
    return (
      <Suspense fallback={<Loading label="the sign-in" />}>
        <SignIn />
      </Suspense>
    );
  }
  return (
    <UserContext value={state}>
      <TableUserContext value={state.sub}>
        <IdleGuard>{children}</IdleGuard>
      </TableUserContext>
    </UserContext>
  );
}
