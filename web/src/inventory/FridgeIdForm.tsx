import { useWatch } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { nonEmpty, object, pipe, string, trim } from "valibot";
import { paths } from "../lib/paths";
import { Button } from "../ui/Button";
import { Form } from "../ui/Form";
import { FormField } from "../ui/form/FormField";
import { TextField } from "../ui/form/TextField";
import { useLarderForm } from "../ui/form/useLarderForm";
import { Page } from "../ui/Page";
import { Toolbar } from "../ui/Toolbar";

const ID_MISSING = "Enter a fridge ID first";
const ID_SCHEMA = object({ id: pipe(string(), trim(), nonEmpty(ID_MISSING)) });

/** The form for a fridge id, if the URL has none. */
export function FridgeIdForm() {
  const navigate = useNavigate();
  const { form, submit, busy } = useLarderForm({
    schema: ID_SCHEMA,
    defaultValues: { id: "" },
    onSubmit: async ({ id }) => navigate(paths.inventory(id)),
  });
  const id = useWatch({ control: form.control, name: "id" });
  return (
    <Page title="Fridge Inventory">
      <Form busy={busy} onSubmit={(event) => void submit(event)}>
        <Toolbar>
          <FormField control={form.control} name="id">
            {(field) => <TextField label="Fridge ID" spellCheck={false} {...field} />}
          </FormField>
          <Button type="submit" variant="primary" disabledReason={id.trim() ? undefined : ID_MISSING}>
            Show inventory
          </Button>
        </Toolbar>
      </Form>
      <p>
        <Link to={paths.locations}>All locations</Link>
      </p>
    </Page>
  );
}
