import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { Dialog } from "../../ui/Dialog";
import { Page } from "../../ui/Page";
import { RequirePermission } from "../../session/RequirePermission";
import { CreateField } from "./CreateField";
import { ErrorSummary } from "./ErrorSummary";
import { SECTIONS } from "./form";
import { useCreateForm } from "./useCreateForm";
import "./create.css";

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
  const { isSubmitted, errors } = form.formState;
  return (
    <Page title={TITLE} aside={<Link to={paths.importLocations}>Import many from customer records</Link>}>
      <Form
        busy={creating}
        className="create-form"
        noValidate
        aria-label="New location"
        onSubmit={(event) => {
          void create.submit(event);
        }}
      >
        {isSubmitted && <ErrorSummary errors={errors} attempt={create.failedAttempts} />}
        {SECTIONS.map(({ title, fields }) => (
          <fieldset key={title} className="create-section">
            <legend>{title}</legend>
            <div className="create-fields">
              {fields.map((field) => (
                <div key={field.name} className={field.wide ? "create-wide" : undefined}>
                  <CreateField field={field} create={create} />
                </div>
              ))}
            </div>
          </fieldset>
        ))}
        <div className="create-actions">
          <span className="muted">Fields with * are required</span>
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
