import { useState } from "react";

interface Held {
  readonly reason: string;
  /** Row ids with their position. */
  readonly order: ReadonlyMap<string, number>;
}

type Part = "pointer" | "focus";

const OUTSIDE: Readonly<Record<Part, boolean>> = { pointer: false, focus: false };

/**
 * The order of the rows when the pointer or the focus entered them, until both leave. A live update would otherwise move
 * the row that the user is about to press.
 *
 * @param live whether rows change on their own; otherwise no order is held
 * @param reason the sort and the search; changing them shows the new order at once
 * @param hasRows whether rows are rendered; removed rows do not report that the pointer and the focus left them
 */
export function useHeldOrder(live: boolean, reason: string, hasRows: boolean) {
  const [held, setHeld] = useState<Held | null>(null);
  const [inside, setInside] = useState(OUTSIDE);
  if (!hasRows && (held !== null || inside !== OUTSIDE)) {
    setHeld(null);
    setInside(OUTSIDE);
  }
  return {
    order: live && held?.reason === reason ? held.order : null,
    /** @param idsOf returns the ids of the rows in their current order */
    enter: (part: Part, idsOf: () => readonly string[]) => {
      if (!live) return;
      if (!inside[part]) setInside({ ...inside, [part]: true });
      if (held?.reason !== reason) setHeld({ reason, order: new Map(idsOf().map((id, index) => [id, index])) });
    },
    leave: (part: Part) => {
      if (!live || !inside[part]) return;
      const next = { ...inside, [part]: false };
      setInside(next);
      if (!next.pointer && !next.focus) setHeld(null);
    },
  };
}
