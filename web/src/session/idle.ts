/**
 * Detects idle sessions. All tabs share the time of the last activity, so that activity in one tab keeps the others
 * signed in.
 */
const ACTIVITY_KEY = "larder.lastActivity";
/** Set when a session ends because of inactivity, until the next sign-in. */
const IDLE_SIGN_OUT_KEY = "larder.endedWhenIdle";
/** How long before its end a session shows the warning, in milliseconds. */
export const WARNING_PERIOD = 60_000;

export type IdleState =
  | { readonly kind: "active"; /** Milliseconds until the state may change. */ readonly wait: number }
  | { readonly kind: "warning"; readonly secondsLeft: number; readonly wait: number }
  | { readonly kind: "expired" };

/**
 * The state at `now` of a session with its last activity at `last` and a time limit of `limit`, all in milliseconds.
 */
export function idleState(last: number, now: number, limit: number): IdleState {
  const left = last + limit - now;
  if (left <= 0) return { kind: "expired" };
  const warning = Math.min(WARNING_PERIOD, limit / 2);
  if (left > warning) return { kind: "active", wait: left - warning };
  const secondsLeft = Math.ceil(left / 1000);
  return { kind: "warning", secondsLeft, wait: left - (secondsLeft - 1) * 1000 };
}

/** The time of the last activity in any tab. Returns `now` if it is unknown or, after a clock change, in the future. */
export function lastActivity(now: number): number {
  const stored = Number(localStorage.getItem(ACTIVITY_KEY));
  return stored > 0 && stored <= now ? stored : now;
}

export function recordActivity(now: number): void {
  localStorage.setItem(ACTIVITY_KEY, String(now));
}

/** Clears the last activity, so that the next session does not inherit it. */
export function clearActivity(): void {
  localStorage.removeItem(ACTIVITY_KEY);
}

export function isActivityKey(key: string | null): boolean {
  return key === ACTIVITY_KEY;
}

export function recordIdleSignOut(): void {
  sessionStorage.setItem(IDLE_SIGN_OUT_KEY, "1");
}

/** Whether the previous session of this tab ended because of inactivity. */
export function wasSignedOutIdle(): boolean {
  return sessionStorage.getItem(IDLE_SIGN_OUT_KEY) !== null;
}

export function clearIdleSignOut(): void {
  sessionStorage.removeItem(IDLE_SIGN_OUT_KEY);
}
