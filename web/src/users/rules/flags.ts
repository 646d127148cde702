/** The feature flags that there are, and what each shows (spec, section 6; decisions.md). */
export const FLAGS = [
  ["drop-override", "Drop Off Summary: decide about drops"],
  ["jit-management", "JIT Management"],
  ["feature-flag-admin", "All commands to fridges"],
  ["computer-swap", "Command: computer swap"],
  ["display-services", "Command: restart the display services"],
  ["food-safety-hold", "Command: food safety hold"],
  ["jofemar", "Command: reset the vending unit"],
  ["out-of-order", "Command: out of order"],
  ["react-ui", "Command: restart the screen"],
] as const;

export type KnownFlag = (typeof FLAGS)[number][0];
