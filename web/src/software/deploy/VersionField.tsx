import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ArtifactType } from "../../api/schema";
import type { BoundProps } from "../../ui/form/FormField";
import { SelectField } from "../../ui/form/SelectField";
import { QueryError } from "../../ui/query/ErrorNotice";
import { availableArtifacts } from "../queries";
import { offeredVersions } from "../rules/versions";

const AVAILABLE_FAILURE = "There was an error querying available versions, please refresh page and try again.";

interface Props {
  readonly field: BoundProps<string>;
  /** The selected software; undefined if none is selected. */
  readonly artifactType: ArtifactType | undefined;
}

/** The field for one of the newest versions of a software (SWR-2). */
export function VersionField({ field, artifactType }: Props) {
  const available = useQuery(availableArtifacts);
  const raw = artifactType && available.data?.get(artifactType);
  const versions = artifactType && raw ? offeredVersions(artifactType, raw) : [];
  return (
    <SelectField
      {...field}
      label="Version"
      disabledReason={versions.length === 0 ? missingVersions(artifactType !== undefined, available) : undefined}
      emptyLabel={available.isPending ? "Loading…" : "Choose a version"}
      options={versions.map(({ cleanName }) => cleanName)}
    />
  );
}

/** Why no version can be selected. */
function missingVersions(isSoftwareSelected: boolean, { isPending, isError }: UseQueryResult): string {
  if (!isSoftwareSelected) return "Choose the software first";
  if (isPending) return "The versions are loading";
  return isError ? "The versions could not be loaded" : "No versions available";
}

/** The error of the query for the available versions (SWR-10). */
export function AvailableVersionsError() {
  return <QueryError query={useQuery(availableArtifacts)} message={() => AVAILABLE_FAILURE} />;
}
