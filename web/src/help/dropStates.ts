/** The status of a drop (docs/requirements/stocking.md, DRP-2). */
import { PENDING, type DropStatus } from "../stocking/rules/dropOverride";
import type { Definition } from "./definition";

export const DROP_STATES: Readonly<Record<typeof PENDING | DropStatus, Definition>> = {
  [PENDING]: {
    label: PENDING,
    meaning: "It is open whether the drop takes place.",
    rule: "No driver confirmed the drop, and no dispatcher decided about it.",
  },
  Complete: {
    label: "Complete",
    meaning: "The drop took place, although no driver confirmed it.",
    rule: "A dispatcher set it with a reason. A drop at a fridge cannot be set to Complete.",
  },
  "Not Delivering": {
    label: "Not Delivering",
    meaning: "The drop does not take place.",
    rule: "A dispatcher set it with a reason. Only the first decision about a drop is stored.",
  },
};
