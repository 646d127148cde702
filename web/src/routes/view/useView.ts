import { useCallback, useMemo, useState } from "react";
import { businessDay } from "../../ui/day";
import { useAddress } from "../../ui/useAddress";
import { viewFrom, withPart, type View } from "./address";

type Part = Parameters<typeof withPart>[1];

/** What is viewed, kept in the address. Another day is a step that Back takes back; the rest happens in place. */
export function useView(): {
  readonly view: View;
  readonly today: string;
  readonly set: (part: Part, value: string) => void;
} {
  const { address, change, go } = useAddress("text");
  const [today] = useState(() => businessDay());
  const set = useCallback(
    (part: Part, value: string) => (part === "date" ? go : change)((current) => withPart(current, part, value, today)),
    [change, go, today],
  );
  const view = useMemo(() => viewFrom(address, today), [address, today]);
  return { view, today, set };
}
