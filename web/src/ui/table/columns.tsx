/** The declarations of a table's columns. `DataTable` derives everything else from them; see README.md. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatNumber } from "../../lib/formats";
import { Tag, type Tone } from "../Tag";

/** A value of a row. `null`, `undefined` and "" are missing values: they sort last and cards omit them. */
export type CellValue = string | number | null | undefined;

export type ColumnType = "id" | "text" | "number" | "date-time" | "status" | "link" | "actions";

/** 1: always visible. 2 and 3: hidden when the table is too narrow for its columns, 3 first. */
export type Priority = 1 | 2 | 3;

interface Common<Row> {
  /** The header's text, the column's name in the CSV file and the label of its value on a card. */
  readonly label: string;
  /** The content of the header cell, if it differs from `label`. */
  readonly headerContent?: ReactNode;
  /** Content after the label in the header cell, such as a warning. It is not part of the button that sorts. */
  readonly headerNote?: ReactNode;
  /** In rem. The column is at least as wide as the longest word of its label and, for ids and times, its longest text. */
  readonly minWidth?: number;
  /** The column's share of the remaining width. 0 keeps the minimum width. */
  readonly grow?: number;
  readonly align?: "start" | "center" | "end";
  readonly priority?: Priority;
  /** Whether the cells name their rows, so that screen readers announce them with each other cell. */
  readonly rowHeader?: boolean;
  /** The value to find, sort and export. */
  readonly value: (row: Row) => CellValue;
  /** The value to sort by, if it differs from `value`. */
  readonly sortValue?: (row: Row) => CellValue;
  /** Whether the header sorts the rows. By default it does. */
  readonly sortable?: boolean;
  /** Whether the first click on the header sorts descending, such as the worst first. By default it sorts ascending. */
  readonly descendingFirst?: boolean;
  /** The exported value, if it differs from `value`. `false` omits the column from the file. */
  readonly csv?: ((row: Row) => CellValue) | false;
  /** The content of a cell, if it differs from the formatted value. */
  readonly cell?: (row: Row) => ReactNode;
  /** Whether the cells contain form controls. Cards then show them also without a value. */
  readonly hasControls?: boolean;
  /** The text to find, if it differs from the value and the formatted value. `false` excludes the column. */
  readonly find?: ((row: Row) => string) | false;
  /** The content of the column's cell in the footer row, such as a total of the listed rows. */
  readonly footer?: (rows: readonly Row[]) => ReactNode;
}

/** A column of a table, as `id`, `text`, `number`, `dateTime`, `status`, `link` and `actions` create it. */
export interface Column<Row> extends Common<Row> {
  readonly id: string;
  readonly type: ColumnType;
  readonly align: "start" | "center" | "end";
  readonly priority: Priority;
  readonly grow: number;
  readonly sortable: boolean;
  /** The displayed text of a row's value. */
  readonly text: (row: Row) => string;
  /** The content of a cell. */
  readonly cell: (row: Row) => ReactNode;
  /** Whether long text ends with an ellipsis instead of wrapping. */
  readonly truncate: boolean;
}

export type Columns<Row> = readonly Column<Row>[];

interface Kind {
  readonly type: ColumnType;
  readonly grow: number;
  readonly align?: "start" | "center" | "end";
  readonly truncate?: boolean;
}

function column<Row>(
  id: string,
  { type, grow, align = "start", truncate = false }: Kind,
  options: Common<Row>,
  text: (row: Row) => string,
  content: (row: Row) => ReactNode = text,
): Column<Row> {
  return { align, priority: 1, grow, sortable: true, truncate, cell: content, ...options, id, type, text };
}

export function isMissing(value: CellValue): value is null | undefined | "" {
  return value === null || value === undefined || value === "";
}

const plainText =
  <Row,>({ value }: Common<Row>) =>
  (row: Row) =>
    String(value(row) ?? "");

interface Linked<Row> {
  /** The address of the page that the value links to. */
  readonly to?: (row: Row) => string;
}

function linkTo<Row>(text: (row: Row) => string, to: ((row: Row) => string) | undefined) {
  return to && ((row: Row) => <Link to={to(row)}>{text(row)}</Link>);
}

/** An identifier in monospace. It never wraps, and the column is as wide as the longest one. */
export function id<Row>(name: string, options: Common<Row> & Linked<Row>): Column<Row> {
  const text = plainText(options);
  return column(name, { type: "id", grow: 1, truncate: true }, options, text, linkTo(text, options.to));
}

/** Text that wraps at words. `truncate` cuts long text with an ellipsis instead. */
export function text<Row>(name: string, options: Common<Row> & { readonly truncate?: boolean }): Column<Row> {
  const kind = { type: "text", grow: 2, truncate: options.truncate ?? false } as const;
  return column(name, kind, options, plainText(options));
}

interface NumberOptions<Row> extends Common<Row> {
  /** The displayed text of a value that is a number. By default it has thousands separators. */
  readonly format?: (value: number) => string;
}

/** A number, such as '1,250'. It is aligned to the end. */
export function number<Row>(name: string, options: NumberOptions<Row>): Column<Row> {
  const { value, format = formatNumber } = options;
  return column(name, { type: "number", grow: 1, align: "end" }, options, (row) => {
    const amount = value(row);
    return typeof amount === "number" ? format(amount) : (amount ?? "");
  });
}

interface DateTimeOptions<Row> extends Common<Row> {
  /** An ISO date or time, or milliseconds since 1970. The column sorts by it and exports it. */
  readonly value: (row: Row) => CellValue;
  /** The displayed text, such as `formatDay` gives. */
  readonly format: (value: string) => string;
}

/** A date or a time. The column sorts by its value, not by its text. */
export function dateTime<Row>(name: string, options: DateTimeOptions<Row>): Column<Row> {
  const { value, format } = options;
  return column(name, { type: "date-time", grow: 1, truncate: true }, options, (row) => {
    const at = value(row);
    if (isMissing(at)) return "";
    return format(typeof at === "number" ? new Date(at).toISOString() : at);
  });
}

/** A status word in a tag. `tone` selects its colors. */
export function status<Row>(name: string, options: Common<Row> & { readonly tone?: (row: Row) => Tone }): Column<Row> {
  const { tone = () => "neutral" as const } = options;
  const word = plainText(options);
  return column(name, { type: "status", grow: 1 }, options, word, (row) =>
    word(row) === "" ? null : <Tag tone={tone(row)}>{word(row)}</Tag>,
  );
}

/** Text that links to a page. An identifier that links to a page is an `id` column with `to`. */
export function link<Row>(
  name: string,
  options: Common<Row> & Required<Linked<Row>> & { readonly truncate?: boolean },
): Column<Row> {
  const label = plainText(options);
  const kind = { type: "link", grow: 2, truncate: options.truncate ?? false } as const;
  return column(name, kind, options, label, linkTo(label, options.to));
}

/** Buttons, links or form controls. The column is not found, sorted or exported. */
export function actions<Row>(
  name: string,
  options: Omit<Common<Row>, "value" | "sortValue" | "sortable" | "csv" | "find" | "cell"> & {
    readonly cell: (row: Row) => ReactNode;
  },
): Column<Row> {
  const none = { value: () => null, sortable: false, csv: false, find: false } as const;
  return column(name, { type: "actions", grow: 1 }, { ...none, ...options }, () => "");
}

/**
 * Declares the columns of a table of `Row`s. Declare them outside of the component, or memoize them.
 *
 * @throws if two columns have the same id
 */
export function tableColumns<Row>(columns: Columns<Row>): Columns<Row> {
  const ids = new Set(columns.map((one) => one.id));
  if (ids.size < columns.length) throw new Error("The ids of a table's columns must differ");
  return columns;
}

/** The lowest minimum width of each type, in rem. */
const MIN_WIDTHS: Readonly<Record<ColumnType, number>> = {
  id: 6,
  text: 8,
  number: 4,
  "date-time": 7,
  status: 6,
  link: 8,
  actions: 6,
};

/** The width of a character of the bold header font and of the monospace font, in rem, rounded up. */
const CHARACTER_WIDTH = 0.56;
/** The padding of a cell and, in a header, the arrow of the sort direction. In rem. */
const CELL_PADDING = 0.75;
const HEADER_EXTRA = 1.75;
const UNSORTED_HEADER_EXTRA = 1.25;
/** Longer ids end with an ellipsis. */
const MAX_ID_LENGTH = 44;
/** The width of a date and time, such as '11/21/2026 5:02 PM CST', depends on its text as an id does. */
const SIZED_BY_TEXT: ReadonlySet<ColumnType> = new Set(["id", "date-time"]);

/** The minimum width of a column in rem: its words and ids fit in. Lines break at spaces and hyphens. */
export function minWidthOf<Row>(one: Column<Row>, rows: readonly Row[]): number {
  const words = one.label.split(/[ -]/).map(({ length }) => length);
  const header = Math.max(...words) * CHARACTER_WIDTH + (one.sortable ? HEADER_EXTRA : UNSORTED_HEADER_EXTRA);
  return Math.max(one.minWidth ?? MIN_WIDTHS[one.type], header, longestText(one, rows));
}

/** The number of rows whose times are measured. Formatting 100,000 times would take a second. */
const MAX_MEASURED_TIMES = 500;

function longestText<Row>(one: Column<Row>, rows: readonly Row[]): number {
  if (!SIZED_BY_TEXT.has(one.type)) return 0;
  // Ids have any length. Times have almost the same length, so a few of them are enough.
  const step = one.type === "id" ? 1 : Math.max(1, Math.floor(rows.length / MAX_MEASURED_TIMES));
  let longest = 0;
  for (let index = 0; index < rows.length; index += step) {
    const row = rows[index];
    if (row !== undefined) longest = Math.max(longest, one.text(row).length);
  }
  return Math.min(longest, MAX_ID_LENGTH) * CHARACTER_WIDTH + CELL_PADDING;
}
