import { useState, type FocusEvent } from "react";

/** Which row of a long list has the focus, by its element's `data-index`: it stays drawn, and Tab goes on from there. */
export function useFocusedRow() {
  const [focused, setFocused] = useState<number | null>(null);
  return {
    focused,
    /** For the element that holds the rows. */
    focusProps: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const index = event.target.closest<HTMLElement>("[data-index]")?.dataset.index;
        setFocused(index === undefined ? null : Number(index));
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
      },
    },
  };
}
