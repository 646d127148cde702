/** Replaces src/session/auth.ts in `npm run dev:mock`: a user with the chosen profile is always signed in. */
import type { User } from "../../src/session/auth";
import { chosenProfile, forgetProfile } from "./profile";

export type { User };

export function configureAuth(): void {
  // There is no user pool.
}

export function currentUser(): Promise<User | null> {
  const profile = chosenProfile();
  return Promise.resolve({ sub: `sub-of-${profile}`, email: `${profile}@larder.example` });
}

export function idToken(): Promise<string> {
  return Promise.resolve(`token of ${chosenProfile()}`);
}

/** Returns to the default profile. */
export function endSession(): Promise<void> {
  forgetProfile();
  window.location.assign("/");
  return Promise.resolve();
}

export function onSessionChange(): () => void {
  return () => undefined;
}
