import { Authenticator } from "@aws-amplify/ui-react";
import { useEffect, useState } from "react";
import { wasSignedOutIdle } from "./idle";
import "./authenticator.css";
import styles from "./signIn.module.css";

/**
 * Sign-in, change of the first password and forgotten password. Only administrators create accounts. After the sign-in,
 * `SessionGate` renders the console.
 */
export default function SignIn() {
  const [signedOutIdle] = useState(wasSignedOutIdle);
  useEffect(() => {
    document.title = "Sign in · Larder";
  }, []);
  return (
    <main className={styles.page}>
      {signedOutIdle && (
        <p className={styles.notice} role="status">
          You were signed out because of inactivity. Sign in to continue.
        </p>
      )}
      <Authenticator
        hideSignUp
        loginMechanisms={["email"]}
        components={{
          Header: () => (
            <header className={styles.header}>
              <h1>Larder</h1>
              <p>A simple insight into the field</p>
            </header>
          ),
        }}
      />
    </main>
  );
}
