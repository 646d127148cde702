/** Administrates the user pool of the stack under test over its API. */
import { callAws } from "./aws";
import { stack } from "./stack";

function callCognito(action: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const target = `AWSCognitoIdentityProviderService.${action}`;
  return callAws("cognito-idp", target, { UserPoolId: stack().userPoolId, ...input }, "1.1");
}

/** Creates an account with a temporary password, which must be changed at the first sign-in. */
export async function createAccount(email: string, temporaryPassword: string): Promise<void> {
  await callCognito("AdminCreateUser", {
    Username: email,
    TemporaryPassword: temporaryPassword,
    MessageAction: "SUPPRESS",
    UserAttributes: [
      { Name: "email", Value: email },
      { Name: "email_verified", Value: "true" },
    ],
  });
}

/** Sets a permanent password, as if the user accepted the invitation. */
export async function setPassword(email: string, password: string): Promise<void> {
  await callCognito("AdminSetUserPassword", { Username: email, Password: password, Permanent: true });
}

/** Creates an account with a permanent password and returns its id in the user pool. */
export async function createMember(email: string, password: string): Promise<string> {
  await createAccount(email, password);
  await setPassword(email, password);
  const user = (await callCognito("AdminGetUser", { Username: email })) as {
    readonly UserAttributes: readonly { readonly Name: string; readonly Value: string }[];
  };
  const sub = user.UserAttributes.find(({ Name }) => Name === "sub")?.Value;
  if (!sub) throw new Error(`${email} has no id`);
  return sub;
}

/** Signs in without the browser and returns the ID token. */
export async function getIdToken(email: string, password: string): Promise<string> {
  const signedIn = (await callCognito("AdminInitiateAuth", {
    ClientId: stack().userPoolClientId,
    AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: email, PASSWORD: password },
  })) as { readonly AuthenticationResult: { readonly IdToken: string } };
  return signedIn.AuthenticationResult.IdToken;
}

export async function deleteAccount(email: string): Promise<void> {
  await callCognito("AdminDeleteUser", { Username: email });
}
