import { useMemo } from "react";
import { Link } from "react-router";
import type { CsvColumn } from "../../lib/csv";
import { paths } from "../../lib/paths";
import { LinkButton } from "../../ui/PlainButton";
import { DataTable, tableColumns, text, type DataTableProps } from "../../ui/table";
import { Tag } from "../../ui/Tag";
import { Identifier, Muted, VisuallyHidden } from "../../ui/text";
import { SOFTWARE } from "../artifacts";
import { MultiplePilotsWarning, PilotIcon } from "./PilotIcon";
import { NO_VERSION, type Row } from "./rows";
import styles from "./softwareTable.module.css";

/** The height of the table in pixels (SWR-3). */
const HEIGHT = 600;

interface Props extends Pick<
  DataTableProps<Row>,
  "rows" | "sort" | "onSort" | "urlColumns" | "csvName" | "toolbarElement"
> {
  /** Fridges with more than one pilot, regardless of the filters. */
  readonly multiplePilots: readonly string[];
  /** Undefined unless the Create Deployment panel is open. */
  readonly selection: Pick<NonNullable<DataTableProps<Row>["selection"]>, "selected" | "onSelect"> | undefined;
  readonly onHistory: (id: string) => void;
}

const rowId = (row: Row) => row.id;
const pilotNames = ({ pilots }: Row) => pilots.map(({ displayName }) => displayName).join(", ");

/** The fridges with their pilots and versions. */
export function SoftwareTable({ rows, multiplePilots, selection, onHistory, ...table }: Props) {
  const columns = useMemo(() => createColumns(multiplePilots, onHistory), [multiplePilots, onHistory]);
  return (
    <DataTable
      {...table}
      name="software"
      label="Fridges"
      columns={columns}
      rows={rows}
      rowId={rowId}
      csvColumns={CSV_COLUMNS}
      height={HEIGHT}
      {...(selection && {
        selection: {
          ...selection,
          label: (row: Row) => `Select ${row.id}`,
          allLabel: `Select all ${rows.length} listed fridges`,
        },
      })}
    />
  );
}

export const createColumns = (multiplePilots: readonly string[], onHistory: (id: string) => void) =>
  tableColumns<Row>([
    text("pilots", {
      label: "Pilots",
      value: pilotNames,
      cell: ({ pilots }) => pilots.map((pilot) => <PilotIcon key={pilot.id} pilot={pilot} />),
      headerNote: multiplePilots.length > 0 && <MultiplePilotsWarning ids={multiplePilots} />,
      minWidth: multiplePilots.length > 0 ? 7 : 4,
      grow: 0,
    }),
    text("id", {
      label: "Fridge Name",
      value: rowId,
      cell: (row) => <Name row={row} onHistory={onHistory} />,
      minWidth: 11,
      rowHeader: true,
    }),
    ...SOFTWARE.map(({ type, label }) =>
      text<Row>(type, {
        label,
        minWidth: 4,
        grow: 1,
        value: ({ versions }) => versions[type],
        cell: ({ versions }) => versions[type] ?? <Muted>{NO_VERSION}</Muted>,
      }),
    ),
  ]);

interface NameProps {
  readonly row: Row;
  readonly onHistory: (id: string) => void;
}

function Name({ row: { id: fridge, fridgeName, status }, onHistory }: NameProps) {
  return (
    <div>
      <span className={styles.name}>
        <Identifier>
          <Link to={paths.location(fridge)}>{fridge}</Link>
        </Identifier>
        {status !== "LIVE" && <Tag tone={status === "DEAD" ? "negative" : "warning"}>{status}</Tag>}
        <LinkButton onClick={() => onHistory(fridge)}>
          History<VisuallyHidden> of {fridge}</VisuallyHidden>
        </LinkButton>
      </span>
      <span className={styles.locationName}>{fridgeName}</span>
    </div>
  );
}

/** The columns of the exported file. */
export const CSV_COLUMNS: readonly CsvColumn<Row>[] = [
  { header: "Fridge", value: rowId },
  { header: "Fridge Name", value: ({ fridgeName }) => fridgeName },
  { header: "Status", value: ({ status }) => status },
  { header: "Pilots", value: pilotNames },
  ...SOFTWARE.map(({ type, label }): CsvColumn<Row> => ({ header: label, value: ({ versions }) => versions[type] })),
];
