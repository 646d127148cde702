import { useCallback, useMemo, useState } from "react";
import { businessDay } from "../../lib/day";
import { useUrlState } from "../../lib/useUrlState";
import { parseView, setViewParam, type View } from "./viewParams";

type Part = Parameters<typeof setViewParam>[1];

/** The view state in the URL. A change of day adds a history entry; other changes replace the current one. */
export function useView(): {
  readonly view: View;
  readonly today: string;
  readonly set: (part: Part, value: string) => void;
} {
  const { address, change, go } = useUrlState("text");
  const [today] = useState(() => businessDay());
  const set = useCallback(
    (part: Part, value: string) =>
      (part === "date" ? go : change)((current) => setViewParam(current, part, value, today)),
    [change, go, today],
  );
  const view = useMemo(() => parseView(address, today), [address, today]);
  return { view, today, set };
}
