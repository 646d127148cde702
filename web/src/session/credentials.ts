/**
 * The signed-in user's credentials, in Cognito through Amplify. Separate from `auth.ts`, because only the account page
 * loads this module.
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
  /** The key to type into an app that cannot scan the QR code. */
  readonly key: string;
  /** The content of the QR code. */
  readonly uri: string;
}

/** Whether sign-in requires a code from an authenticator app. */
export async function hasAuthenticator(): Promise<boolean> {
  const { enabled } = await fetchMFAPreference();
  return enabled?.includes("TOTP") ?? false;
}

/** Creates a new key. It replaces the previous one when `confirmAuthenticator` succeeds. */
export async function newAuthenticatorKey(email: string): Promise<AuthenticatorKey> {
  const setup = await setUpTOTP();
  return { key: setup.sharedSecret, uri: setup.getSetupUri("Larder", email).href };
}

/** Confirms the new key with one of its codes. Each later sign-in requires a code. */
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

/** Ends every session of the user, including this one. */
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

/** The error message to show. `rejected` is the message for a wrong current password. */
export function credentialFailure(error: unknown, fallback: string, rejected = fallback): string {
  if (!(error instanceof Error)) return fallback;
  return error.name === "NotAuthorizedException" ? rejected : (MESSAGES[error.name] ?? fallback);
}
