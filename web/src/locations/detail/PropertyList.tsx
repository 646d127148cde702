import { useId } from "react";
import type { ScheduledItem } from "../../schedules/scheduledItems";
import { ScheduledChangeList } from "../../schedules/ScheduledChanges";
import { Muted } from "../../ui/text";
import type { LocationDetail } from "../locationQuery";
import { isEditable, propertyName, ROW_GROUPS, type EditableRow, type Row, type RowGroup } from "../rules/attributes";
import { formatValue } from "../rules/format";
import type { TimeZone } from "../rules/options";
import styles from "./propertyList.module.css";

interface Props {
  readonly location: LocationDetail;
  readonly zone: TimeZone;
  readonly scheduled: ReadonlyMap<string, readonly ScheduledItem[]>;
  /** The button label of a row: View for users without permission to edit. */
  readonly verb: "Edit" | "View";
  /** Shows only rows whose names or value contain this text. */
  readonly filter: string;
  readonly onOpen: (row: EditableRow) => void;
  readonly onChooseScheduled: (item: ScheduledItem) => void;
}

function valueText(row: Row, location: LocationDetail): string {
  return row.attribute === "workHours" ? location.hours : formatValue(row.attribute, location[row.attribute]);
}

/** All properties of a location, in groups. */
export function PropertyList(props: Props) {
  const searchText = props.filter.trim().toLowerCase();
  const matches = (row: Row) =>
    `${row.title}\n${row.label}\n${row.attribute}\n${valueText(row, props.location)}`
      .toLowerCase()
      .includes(searchText);
  const groups = ROW_GROUPS.map(({ title, rows }) => ({ title, rows: rows.filter(matches) })).filter(
    ({ rows }) => rows.length > 0,
  );
  if (groups.length === 0) {
    return (
      <Muted as="p" role="status">
        No properties match “{props.filter.trim()}”.
      </Muted>
    );
  }
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <PropertyGroup key={group.title} group={group} {...props} />
      ))}
    </div>
  );
}

function PropertyGroup({ group, ...props }: Props & { readonly group: RowGroup }) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{group.title}</h2>
      <dl>
        {group.rows.map((row) => (
          <Property key={row.attribute} row={row} {...props} />
        ))}
      </dl>
    </section>
  );
}

function Property({
  row,
  location,
  zone,
  scheduled,
  verb,
  onOpen,
  onChooseScheduled,
}: Omit<Props, "filter"> & { readonly row: Row }) {
  const text = valueText(row, location);
  return (
    <div className={styles.property}>
      <dt>
        {row.title}
        <span className={styles.note}>
          <code>{propertyName(row)}</code> {row.hint}
        </span>
      </dt>
      {isEditable(row) ? (
        <dd>
          <button
            type="button"
            className={styles.value}
            aria-haspopup="dialog"
            // The style sheet shows the verb after the text. In the name it is before the text.
            data-verb={verb}
            aria-label={`${verb} ${row.label}: ${text}`}
            onClick={() => onOpen(row)}
          >
            <span>{text}</span>
          </button>
          <ScheduledChangeList items={scheduled.get(row.attribute) ?? []} zone={zone} onChoose={onChooseScheduled} />
        </dd>
      ) : (
        <dd className={styles.readOnly}>
          {text}
          <span className={styles.note}>{row.why}</span>
        </dd>
      )}
    </div>
  );
}
