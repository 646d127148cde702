import { Button } from "../ui/Button";
import { CenteredMessage } from "../ui/states";

/** Replaces the console when the user's account is disabled while it is open. */
export function AccountDisabled() {
  return (
    <CenteredMessage as="main" fillsWindow>
      <div role="alert">
        <h1>Your account is disabled</h1>
        <p>You were signed out, and the data on this page was removed. Ask an administrator to enable your account.</p>
      </div>
      <Button onClick={() => window.location.reload()}>Sign in again</Button>
    </CenteredMessage>
  );
}
