/** The staff profiles of the seeder that tests of screens use. */
import { ACTIONS, type Action } from "../src/api/actions";

export const PROFILES = ["admin", "operations", "read-only", "no-permissions"] as const;

export type Profile = (typeof PROFILES)[number];

export function isProfile(text: string): text is Profile {
  return PROFILES.some((profile) => profile === text);
}

const READS = ACTIONS.filter((action) => /^Get|Tasks$/.test(action));

const GRANTS: Readonly<Record<Profile, readonly Action[]>> = {
  admin: ACTIONS,
  operations: [
    ...READS,
    "AddScheduledEvent",
    "DeleteScheduledEvents",
    "CreateLocation",
    "UpdateLocation",
    "SendFridgeCommand",
    "WriteHandoverNote",
  ],
  "read-only": READS,
  "no-permissions": [],
};

export function actionsOf(profile: Profile): readonly Action[] {
  return GRANTS[profile];
}

const COMMAND_FLAGS = ["computer-swap", "display-services", "food-safety-hold", "jofemar", "out-of-order", "react-ui"];

export function flagsOf(profile: Profile): readonly string[] {
  if (profile === "operations") return COMMAND_FLAGS;
  return profile === "admin" ? ["drop-override", "jit-management", "feature-flag-admin"] : [];
}
