/** What the user pool demands of a password (infra/identity.yaml). */
export const MIN_LENGTH = 12;

const DEMANDS: readonly (readonly [string, (password: string) => boolean])[] = [
  [`${MIN_LENGTH} characters`, (password) => password.length >= MIN_LENGTH],
  ["a lowercase letter", (password) => /[a-z]/.test(password)],
  ["an uppercase letter", (password) => /[A-Z]/.test(password)],
  ["a number", (password) => /[0-9]/.test(password)],
  // The characters that Cognito counts as symbols.
  ["a symbol", (password) => /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+ -]/.test(password)],
];

export const REQUIREMENTS = `At least ${MIN_LENGTH} characters, with a lowercase letter, an uppercase letter, a number and a symbol.`;

/** What the password lacks, such as "a number"; empty where it meets the requirements. */
export function lacksOf(password: string): readonly string[] {
  return DEMANDS.filter(([, meets]) => !meets(password)).map(([demand]) => demand);
}
