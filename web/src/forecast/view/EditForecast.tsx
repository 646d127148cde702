import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "../../api/errors";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { formatDay } from "../../ui/day";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { Failure } from "../../ui/states";
import { toastSuccess } from "../../ui/toast";
import { FORECAST_KEY, UNABLE_TO_SAVE, updateForecast, type ForecastRow } from "../forecasts";
import { quantityError } from "../rules/forecast";
import { ForecastHistory } from "./ForecastHistory";

interface Props {
  readonly row: ForecastRow;
  readonly onClose: () => void;
}

const FORM = "edit-forecast";

/** Edits the forecast of an item for a day and shows its history. */
export function EditForecast({ row, onClose }: Props) {
  const client = useQueryClient();
  const { missingPermission } = useMyPermissions();
  const [text, setText] = useState(String(row.quantity));
  const quantity = text.trim();
  const error = quantityError(quantity);
  const forbiddenReason = missingPermission("UpdateForecast");

  const saving = useMutation({
    mutationFn: () => updateForecast(row, Number(quantity)),
    onSuccess: async () => {
      toastSuccess(`${row.item} on ${formatDay(row.date)}: ${Number(quantity).toLocaleString("en-US")}`);
      onClose();
      await client.invalidateQueries({ queryKey: [FORECAST_KEY] });
    },
    // Reloads the stored quantity after a conflict. The typed quantity is kept.
    onError: (error) => {
      if (error instanceof ApiError && error.kind === "conflict")
        void client.invalidateQueries({ queryKey: [FORECAST_KEY] });
    },
  });

  const unchanged = Number(quantity) === row.quantity ? `${quantity} is already saved` : undefined;
  return (
    <Dialog
      title={`${row.item} on ${formatDay(row.date)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            type="submit"
            form={FORM}
            busy={saving.isPending}
            busyText="Saving…"
            disabledReason={forbiddenReason ?? error ?? unchanged}
          >
            Save changes
          </Button>
        </>
      }
    >
      <Form
        busy={saving.isPending}
        id={FORM}
        onSubmit={() => {
          if (!(forbiddenReason ?? error ?? unchanged)) saving.mutate();
        }}
      >
        <Field
          label="Quantity"
          hint={`Saved quantity: ${row.quantity.toLocaleString("en-US")}`}
          error={text === String(row.quantity) ? undefined : error}
        >
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              value={text}
              readOnly={forbiddenReason !== undefined}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </Form>
      {forbiddenReason && <p className="muted">{forbiddenReason}</p>}
      {saving.error && <Failure message={messageOf(saving.error, UNABLE_TO_SAVE)} />}
      <ForecastHistory day={row.date} item={row.item} />
    </Dialog>
  );
}
