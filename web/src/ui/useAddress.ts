import { useCallback, useEffect, useRef, useState } from "react";
import { NavigationType, useNavigation, useNavigationType, useSearchParams } from "react-router";

/** How long typing rests before the address follows it: a navigation for each key would be felt. */
const TYPING = 250;

/** Back leaves the screen, however often it was filtered; and the screen stays where it is. */
const IN_PLACE = { replace: true, preventScrollReset: true } as const;

type Change = (address: URLSearchParams) => URLSearchParams;

export interface Address {
  /** The query as it is, or is about to be. */
  readonly address: URLSearchParams;
  /** Changes it at once for the screen, and in the browser's address a moment later. */
  readonly change: (change: Change) => void;
  /** The same for one part, which an empty value takes out of the address. */
  readonly set: (part: string, value: string) => void;
  /** Changes it in a step that Back takes back. */
  readonly go: (change: Change) => void;
  /** Typing has ended: the browser's address follows at once, before a link that is clicked next leads away. */
  readonly settle: () => void;
}

/**
 * What a screen shows, kept in the address, so that it can be sent to a colleague. The address follows what is chosen on
 * the screen, and leads when it comes from elsewhere: a link, the Back button.
 *
 * @param typed the part that people type into
 */
export function useAddress(typed: string): Address {
  const [address, setAddress] = useSearchParams();
  const navigation = useNavigationType();
  const leaving = useNavigation().state !== "idle";
  const [wanted, setWanted] = useState(address);
  const [seen, setSeen] = useState(address);
  const following = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Our own changes replace the address; others come by a link or the Back button.
  if (seen !== address) {
    setSeen(address);
    if (navigation !== NavigationType.Replace) setWanted(address);
  }

  useEffect(() => {
    if (wanted.toString() === address.toString()) return;
    if (leaving) {
      // A navigation of our own would call off the one under way; Back is to find what was typed last all the same.
      const query = wanted.toString();
      window.history.replaceState(window.history.state, "", query ? `?${query}` : window.location.pathname);
      return;
    }
    const typing = wanted.get(typed) !== address.get(typed);
    following.current = setTimeout(() => setAddress(wanted, IN_PLACE), typing ? TYPING : 0);
    return () => clearTimeout(following.current);
  }, [wanted, address, setAddress, leaving, typed]);

  const settle = () => {
    // It would come in the middle of where the click leads, and call that off.
    clearTimeout(following.current);
    if (!leaving && wanted.toString() !== address.toString()) setAddress(wanted, IN_PLACE);
  };
  const go = useCallback((change: Change) => setAddress(change(wanted)), [setAddress, wanted]);
  const set = useCallback(
    (part: string, value: string) =>
      setWanted((current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(part, value);
        else next.delete(part);
        return next;
      }),
    [],
  );
  return { address: wanted, change: setWanted, set, go, settle };
}

/** The address without these parts. */
export function without(address: URLSearchParams, parts: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const part of parts) next.delete(part);
  return next;
}
