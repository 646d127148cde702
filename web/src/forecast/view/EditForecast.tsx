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
import { FORECAST, UNABLE_TO_SAVE, updateForecast, type ForecastRow } from "../forecasts";
import { quantityFault } from "../rules/forecast";
import { ForecastHistory } from "./ForecastHistory";

interface Props {
  readonly row: ForecastRow;
  readonly onClose: () => void;
}

const FORM = "edit-forecast";

/** Changes how many of an item are forecast for a day, and shows how it came to be so. */
export function EditForecast({ row, onClose }: Props) {
  const client = useQueryClient();
  const { refusal } = useMyPermissions();
  const [typed, setTyped] = useState(String(row.quantity));
  const quantity = typed.trim();
  const fault = quantityFault(quantity);
  const notAllowed = refusal("UpdateForecast");

  const saving = useMutation({
    mutationFn: () => updateForecast(row, Number(quantity)),
    onSuccess: async () => {
      toastSuccess(`${row.item} on ${formatDay(row.date)}: ${Number(quantity).toLocaleString("en-US")}`);
      onClose();
      await client.invalidateQueries({ queryKey: [FORECAST] });
    },
    // What is stored now is shown beside what was typed, which stays.
    onError: (error) => {
      if (error instanceof ApiError && error.kind === "conflict")
        void client.invalidateQueries({ queryKey: [FORECAST] });
    },
  });

  const unchanged = Number(quantity) === row.quantity ? `${quantity} is stored already` : undefined;
  return (
    <Dialog
      title={`${row.item} on ${formatDay(row.date)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            type="submit"
            form={FORM}
            busy={saving.isPending}
            busyText="Saving…"
            disabledReason={notAllowed ?? fault ?? unchanged}
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
          if (!(notAllowed ?? fault ?? unchanged)) saving.mutate();
        }}
      >
        <Field
          label="Quantity"
          hint={`Stored now: ${row.quantity.toLocaleString("en-US")}`}
          error={typed === String(row.quantity) ? undefined : fault}
        >
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              value={typed}
              readOnly={notAllowed !== undefined}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </Form>
      {notAllowed && <p className="muted">{notAllowed}</p>}
      {saving.error && <Failure message={messageOf(saving.error, UNABLE_TO_SAVE)} />}
      <ForecastHistory day={row.date} item={row.item} />
    </Dialog>
  );
}
