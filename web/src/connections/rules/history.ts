/** Describes the changes of a fridge's certificates. Pure. */

/** The events of a fridge's connection in words. The activity log shows them too. */
export const CONNECTION_EVENTS: Readonly<Record<string, string>> = {
  ISSUED: "Certificate issued",
  PROVISIONED: "Certificate requested by the fridge at its setup",
  RENEWED: "Certificate renewed by the fridge",
  RETIRED: "Replaced certificate ended",
  REVOKED: "Certificate revoked",
  REPLACEMENT_ALLOWED: "Replacement of the computer allowed",
  REPLACEMENT_ENDED: "Replacement of the computer ended",
};

/** An event in words. An event that this version of the app does not know is shown as it is. */
export function eventText(event: string): string {
  return CONNECTION_EVENTS[event] ?? event;
}
