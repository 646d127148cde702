/** Replaces src/session/credentials.ts in `npm run dev:mock`. The authenticator and the password exist in memory only. */
import type { AuthenticatorKey } from "../../src/session/credentials";
import { endSession } from "./auth";

export type { AuthenticatorKey };

const KEY = "JBSWY3DPEHPK3PXP";
let enabled = false;

export function hasAuthenticator(): Promise<boolean> {
  return Promise.resolve(enabled);
}

export function newAuthenticatorKey(email: string): Promise<AuthenticatorKey> {
  return Promise.resolve({ key: KEY, uri: `otpauth://totp/Larder:${encodeURIComponent(email)}?secret=${KEY}` });
}

/** Accepts every code. */
export function confirmAuthenticator(): Promise<void> {
  enabled = true;
  return Promise.resolve();
}

export function removeAuthenticator(): Promise<void> {
  enabled = false;
  return Promise.resolve();
}

export function changePassword(): Promise<void> {
  return Promise.resolve();
}

export function endAllSessions(): Promise<void> {
  return endSession();
}

export function credentialFailure(_error: unknown, fallback: string): string {
  return fallback;
}
