import { Link } from "react-router";
import type { HandoverKind } from "../../api/schema";
import { formatDateTime, formatDay } from "../../lib/formats";
import { paths } from "../../lib/paths";
import { actions, dateTime, tableColumns, text } from "../../ui/table";
import type { HandoverNote } from "../rules/notes";
import { DoneButton } from "./DoneButton";

const KINDS: Readonly<Record<HandoverKind, string>> = { FRIDGE: "Fridge", ROUTE: "Route" };

export const NOTE_COLUMNS = tableColumns<HandoverNote>([
  text("object", {
    label: "On",
    value: ({ kind, objectId }) => `${KINDS[kind]} ${objectId}`,
    cell: ({ kind, objectId }) => (
      <>
        {KINDS[kind]}{" "}
        <Link to={kind === "FRIDGE" ? paths.locationOverview(objectId) : paths.checkpoints}>{objectId}</Link>
      </>
    ),
    rowHeader: true,
    minWidth: 8,
    grow: 1,
  }),
  text("text", { label: "Note", value: (note) => note.text, minWidth: 14, grow: 4 }),
  dateTime("until", { label: "Open until", value: ({ until }) => until, format: (day) => formatDay(String(day)) }),
  text("author", { label: "Author", value: ({ author }) => author, minWidth: 10, grow: 1 }),
  dateTime("created", {
    label: "Added",
    value: ({ createdAt }) => createdAt,
    format: (at) => formatDateTime(at),
    priority: 2,
  }),
  actions("action", { label: "Action", minWidth: 6, grow: 0, cell: (note) => <DoneButton note={note} /> }),
]);
