import { useQueryClient } from "@tanstack/react-query";
import { object, pipe, string, transform, trim } from "valibot";
import { kindOf } from "../../api/errors";
import { formatDay, formatNumber } from "../../lib/formats";
import { toastSuccess } from "../../lib/toast";
import { useMyPermissions } from "../../session/permissions";
import { SideForm } from "../../ui/form/DialogForm";
import { FormField } from "../../ui/form/FormField";
import { NumberField } from "../../ui/form/NumberField";
import { rule } from "../../ui/form/rule";
import { useLarderForm } from "../../ui/form/useLarderForm";
import { Muted } from "../../ui/text";
import { FORECAST_KEY, UNABLE_TO_SAVE, updateForecast, type ForecastRow } from "../forecasts";
import { quantityError } from "../rules/forecast";
import { ForecastHistory } from "./ForecastHistory";

interface Props {
  readonly row: ForecastRow;
  readonly onClose: () => void;
}

const SCHEMA = object({ quantity: pipe(string(), trim(), rule(quantityError), transform(Number)) });

/** Edits the forecast of an item for a day and shows its history. */
export function EditForecast({ row, onClose }: Props) {
  const client = useQueryClient();
  const { missingPermission } = useMyPermissions();
  const forbiddenReason = missingPermission("UpdateForecast");
  const reload = () => client.invalidateQueries({ queryKey: [FORECAST_KEY] });
  const forecast = useLarderForm({
    schema: SCHEMA,
    defaultValues: { quantity: String(row.quantity) },
    mode: "onChange",
    onSubmit: async ({ quantity }) => {
      try {
        await updateForecast(row, quantity);
      } catch (error) {
        // Reloads the stored quantity. The typed quantity is kept.
        if (kindOf(error) === "conflict") void reload();
        throw error;
      }
      toastSuccess(`${row.item} on ${formatDay(row.date)}: ${formatNumber(quantity)}`);
      onClose();
      await reload();
    },
  });
  const quantity = forecast.form.watch("quantity").trim();
  const unchanged = Number(quantity) === row.quantity ? `${quantity} is already saved` : undefined;
  return (
    <SideForm
      title={`${row.item} on ${formatDay(row.date)}`}
      form={forecast}
      onClose={onClose}
      submit="Save changes"
      busyText="Saving…"
      cancel="Close"
      disabledReason={forbiddenReason ?? quantityError(quantity) ?? unchanged}
      failure={UNABLE_TO_SAVE}
      footer={<ForecastHistory day={row.date} item={row.item} />}
    >
      <FormField control={forecast.form.control} name="quantity">
        {(field) => (
          <NumberField
            label="Quantity"
            description={`Saved quantity: ${formatNumber(row.quantity)}`}
            min={0}
            readOnly={forbiddenReason !== undefined}
            {...field}
          />
        )}
      </FormField>
      {forbiddenReason && <Muted as="p">{forbiddenReason}</Muted>}
    </SideForm>
  );
}
