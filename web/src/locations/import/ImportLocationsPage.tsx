import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { useUser } from "../../session/user";
import { UploadScreen } from "../../uploads/UploadScreen";
import { importUpload } from "./importUpload";

/** Creates locations from an export of the customer records (docs/requirements/locations.md, "Import"). */
export default function ImportLocationsPage() {
  const client = useQueryClient();
  const { email } = useUser();
  const [kind] = useState(() => importUpload(client, email));
  return <UploadScreen kind={kind} aside={<Link to={paths.createLocation}>Add a single fridge</Link>} />;
}
