import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useId, useState } from "react";
import {
  confirmAuthenticator,
  credentialFailure,
  hasAuthenticator,
  newAuthenticatorKey,
  removeAuthenticator,
  type AuthenticatorKey,
} from "../../session/credentials";
import { useMyPermissions } from "../../session/permissions";
import { useUser } from "../../session/user";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { useConfirm } from "../../ui/confirm";
import { Field } from "../../ui/Field";
import { Failure, Loading } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";

/** Loaded only while an app is set up. */
const QrCode = lazy(() => import("./QrCode"));

const authenticatorQuery = queryOptions({ queryKey: ["authenticator"], queryFn: hasAuthenticator });

/** Sets up an authenticator app or turns it off. */
export function AuthenticatorSection() {
  const titleId = useId();
  const client = useQueryClient();
  const active = useQuery(authenticatorQuery);
  return (
    <section className="account-section" aria-labelledby={titleId}>
      <h2 id={titleId}>Authenticator app</h2>
      {active.isPending && <Loading label="your sign-in settings" />}
      {active.isError && (
        <Failure
          message="Unable to load your sign-in settings. Check your internet connection."
          onRetry={() => void active.refetch()}
          retrying={active.isFetching}
        />
      )}
      {active.data === true && <Active onTurnedOff={() => client.setQueryData(authenticatorQuery.queryKey, false)} />}
      {active.data === false && <Setup onSetUp={() => client.setQueryData(authenticatorQuery.queryKey, true)} />}
    </section>
  );
}

function Active({ onTurnedOff }: { readonly onTurnedOff: () => void }) {
  const confirm = useConfirm();
  const { may } = useMyPermissions();
  const remove = useMutation({
    mutationFn: removeAuthenticator,
    onSuccess: () => {
      toastSuccess("The authenticator app was turned off");
      onTurnedOff();
    },
  });

  async function turnOff() {
    const confirmed = await confirm({
      title: "Turn off the authenticator app?",
      message: may("ManagePermissions")
        ? "A password alone will be enough to sign in to your account. You may no longer be able to manage permissions."
        : "A password alone will be enough to sign in to your account.",
      confirm: "Turn off",
      danger: true,
    });
    if (confirmed) remove.mutate();
  }

  return (
    <>
      <p>
        <strong>On.</strong> You enter a code from your authenticator app at each sign-in.
      </p>
      {remove.isError && (
        <Failure
          message={credentialFailure(remove.error, "Unable to turn off the app. Check your internet connection.")}
        />
      )}
      <div>
        <Button onClick={() => void turnOff()} busy={remove.isPending} busyText="Turning off…">
          Turn off
        </Button>
      </div>
    </>
  );
}

function Setup({ onSetUp }: { readonly onSetUp: () => void }) {
  const { email } = useUser();
  const { may } = useMyPermissions();
  const createKey = useMutation({ mutationFn: () => newAuthenticatorKey(email) });

  if (createKey.data) return <Confirm authenticator={createKey.data} onSetUp={onSetUp} onCancel={createKey.reset} />;
  return (
    <>
      <p>
        <strong>Off.</strong> With an authenticator app, a stolen password is not enough to sign in to your account.
        {may("ManagePermissions") && " Administrators need one to manage permissions."}
      </p>
      {createKey.isError && (
        <Failure
          message={credentialFailure(createKey.error, "Unable to set up the app. Check your internet connection.")}
        />
      )}
      <div>
        <Button variant="primary" onClick={() => createKey.mutate()} busy={createKey.isPending} busyText="Preparing…">
          Set up
        </Button>
      </div>
    </>
  );
}

interface ConfirmProps {
  readonly authenticator: AuthenticatorKey;
  readonly onSetUp: () => void;
  readonly onCancel: () => void;
}

function Confirm({ authenticator: { key, uri }, onSetUp, onCancel }: ConfirmProps) {
  const [code, setCode] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isComplete = /^\d{6}$/.test(code);
  const confirmation = useMutation({
    mutationFn: () => confirmAuthenticator(code),
    onSuccess: () => {
      toastSuccess("The authenticator app is set up");
      onSetUp();
    },
  });

  function onSubmit() {
    setIsSubmitted(true);
    if (isComplete) confirmation.mutate();
  }

  return (
    <Form
      busy={confirmation.isPending}
      className="account-form"
      aria-label="Set up the authenticator app"
      onSubmit={onSubmit}
      noValidate
    >
      <ol className="account-steps">
        <li>
          Open an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password.
        </li>
        <li>Scan this QR code, or enter the key.</li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <Suspense fallback={<Loading label="the QR code" />}>
        <QrCode text={uri} label="QR code for your authenticator app" />
      </Suspense>
      <p>
        Key: <code className="account-key">{key.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <Field
        label="Code"
        error={isSubmitted && !isComplete ? "Enter the six digits that the app shows" : undefined}
        required
      >
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value.trim())}
          />
        )}
      </Field>
      {confirmation.isError && (
        <Failure
          message={credentialFailure(confirmation.error, "Unable to confirm the code. Check your internet connection.")}
        />
      )}
      <div className="account-buttons">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={confirmation.isPending} busyText="Confirming…">
          Confirm
        </Button>
      </div>
    </Form>
  );
}
