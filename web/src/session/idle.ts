/**
 * Ends a session that nobody uses. All tabs share the time of the last activity, so that work in one keeps the others
 * signed in.
 */
const KEY = "larder.lastActivity";
/** Set when the session was ended for this reason, until the next sign-in. */
const ENDED = "larder.endedWhenIdle";
/** How long before its end a user is warned. */
export const WARNING = 60_000;

export type IdleState =
  | { readonly kind: "active"; /** Milliseconds until the state may change. */ readonly wait: number }
  | { readonly kind: "warning"; readonly secondsLeft: number; readonly wait: number }
  | { readonly kind: "expired" };

/** What holds at `now` for a session whose last activity was at `last` and which ends after `limit` milliseconds. */
export function idleState(last: number, now: number, limit: number): IdleState {
  const left = last + limit - now;
  if (left <= 0) return { kind: "expired" };
  const warning = Math.min(WARNING, limit / 2);
  if (left > warning) return { kind: "active", wait: left - warning };
  const secondsLeft = Math.ceil(left / 1000);
  return { kind: "warning", secondsLeft, wait: left - (secondsLeft - 1) * 1000 };
}

/** When a user did something last, in any tab; now, where it is not known. A clock that was set back counts as now. */
export function lastActivity(now: number): number {
  const stored = Number(localStorage.getItem(KEY));
  return stored > 0 && stored <= now ? stored : now;
}

export function recordActivity(now: number): void {
  localStorage.setItem(KEY, String(now));
}

/** Before a session begins, and after it ends: the next one does not inherit the time. */
export function forgetActivity(): void {
  localStorage.removeItem(KEY);
}

export function isActivityKey(key: string | null): boolean {
  return key === KEY;
}

export function noteIdleEnd(): void {
  sessionStorage.setItem(ENDED, "1");
}

/** Whether the previous session of this tab ended because nobody used it. */
export function endedWhenIdle(): boolean {
  return sessionStorage.getItem(ENDED) !== null;
}

export function forgetIdleEnd(): void {
  sessionStorage.removeItem(ENDED);
}
