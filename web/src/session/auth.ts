/** Who is signed in, by Cognito through Amplify. Nothing else of the app talks to Amplify's sign-in. */
import { Amplify } from "aws-amplify";
import { fetchAuthSession, signOut } from "aws-amplify/auth";
import { Hub } from "aws-amplify/utils";
import type { Config } from "../api/config";
import { ApiError } from "../api/errors";
import { forgetActivity, forgetIdleEnd } from "./idle";

export interface User {
  /** Cognito's name for the person, which never changes. */
  readonly sub: string;
  readonly email: string;
}

export function configureAuth({ userPoolId, userPoolClientId, userPoolEndpoint }: Config): void {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        loginWith: { email: true },
        // Where it is reached through the app's own origin, that is what it is relative to.
        ...(userPoolEndpoint ? { userPoolEndpoint: new URL(userPoolEndpoint, window.location.origin).href } : {}),
      },
    },
  });
}

/** The person whose session this browser holds, or null. */
export async function currentUser(): Promise<User | null> {
  const { tokens } = await fetchAuthSession();
  const claims = tokens?.idToken?.payload;
  if (!claims?.sub) return null;
  return { sub: claims.sub, email: typeof claims.email === "string" ? claims.email : "" };
}

/**
 * The ID token rather than the access token, which names no e-mail. Amplify refreshes it when it has expired.
 */
export async function idToken(fresh = false): Promise<string> {
  const { tokens } = await fetchAuthSession({ forceRefresh: fresh });
  if (!tokens?.idToken) throw new ApiError("unauthenticated");
  return tokens.idToken.toString();
}

export async function endSession(): Promise<void> {
  await signOut();
}

/** Calls `changed` when somebody signs in or out, or the session can no longer be refreshed, in this tab or another. */
export function onSessionChange(changed: () => void): () => void {
  const stopListening = Hub.listen("auth", ({ payload }) => {
    if (!["signedIn", "signedOut", "tokenRefresh_failure"].includes(payload.event)) return;
    // A new session is in use, whenever the previous one was used last.
    forgetActivity();
    if (payload.event === "signedIn") forgetIdleEnd();
    changed();
  });
  // Amplify tells its own tab only; its record of the last user is what tabs share.
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key.endsWith(".LastAuthUser")) changed();
  };
  window.addEventListener("storage", onStorage);
  return () => {
    stopListening();
    window.removeEventListener("storage", onStorage);
  };
}
