/** Which people a list shows, and what an invitation goes to. */

/** A member of staff with what was granted to them. */
export interface Person {
  readonly user: string;
  readonly email: string;
  readonly actions: readonly string[];
  /** Whether they may sign in. */
  readonly enabled: boolean;
  /** Whether they were invited and did not sign in yet. */
  readonly invited: boolean;
}

/**
 * Those whose e-mail, or one of whose actions, holds the text; and who hold the action, where one is asked for. Who holds
 * something comes first: drivers have accounts too, and nothing granted.
 */
export function peopleWith(people: readonly Person[], text: string, action: string): readonly Person[] {
  const wanted = text.trim().toLowerCase();
  const found = people.filter(
    ({ email, actions }) =>
      (action === "" || actions.includes(action)) &&
      (email.includes(wanted) || actions.some((held) => held.toLowerCase().includes(wanted))),
  );
  const holds = ({ actions }: Person) => actions.length > 0;
  return [...found.filter(holds), ...found.filter((person) => !holds(person))];
}

const NAME = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const PART = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** The address in lower case, without what surrounds it; null where it can be none. The server says the same. */
export function emailOf(text: string): string | null {
  const email = text.trim().toLowerCase();
  const [, name = "", host = ""] = /^([^@]*)@(.*)$/.exec(email) ?? [];
  const parts = host.split(".");
  return email.length <= 254 && NAME.test(name) && parts.length > 1 && parts.every((part) => PART.test(part))
    ? email
    : null;
}
