import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Dialog } from "../../ui/Dialog";
import { Page } from "../../ui/Page";
import { Muted } from "../../ui/text";
import { RequirePermission } from "../../session/RequirePermission";
import { CreateField } from "./CreateField";
import { ErrorSummary } from "./ErrorSummary";
import styles from "./createLocationPage.module.css";
import { elementId, SECTIONS } from "./form";
import { useCreateForm } from "./useCreateForm";

const TITLE = "Add Fridge";

/** The form that creates a location (docs/requirements/locations.md, "Create"). */
export default function CreateLocationPage() {
  return (
    <RequirePermission title={TITLE} permission="CreateLocation" activity="create locations">
      <CreateLocation />
    </RequirePermission>
  );
}

function CreateLocation() {
  const create = useCreateForm();
  const { form, failureMessage, creating } = create;
  return (
    <Page title={TITLE} aside={<Link to={paths.importLocations}>Import many from customer records</Link>}>
      <Form
        busy={creating}
        className={styles.form}
        noValidate
        aria-label="New location"
        onSubmit={(event) => void create.submit(event)}
      >
        {form.formState.isSubmitted && <ErrorSummary form={form} />}
        {SECTIONS.map(({ title, fields }) => (
          <fieldset key={title} className={styles.section}>
            <legend>{title}</legend>
            <div className={styles.fields}>
              {fields.map((field) => (
                <div key={field.name} id={elementId(field.name)} data-wide={field.wide || undefined}>
                  <CreateField field={field} create={create} />
                </div>
              ))}
            </div>
          </fieldset>
        ))}
        <div className={styles.actions}>
          <Muted>Fields with * are required</Muted>
          <Button type="submit" variant="primary" busy={creating} busyText="Creating…">
            Create
          </Button>
        </div>
      </Form>
      {failureMessage !== null && (
        <Dialog
          alert
          title="The location was not created"
          onClose={create.dismissFailure}
          actions={
            <Button variant="primary" onClick={create.dismissFailure}>
              Close
            </Button>
          }
        >
          {failureMessage.split("\n").map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Dialog>
      )}
    </Page>
  );
}
