/**
 * The signed-in user and the session, from Cognito through Amplify. Only this module and `credentials.ts` use Amplify's
 * auth.
 */
import { Amplify } from "aws-amplify";
import { fetchAuthSession } from "aws-amplify/auth";
import { Hub } from "aws-amplify/utils";
import type { Config } from "../api/config";
import { ApiError } from "../api/errors";
import { clearActivity, clearIdleSignOut } from "./idle";

export interface User {
  /** Cognito's permanent id of the user. */
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
        // A relative endpoint refers to the app's own origin.
        ...(userPoolEndpoint ? { userPoolEndpoint: new URL(userPoolEndpoint, window.location.origin).href } : {}),
      },
    },
  });
}

const loadSignOut = () => import("./signOut");

/** The user whose session is stored in this browser, or null. */
export async function currentUser(): Promise<User | null> {
  const { tokens } = await fetchAuthSession();
  const claims = tokens?.idToken?.payload;
  if (!claims?.sub) return null;
  // Lets the session end without a connection.
  void loadSignOut().catch(() => undefined);
  return { sub: claims.sub, email: typeof claims.email === "string" ? claims.email : "" };
}

/** Returns the ID token; the access token does not contain the email. Amplify refreshes an expired token. */
export async function idToken(fresh = false): Promise<string> {
  const { tokens } = await fetchAuthSession({ forceRefresh: fresh });
  if (!tokens?.idToken) throw new ApiError("unauthenticated");
  return tokens.idToken.toString();
}

export async function endSession(): Promise<void> {
  const { signOut } = await loadSignOut();
  await signOut();
}

/**
 * Calls `onChange` when a user signs in or out, or when the session can no longer be refreshed, in this tab or another.
 * Returns a function that unsubscribes.
 */
export function onSessionChange(onChange: () => void): () => void {
  const stopListening = Hub.listen("auth", ({ payload }) => {
    if (!["signedIn", "signedOut", "tokenRefresh_failure"].includes(payload.event)) return;
    // A new session does not inherit the last activity of the previous one.
    clearActivity();
    if (payload.event === "signedIn") clearIdleSignOut();
    onChange();
  });
  // Amplify's Hub reaches only its own tab. Other tabs see the change of its `LastAuthUser` entry.
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key.endsWith(".LastAuthUser")) onChange();
  };
  window.addEventListener("storage", onStorage);
  return () => {
    stopListening();
    window.removeEventListener("storage", onStorage);
  };
}
