import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatCount } from "../../lib/formats";
import { messageOf } from "../../api/errors";
import { useMyPermissions } from "../../session/permissions";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/confirm";
import { toastFailure, toastSuccess } from "../../lib/toast";
import { removeSchema } from "../itemPrices";

interface Props {
  readonly schemaId: string;
  readonly onRemoved: () => void;
}

/** Removes a price schema with its prices. The server rejects the removal while a location uses the schema. */
export function RemoveSchema({ schemaId, onRemoved }: Props) {
  const { missingPermission } = useMyPermissions();
  const confirm = useConfirm();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeSchema(schemaId),
    onSuccess: async (count) => {
      toastSuccess(`${schemaId} and its ${formatCount(count, "price")} were removed`);
      onRemoved();
      const queryNames = ["itemPrices", "itemPriceSchemaIds", "itemPriceHistory", "names"];
      await Promise.all(queryNames.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
    onError: (error) =>
      toastFailure(messageOf(error, "Unable to remove the schema, Please check your internet and your permissions")),
  });

  async function remove() {
    const confirmed = await confirm({
      title: `Remove ${schemaId}`,
      message: "This removes the schema and all of its prices. Locations can no longer choose it.",
      confirm: "Remove schema",
      danger: true,
    });
    if (confirmed) removal.mutate();
  }

  return (
    <Button
      onClick={() => void remove()}
      busy={removal.isPending}
      busyText="Removing…"
      disabledReason={missingPermission("UpdateItemPrices")}
    >
      Remove schema
    </Button>
  );
}
