/** What an administrator does in the user pool, by the API of the stack under test. */
import { stack } from "./stack";

/** The emulator checks no signature, but reads the service from where one would be. */
const CREDENTIAL = "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/cognito-idp/aws4_request";

async function administrate(action: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { endpoint, userPoolId } = stack();
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${action}`,
      authorization: `${CREDENTIAL}, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify({ UserPoolId: userPoolId, ...input }),
  });
  if (!response.ok) throw new Error(`${action}: ${response.status} ${await response.text()}`);
  const answer = await response.text();
  return answer === "" ? null : (JSON.parse(answer) as unknown);
}

/** An account as an administrator makes it: its first password is to be changed at the first sign-in. */
export async function createAccount(email: string, firstPassword: string): Promise<void> {
  await administrate("AdminCreateUser", {
    Username: email,
    TemporaryPassword: firstPassword,
    MessageAction: "SUPPRESS",
    UserAttributes: [
      { Name: "email", Value: email },
      { Name: "email_verified", Value: "true" },
    ],
  });
}

/** Sets a password that need not be changed, as if the invitation had been accepted. */
export async function setPassword(email: string, password: string): Promise<void> {
  await administrate("AdminSetUserPassword", { Username: email, Password: password, Permanent: true });
}

/** An account whose first password is changed already; its id in the user pool. */
export async function createMember(email: string, password: string): Promise<string> {
  await createAccount(email, password);
  await setPassword(email, password);
  const user = (await administrate("AdminGetUser", { Username: email })) as {
    readonly UserAttributes: readonly { readonly Name: string; readonly Value: string }[];
  };
  const sub = user.UserAttributes.find(({ Name }) => Name === "sub")?.Value;
  if (!sub) throw new Error(`${email} has no id`);
  return sub;
}

/** The ID token of a sign-in beside the browser. */
export async function idTokenOf(email: string, password: string): Promise<string> {
  const signedIn = (await administrate("AdminInitiateAuth", {
    ClientId: stack().userPoolClientId,
    AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: email, PASSWORD: password },
  })) as { readonly AuthenticationResult: { readonly IdToken: string } };
  return signedIn.AuthenticationResult.IdToken;
}

export async function deleteAccount(email: string): Promise<void> {
  await administrate("AdminDeleteUser", { Username: email });
}
