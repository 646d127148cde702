/** Amplify's sign-out. Separate from `auth.ts`, because no screen needs it to start. */
export { signOut } from "aws-amplify/auth";
