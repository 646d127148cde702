import { useUser } from "../session/user";
import { Page } from "../ui/Page";
import { Panels } from "../ui/Panel";
import { AuthenticatorSection } from "./security/AuthenticatorSection";
import { PasswordSection } from "./security/PasswordSection";
import { SessionsSection } from "./security/SessionsSection";

/** The signed-in user's own account: authenticator app, password and sign-ins. */
export default function AccountPage() {
  const { email } = useUser();
  return (
    <Page title="Account" aside={email}>
      <Panels>
        <AuthenticatorSection />
        <PasswordSection />
        <SessionsSection />
      </Panels>
    </Page>
  );
}
