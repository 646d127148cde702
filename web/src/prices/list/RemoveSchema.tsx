import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../api/errors";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { plural } from "../../ui/plural";
import { toastFailure, toastSuccess } from "../../ui/toast";
import { removeSchema } from "../itemPrices";

interface Props {
  readonly schemaId: string;
  readonly onRemoved: () => void;
}

/** Removes a price schema with its prices; the server rejects it while a location uses the schema. */
export function RemoveSchema({ schemaId, onRemoved }: Props) {
  const { refusal } = useMyPermissions();
  const confirm = useConfirm();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeSchema(schemaId),
    onSuccess: async (count) => {
      toastSuccess(`${schemaId} and its ${plural(count, "price")} were removed`);
      onRemoved();
      const changed = ["itemPrices", "itemPriceSchemaIds", "itemPriceHistory", "names"];
      await Promise.all(changed.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
    onError: (error) =>
      toastFailure(messageOf(error, "Unable to remove the schema, Please check your internet and your permissions")),
  });

  async function remove() {
    const yes = await confirm({
      title: `Remove ${schemaId}`,
      message: "The schema and all of its prices are removed. Locations can no longer choose it.",
      confirm: "Remove schema",
      danger: true,
    });
    if (yes) removal.mutate();
  }

  return (
    <Button
      onClick={() => void remove()}
      busy={removal.isPending}
      busyText="Removing…"
      disabledReason={refusal("UpdateItemPrices")}
    >
      Remove schema
    </Button>
  );
}
