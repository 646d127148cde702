import { Link } from "react-router";
import { paths } from "../lib/paths";
import { UploadScreen } from "../uploads/UploadScreen";
import { priceUpload } from "./upload/priceUpload";

/** Item price upload (docs/requirements/planning.md, PRC-1). */
export default function ItemPriceUploadPage() {
  return <UploadScreen kind={priceUpload} aside={<Link to={paths.itemPrices}>Download item prices</Link>} />;
}
