import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../../api/errors";
import { Field } from "../../../ui/Field";
import { Failure } from "../../../ui/states";
import { SearchSelect } from "../../../ui/SearchSelect";
import { UNABLE_TO_LOAD_NAMES, namesQuery } from "../../names";
import { offeredValues, type SearchAttribute } from "../../rules/edit";
import { formatValue } from "../../rules/format";
import type { EditorProps } from "./EditorProps";

/** A search field for the names from the server. Only these names are valid. */
export function SearchEditor({ row, draft, onChange, errorOf }: EditorProps) {
  const attribute = row.attribute as SearchAttribute;
  const names = useQuery(namesQuery(attribute));
  return (
    <>
      <Field label={row.label} hint={row.hint} error={names.isPending ? undefined : errorOf(attribute)}>
        {(control) => (
          <SearchSelect
            control={control}
            value={String(draft.value)}
            options={offeredValues(attribute, names.data ?? [])}
            loading={names.isPending}
            labelOf={(value) => (value === "" ? "" : formatValue(attribute, value))}
            onChange={(value) => onChange({ ...draft, value }, attribute)}
          />
        )}
      </Field>
      {names.isError && (
        <Failure
          message={messageOf(names.error, UNABLE_TO_LOAD_NAMES[attribute])}
          onRetry={() => void names.refetch()}
          retrying={names.isFetching}
        />
      )}
    </>
  );
}
