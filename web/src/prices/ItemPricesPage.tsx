import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../lib/paths";
import { formatNumber } from "../lib/formats";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { useUrlState } from "../lib/useUrlState";
import { SelectField } from "../ui/form/SelectField";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { Muted } from "../ui/text";
import { useTableViews } from "../ui/table";
import { Toolbar } from "../ui/Toolbar";
import { schemaIdsQuery } from "./itemPrices";
import { RemoveSchema } from "./list/RemoveSchema";
import { SchemaPrices } from "./list/SchemaPrices";
import { useDownload } from "./list/useDownload";
import { IDS_FAILURE } from "./list/messages";

/** Downloads item prices and shows the prices of a schema (docs/requirements/planning.md, PRC-4). */
export default function ItemPricesPage() {
  const { may } = useMyPermissions();
  const address = useUrlState("text");
  const views = useTableViews("prices", address);
  const schemas = useQuery(schemaIdsQuery);
  const { start, downloading, downloaded } = useDownload();
  const schemaId = address.address.get("schema");
  const ids = schemas.data ?? [];
  const options = schemaId && !ids.includes(schemaId) ? [...ids, schemaId] : ids;

  return (
    <QueryPage
      title="Download Item Prices"
      aside={may("UpdateItemPrices") ? <Link to={paths.itemPriceUpload}>Update item prices</Link> : undefined}
      query={schemas}
      label="price schemas"
      error={() => IDS_FAILURE}
      forbidden={{ activity: "view item prices", permission: ["GetUniquePMTNames", "UpdateItemPrices"] }}
      skeleton={<Skeleton label="price schemas" rows={2} />}
    >
      {() => (
        <>
          <Toolbar>
            <SelectField
              label="Price schema"
              value={schemaId ?? ""}
              onChange={(value) => address.go(() => new URLSearchParams(value ? { schema: value } : {}))}
              emptyLabel="All Schemas"
              options={options}
            />
            <Button
              variant="primary"
              onClick={() => start(schemaId)}
              busy={downloading}
              busyText={progressText(downloaded)}
            >
              Download CSV
            </Button>
            {schemaId && may("UpdateItemPrices") && (
              <RemoveSchema schemaId={schemaId} onRemoved={() => address.go(() => new URLSearchParams())} />
            )}
          </Toolbar>
          {!schemaId && (
            <Muted as="p">
              Download the prices of all {ids.length} schemas in one file, or select a schema to view its prices here.
            </Muted>
          )}
          {schemaId && <SchemaPrices key={schemaId} schemaId={schemaId} address={address} views={views} />}
        </>
      )}
    </QueryPage>
  );
}

function progressText(count: number): string {
  return count > 0 ? `${formatNumber(count)} prices…` : "Downloading…";
}
