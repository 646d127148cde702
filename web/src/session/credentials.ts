/**
 * The signed-in user's own credentials, by Cognito through Amplify. Apart from `auth.ts`, because only the account page
 * loads this.
 */
import {
  fetchMFAPreference,
  setUpTOTP,
  signOut,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from "aws-amplify/auth";

export interface AuthenticatorKey {
  /** What a user types into an app that cannot read the QR code. */
  readonly key: string;
  /** What the QR code holds. */
  readonly uri: string;
}

/** Whether a sign-in asks for a code of an authenticator app. */
export async function hasAuthenticator(): Promise<boolean> {
  const { enabled } = await fetchMFAPreference();
  return enabled?.includes("TOTP") ?? false;
}

/** A new key. It replaces the previous one when a code of it is confirmed. */
export async function newAuthenticatorKey(email: string): Promise<AuthenticatorKey> {
  const setup = await setUpTOTP();
  return { key: setup.sharedSecret, uri: setup.getSetupUri("Larder", email).href };
}

/** Confirms the new key by a code of it. From now on each sign-in asks for a code. */
export async function confirmAuthenticator(code: string): Promise<void> {
  await verifyTOTPSetup({ code });
  await updateMFAPreference({ totp: "PREFERRED" });
}

export async function removeAuthenticator(): Promise<void> {
  await updateMFAPreference({ totp: "DISABLED" });
}

export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await updatePassword({ oldPassword, newPassword });
}

/** Ends every session of the user, this one too. */
export async function endAllSessions(): Promise<void> {
  await signOut({ global: true });
}

const MESSAGES: Readonly<Record<string, string>> = {
  CodeMismatchException: "The code is wrong or has expired. Enter the code that the app shows now.",
  EnableSoftwareTokenMFAException: "The code is wrong or has expired. Enter the code that the app shows now.",
  InvalidPasswordException: "The new password does not meet the requirements.",
  LimitExceededException: "Too many attempts. Wait a few minutes, then try again.",
  TooManyRequestsException: "Too many attempts. Wait a few minutes, then try again.",
  PasswordHistoryPolicyViolationException: "You have used this password before. Choose another one.",
};

/** What went wrong, and what to do. `rejected` is for a wrong current password. */
export function credentialFailure(error: unknown, fallback: string, rejected = fallback): string {
  if (!(error instanceof Error)) return fallback;
  return error.name === "NotAuthorizedException" ? rejected : (MESSAGES[error.name] ?? fallback);
}
