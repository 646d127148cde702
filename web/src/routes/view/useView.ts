import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { businessDay } from "../../ui/day";
import { viewFrom, withPart, type View } from "./address";

/** How long typing rests before the address follows it: a navigation for each key would be felt. */
const TYPING = 250;

type Part = Parameters<typeof withPart>[1];

/** What is viewed, kept in the address. Another day is a step that Back takes back; the rest happens in place. */
export function useView(): {
  readonly view: View;
  readonly today: string;
  readonly set: (part: Part, value: string) => void;
} {
  const [address, setAddress] = useSearchParams();
  const [today] = useState(() => businessDay());
  const inAddress = address.get("text") ?? "";
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);

  // What the address says leads when it changed elsewhere: by a link or the Back button.
  if (seen !== inAddress) {
    setSeen(inAddress);
    setTyped(inAddress);
  }

  useEffect(() => {
    if (typed === inAddress) return;
    const following = setTimeout(() => {
      setSeen(typed);
      setAddress((params) => withPart(params, "text", typed, today), { replace: true, preventScrollReset: true });
    }, TYPING);
    return () => clearTimeout(following);
  }, [typed, inAddress, setAddress, today]);

  const set = useCallback(
    (part: Part, value: string) => {
      if (part === "text") setTyped(value);
      else
        setAddress((params) => withPart(params, part, value, today), {
          replace: part !== "date",
          preventScrollReset: part === "sort",
        });
    },
    [setAddress, today],
  );
  const view = useMemo(() => ({ ...viewFrom(address, today), text: typed }), [address, today, typed]);
  return { view, today, set };
}
