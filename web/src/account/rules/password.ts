/** The password policy of the user pool (infra/identity.yaml). */
export const MIN_LENGTH = 12;

const RULES: readonly (readonly [string, (password: string) => boolean])[] = [
  [`at least ${MIN_LENGTH} characters`, (password) => password.length >= MIN_LENGTH],
  ["a lowercase letter", (password) => /[a-z]/.test(password)],
  ["an uppercase letter", (password) => /[A-Z]/.test(password)],
  ["a number", (password) => /[0-9]/.test(password)],
  // Cognito's symbol characters.
  ["a symbol", (password) => /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+ -]/.test(password)],
];

export const REQUIREMENTS = `At least ${MIN_LENGTH} characters, with a lowercase letter, an uppercase letter, a number and a symbol.`;

/** The requirements that the password does not meet, such as "a number"; empty if it meets all. */
export function missingRequirements(password: string): readonly string[] {
  return RULES.filter(([, meets]) => !meets(password)).map(([requirement]) => requirement);
}
