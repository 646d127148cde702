/** Filters people and validates the email address of an invitation. */

/** A member of staff with the granted actions. */
export interface Person {
  readonly user: string;
  readonly email: string;
  readonly actions: readonly string[];
  /** Whether the user can sign in. */
  readonly enabled: boolean;
  /** Whether the user was invited and has not signed in yet. */
  readonly invited: boolean;
}

/**
 * Keeps people whose email or one of whose actions contains the text, and who have the action unless it is empty. People
 * with actions come first, because drivers have accounts without actions.
 */
export function filterPeople(people: readonly Person[], text: string, action: string): readonly Person[] {
  const query = text.trim().toLowerCase();
  const found = people.filter(
    ({ email, actions }) =>
      (action === "" || actions.includes(action)) &&
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
