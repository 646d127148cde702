import { Link } from "react-router";
import { useMyPermissions } from "../session/permissions";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { PastUploads } from "../uploads/UploadScreen";
import { PriceFile } from "./upload/PriceFile";
import "./prices.css";

/** Item price upload (docs/requirements/planning.md, PRC-1). */
export default function ItemPriceUploadPage() {
  const { may } = useMyPermissions();
  return (
    <Page title="Update Item Prices" aside={<Link to="/item-prices-landing">Download item prices</Link>}>
      {may("UpdateItemPrices") ? (
        <>
          <PriceFile />
          <PastUploads folder="item-price-uploads" />
        </>
      ) : (
        <Forbidden action="update item prices" />
      )}
    </Page>
  );
}
