import { useState, type FocusEvent } from "react";

/**
 * The index of the row that has the focus, from its element's `data-index`. A virtual list keeps this row rendered, so
 * that Tab continues from it.
 */
export function useFocusedRow() {
  const [focused, setFocused] = useState<number | null>(null);
  return {
    focused,
    /** Props for the element that contains the rows. */
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
