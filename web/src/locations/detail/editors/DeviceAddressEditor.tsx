import { useMutation } from "@tanstack/react-query";
import { ApiError, messageOf, isTransient } from "../../../api/errors";
import { useMyPermissions } from "../../../session/permissions";
import { Button } from "../../../ui/Button";
import { Field } from "../../../ui/Field";
import { generateDeviceAddress } from "../queries";
import type { EditorProps } from "./EditorProps";

/** Said when no address was made and the server had no words of its own for it (spec, section 8). */
const UNABLE_TO_GENERATE = "Unable to generate Apriva device address. Please check your internet and your permissions";

/** The address of the card reader: typed, or made by the readers' service. It is saved like any other value. */
export function DeviceAddressEditor({ row, draft, onChange, errorOf, locationId }: EditorProps) {
  const { attribute, label, hint } = row;
  const { refusal } = useMyPermissions();
  const change = (value: string) => onChange({ ...draft, value }, attribute);
  const generation = useMutation({
    mutationFn: (id: string) => generateDeviceAddress(id),
    onSuccess: change,
  });
  const failure = generation.isError ? failureOf(generation.error) : undefined;
  return (
    <>
      <Field label={label} hint={hint} error={errorOf(attribute) ?? failure}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            value={String(draft.value)}
            onChange={(event) => {
              generation.reset();
              change(event.target.value);
            }}
          />
        )}
      </Field>
      {locationId !== undefined && (
        <div className="generate">
          <Button
            onClick={() => generation.mutate(locationId)}
            busy={generation.isPending}
            busyText="Generating…"
            disabledReason={refusal("UpdateLocation")}
          >
            Generate
          </Button>
          <span className="muted" role="status">
            {generation.isSuccess && "Generated. Save it to keep it."}
          </span>
        </div>
      )}
    </>
  );
}

/** A service that is out of order says nothing to the person that the spec does not say better. */
function failureOf(error: unknown): string {
  const wordless = isTransient(error) || (error instanceof ApiError && error.kind === "internal");
  return wordless ? UNABLE_TO_GENERATE : messageOf(error, UNABLE_TO_GENERATE);
}
