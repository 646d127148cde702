/** Filters people and validates the email address of an invitation. */
import type { ResponseBody } from "../../api/rest";

/** A member of staff with the granted actions. `invited` is true until the user signs in for the first time. */
export type Person = ResponseBody<"GET /users/permissions">["items"][number];

/**
 * Keeps people whose email or one of whose actions contains the text, and who have the action unless it is empty. People
 * with actions come first, because drivers have accounts without actions.
 */
export function filterPeople(people: readonly Person[], text: string, action: string): readonly Person[] {
  const query = text.trim().toLowerCase();
  const found = people.filter(
    ({ email, actions }) =>
      (action === "" || actions.some((granted) => granted === action)) &&
      (email.includes(query) || actions.some((granted) => granted.toLowerCase().includes(query))),
  );
  const hasActions = ({ actions }: Person) => actions.length > 0;
  return [...found.filter(hasActions), ...found.filter((person) => !hasActions(person))];
}

const LOCAL_PART = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const HOST_LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** Returns the trimmed, lowercase email address, or null if it is not valid. The server has the same rule. */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  const [, name = "", host = ""] = /^([^@]*)@(.*)$/.exec(email) ?? [];
  const labels = host.split(".");
  return email.length <= 254 &&
    LOCAL_PART.test(name) &&
    labels.length > 1 &&
    labels.every((label) => HOST_LABEL.test(label))
    ? email
    : null;
}
