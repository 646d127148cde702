import { useQuery } from "@tanstack/react-query";
import { ComboboxField } from "../../ui/form/ComboboxField";
import type { FieldProps } from "../../ui/form/fieldProps";
import { QueryError } from "../../ui/query/ErrorNotice";
import { UNABLE_TO_LOAD_NAMES, namesQuery } from "../names";
import { offeredValues, type SearchAttribute } from "../rules/edit";
import { formatValue } from "../rules/format";

interface Props extends FieldProps<string> {
  readonly attribute: SearchAttribute;
}

/** A search field for the names from the server. Only these names are valid. */
export function NameField({ attribute, error, ...field }: Props) {
  const names = useQuery(namesQuery(attribute));
  // While the names are loading, the entered name may be valid.
  const isUnknown = names.isPending && field.value !== "";
  return (
    <>
      <ComboboxField
        {...field}
        error={isUnknown ? undefined : error}
        options={offeredValues(attribute, names.data ?? [])}
        loading={names.isPending}
        labelOf={(value) => (value === "" ? "" : formatValue(attribute, value))}
      />
      <QueryError query={names} message={UNABLE_TO_LOAD_NAMES[attribute]} />
    </>
  );
}
