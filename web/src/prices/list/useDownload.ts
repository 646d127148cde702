import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { downloadCsv, toCsv } from "../../lib/csv";
import { toastFailure } from "../../lib/toast";
import { readPrices } from "../itemPrices";
import { CSV_COLUMNS } from "./columns";
import { DOWNLOAD_FAILURE, NO_PRICES } from "./messages";

/** Downloads the stored prices of one schema or of all schemas. */
export function useDownload() {
  const [downloaded, setDownloaded] = useState(0);
  const download = useMutation({
    mutationFn: async (schemaId: string | null) => {
      setDownloaded(0);
      const prices = await readPrices(schemaId === null ? null : [schemaId], { onProgress: setDownloaded });
      if (prices.length > 0) downloadCsv(`item-prices-${schemaId ?? "all-schemas"}.csv`, toCsv(CSV_COLUMNS, prices));
      return prices.length;
    },
    onSuccess: (count) => {
      if (count === 0) toastFailure(NO_PRICES);
    },
    onError: () => toastFailure(DOWNLOAD_FAILURE),
  });
  return { start: download.mutate, downloading: download.isPending, downloaded };
}
