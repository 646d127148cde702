import { Authenticator } from "@aws-amplify/ui-react";
import { useEffect, useState } from "react";
import { endedWhenIdle } from "./idle";
import "./signIn.css";

/**
 * Sign-in, first-password change and forgotten password. Accounts are made by administrators only. A session that
 * begins here is noticed by the gate above, which then draws the console.
 */
export default function SignIn() {
  const [idle] = useState(endedWhenIdle);
  useEffect(() => {
    document.title = "Sign in · Larder";
  }, []);
  return (
    <main className="sign-in">
      {idle && (
        <p className="sign-in-notice" role="status">
          You were signed out because you had not used Larder for a while. Sign in to continue.
        </p>
      )}
      <Authenticator
        hideSignUp
        loginMechanisms={["email"]}
        components={{
          Header: () => (
            <header className="sign-in-header">
              <h1>Larder</h1>
              <p>A simple insight into the field</p>
            </header>
          ),
        }}
      />
    </main>
  );
}
