import { useQuery } from "@tanstack/react-query";
import { ComboboxField } from "../../../ui/form/ComboboxField";
import { UNABLE_TO_LOAD_NAMES, namesQuery } from "../../names";
import { offeredValues, type SearchAttribute } from "../../rules/edit";
import { formatValue } from "../../rules/format";
import { QueryError } from "../../../ui/query/ErrorNotice";
import type { EditorProps } from "./EditorProps";

/** A search field for the names from the server. Only these names are valid. */
export function SearchEditor({ row, draft, onChange, errorOf }: EditorProps) {
  const attribute = row.attribute as SearchAttribute;
  const names = useQuery(namesQuery(attribute));
  return (
    <>
      <ComboboxField
        label={row.label}
        description={row.hint}
        error={names.isPending ? undefined : errorOf(attribute)}
        value={String(draft.value)}
        options={offeredValues(attribute, names.data ?? [])}
        loading={names.isPending}
        labelOf={(value) => (value === "" ? "" : formatValue(attribute, value))}
        onChange={(value) => onChange({ ...draft, value }, attribute)}
      />
      <QueryError query={names} message={UNABLE_TO_LOAD_NAMES[attribute]} />
    </>
  );
}
