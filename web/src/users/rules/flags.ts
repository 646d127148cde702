/** The feature flags, each with a description (docs/requirements/people.md, USR-5). */
export const FLAGS = [
  ["drop-override", "Drop Off Summary: override drops"],
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
