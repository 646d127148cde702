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

/** The address that is exempt from the sign-out. It is stored per tab, so that a reload of the address stays exempt. */
const EXEMPT_KEY = "larder.idleExemptAddress";
const exemptionListeners = new Set<() => void>();

function changeExemption(change: () => void): void {
  change();
  for (const notify of exemptionListeners) notify();
}

/**
 * Exempts the current address from the sign-out while it is visible in this tab. Returns a function that ends the
 * exemption. Only for screens that show data and cannot change any.
 *
 * The exemption does not count as activity. A session without activity for the limit therefore ends as soon as the tab
 * leaves the address or is hidden, so no user can do anything else with the session. Other tabs are not exempt.
 */
export function exemptFromIdleSignOut(): () => void {
  changeExemption(() => sessionStorage.setItem(EXEMPT_KEY, window.location.pathname));
  return () => changeExemption(() => sessionStorage.removeItem(EXEMPT_KEY));
}

/** Whether the tab shows an exempt address. */
export function isExemptFromIdleSignOut(): boolean {
  return sessionStorage.getItem(EXEMPT_KEY) === window.location.pathname && document.visibilityState === "visible";
}

/** Calls the listener when an exemption begins or ends. Returns a function that removes the listener. */
export function onIdleExemptionChange(listener: () => void): () => void {
  exemptionListeners.add(listener);
  return () => exemptionListeners.delete(listener);
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
