import type { ReactNode } from "react";
import type { ScheduledItem } from "../../schedules/scheduledItems";
import { ScheduledChangeList } from "../../schedules/ScheduledChanges";
import { ROWS, isEditable, type EditableRow, type Row } from "../rules/attributes";
import { formatValue } from "../rules/format";
import type { TimeZone } from "../rules/options";
import type { LocationDetail } from "../locationQuery";

interface Props {
  readonly location: LocationDetail;
  readonly zone: TimeZone;
  readonly scheduled: ReadonlyMap<string, readonly ScheduledItem[]>;
  /** The button label of a row: View for users without permission to edit. */
  readonly verb: "Edit" | "View";
  /** Shows only rows whose label or value contains this text. */
  readonly filter: string;
  readonly onOpen: (row: EditableRow) => void;
  readonly onChooseScheduled: (item: ScheduledItem) => void;
}

function valueText(row: Row, location: LocationDetail): string {
  return row.attribute === "workHours" ? location.hours : formatValue(row.attribute, location[row.attribute]);
}

/** The table of all properties of a location. */
export function PropertyTable({ location, zone, scheduled, verb, filter, onOpen, onChooseScheduled }: Props) {
  const searchText = filter.trim().toLowerCase();
  const rows = ROWS.map((row) => ({ row, text: valueText(row, location) })).filter(({ row, text }) =>
    `${row.label}\n${row.attribute}\n${text}`.toLowerCase().includes(searchText),
  );
  return (
    <table className="property-table">
      <thead>
        <tr>
          <th scope="col">Property</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, text }) => (
          <PropertyRow key={row.attribute} row={row} text={text} onOpen={onOpen} verb={verb}>
            <ScheduledChangeList items={scheduled.get(row.attribute) ?? []} zone={zone} onChoose={onChooseScheduled} />
          </PropertyRow>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={2} className="muted">
              No properties match “{filter.trim()}”.
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<Props, "onOpen" | "verb"> {
  readonly row: Row;
  readonly text: string;
  readonly children: ReactNode;
}

function PropertyRow({ row, text, onOpen, verb, children }: RowProps) {
  const property = (
    <th scope="row">
      {row.label}
      <span className="property-hint">{row.hint}</span>
    </th>
  );
  if (!isEditable(row)) {
    return (
      <tr className="property-read-only">
        {property}
        <td>
          {text}
          <span className="property-why">{row.why}</span>
        </td>
      </tr>
    );
  }
  return (
    <tr>
      {property}
      <td>
        <button type="button" className="property-value" aria-haspopup="dialog" onClick={() => onOpen(row)}>
          <span>
            <span className="visually-hidden">{`${verb} ${row.label}: `}</span>
            {text}
          </span>
          <span className="property-verb" aria-hidden="true">
            {verb}
          </span>
        </button>
        {children}
      </td>
    </tr>
  );
}
