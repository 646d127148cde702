import { useUser } from "../session/user";
import { Page } from "../ui/Page";
import { AuthenticatorSection } from "./security/AuthenticatorSection";
import { PasswordSection } from "./security/PasswordSection";
import { SessionsSection } from "./security/SessionsSection";
import "./account.css";

/** The signed-in user's own account: authenticator app, password and sign-ins. */
export default function AccountPage() {
  const { email } = useUser();
  return (
    <Page title="Account" aside={email}>
      <div className="account">
        <AuthenticatorSection />
        <PasswordSection />
        <SessionsSection />
      </div>
    </Page>
  );
}
