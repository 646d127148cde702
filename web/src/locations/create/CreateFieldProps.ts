import type { FormField } from "./form";
import type { CreateForm } from "./useCreateForm";

/** The properties of all fields of the create form. */
export interface CreateFieldProps {
  readonly field: FormField;
  readonly create: CreateForm;
}
