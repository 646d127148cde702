import { PlainButton } from "../ui/PlainButton";
import { CenteredMessage } from "../ui/states";

/** Shown when the console cannot start because its configuration failed to load. */
export function StartFailure() {
  return (
    <CenteredMessage as="main" fillsWindow role="alert">
      <h1>Larder could not start</h1>
      <p>The configuration could not be loaded. Check your internet connection, then try again.</p>
      <PlainButton onClick={() => window.location.reload()}>Try again</PlainButton>
    </CenteredMessage>
  );
}
