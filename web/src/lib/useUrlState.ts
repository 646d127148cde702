import { useCallback, useEffect, useRef, useState } from "react";
import {
  NavigationType,
  useLocation,
  useNavigation,
  useNavigationType,
  useSearchParams,
  type NavigateOptions,
} from "react-router";

/** The delay in milliseconds before the URL follows typed text. A navigation for each key would be slow. */
const TYPING_DELAY = 250;

/** The navigation state of an update that this hook writes. */
const OWN_WRITE = "useUrlState";

/** Filtering replaces the history entry, so that Back leaves the screen. The scroll position stays. */
const IN_PLACE = { replace: true, preventScrollReset: true, state: OWN_WRITE } as const;

/** The number of mounted uses of the hook. */
let mountedUses = 0;

type Update = (address: URLSearchParams) => URLSearchParams;

export interface UrlState {
  /** The current query parameters, including changes that the browser's URL does not show yet. */
  readonly address: URLSearchParams;
  /** Changes the parameters for the screen at once, and in the browser's URL after a short delay. */
  readonly change: (update: Update) => void;
  /** Sets one parameter in the same way. An empty value removes it. */
  readonly set: (param: string, value: string) => void;
  /**
   * Changes the parameters with a new history entry, so that Back undoes the change, or as `options` specify. `update`
   * also gets the parameters of a `go` that the router has not applied yet.
   */
  readonly go: (update: Update, options?: NavigateOptions) => void;
  /** Updates the browser's URL at once. Call it when typing ends, before a click on a link leaves the screen. */
  readonly flush: () => void;
}

/**
 * Keeps a screen's filters and selection in the URL's query, so that the URL can be shared. The query follows changes
 * on the screen. The screen follows the query when a link or the Back button changes it.
 *
 * A screen uses the hook once, because two uses would overwrite each other's changes. Its parts get the state as a
 * property, or use `useSearchParams` for a single change. In development and in tests, a second use throws.
 *
 * @param typedParam the parameter that users type into
 */
export function useUrlState(typedParam: string): UrlState {
  const [address, setAddress] = useSearchParams();
  const location = useLocation();
  const { key } = location;
  const state: unknown = location.state;
  const navigation = useNavigationType();
  const isNavigating = useNavigation().state !== "idle";
  const [pending, setPending] = useState(address);
  const [previousKey, setPreviousKey] = useState(key);
  const updateTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(address);

  useEffect(() => {
    if (import.meta.env.DEV && mountedUses > 0) throw new Error("A screen can use useUrlState only once");
    mountedUses += 1;
    return () => {
      mountedUses -= 1;
    };
  }, []);

  // The parameters can be newer than an update that this hook wrote, but not than any other navigation. The key also
  // differs after a navigation to the same query.
  if (previousKey !== key) {
    setPreviousKey(key);
    if (navigation !== NavigationType.Replace || state !== OWN_WRITE) setPending(address);
  }

  useEffect(() => {
    latest.current = pending;
  }, [pending, key]);

  useEffect(() => {
    if (pending.toString() === address.toString()) return;
    if (isNavigating) {
      // A router navigation would cancel the current one. `replaceState` still lets Back find the last typed text.
      const query = pending.toString();
      window.history.replaceState(window.history.state, "", query ? `?${query}` : window.location.pathname);
      return;
    }
    const isTyping = pending.get(typedParam) !== address.get(typedParam);
    updateTimer.current = setTimeout(() => setAddress(pending, IN_PLACE), isTyping ? TYPING_DELAY : 0);
    return () => clearTimeout(updateTimer.current);
  }, [pending, address, setAddress, isNavigating, typedParam]);

  const flush = () => {
    // The delayed update would cancel the navigation that the click starts.
    clearTimeout(updateTimer.current);
    if (!isNavigating && pending.toString() !== address.toString()) setAddress(pending, IN_PLACE);
  };
  const go = useCallback(
    (update: Update, options?: NavigateOptions) => {
      // The delayed update would cancel this navigation. It includes that update.
      clearTimeout(updateTimer.current);
      latest.current = update(latest.current);
      setAddress(latest.current, options);
    },
    [setAddress],
  );
  const set = useCallback(
    (param: string, value: string) =>
      setPending((current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(param, value);
        else next.delete(param);
        return next;
      }),
    [],
  );
  return { address: pending, change: setPending, set, go, flush };
}

/** A copy of the query without these parameters. */
export function omitParams(address: URLSearchParams, params: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const param of params) next.delete(param);
  return next;
}

/**
 * Adds parameters to a URL that has none of them, in place of its history entry, so that the screen loads at once and
 * its URL can be shared. Returns the state with the added parameters.
 */
export function useDefaultParams(state: UrlState, createDefaults: () => Readonly<Record<string, string>>): UrlState {
  const { address, change } = state;
  const defaults = Object.entries(createDefaults());
  const isMissing = defaults.every(([param]) => !address.has(param));
  const added = isMissing ? new URLSearchParams(defaults).toString() : "";
  useEffect(() => {
    if (added) change((now) => withParams(now, added));
  }, [added, change]);
  return added ? { ...state, address: withParams(address, added) } : state;
}

/** A copy of the query with the parameters of another one. Its own parameters win. */
function withParams(address: URLSearchParams, added: string): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [param, value] of new URLSearchParams(added)) if (!address.has(param)) next.set(param, value);
  return next;
}
