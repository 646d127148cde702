/** The parsers of the web app, each with valid texts and a check of its result. A parser never throws. */
import Papa from "papaparse";
import { parseArea } from "../../src/activity/rules/entries";
import { parseLiveEvent } from "../../src/api/channels";
import { parseFilters as parseFleetFilters } from "../../src/health/fleet/filters";
import { parseAlertFilters } from "../../src/health/rules/alerts";
import { forecastCheck } from "../../src/forecast/upload/forecastCheck";
import { toCsv, unescapeCsvCell } from "../../src/lib/csv";
import { addDays, parseDay } from "../../src/lib/day";
import { decodeText } from "../../src/lib/decodeText";
import { readBulkIds } from "../../src/locations/bulkIds";
import { parseIds as parseLocationIds } from "../../src/locations/bulkSchedule/idList";
import { importCheck } from "../../src/locations/import/importCheck";
import { readRecords } from "../../src/locations/import/readRecords";
import { parseFilters as parseLocationFilters } from "../../src/locations/list/filters";
import { parseMapParams, parseViewMode } from "../../src/locations/map/mapParams";
import { readUnknownLocation } from "../../src/locations/unknownLocation";
import { parseSyncParams } from "../../src/logistics/syncParams";
import { parCheck } from "../../src/pars/upload/parCheck";
import { planogramCheck } from "../../src/planograms/check/planogramCheck";
import { parseCentralTime as parsePlanogramTime } from "../../src/planograms/rules/centralTime";
import { formatSlot, parseSlot } from "../../src/planograms/rules/slots";
import { priceCheck } from "../../src/prices/upload/priceCheck";
import { parseChoice } from "../../src/reports/rules/presets";
import { parseCentralTime as parseReportTime } from "../../src/reports/rules/timeRange";
import { parseUntil } from "../../src/reports/UntilFilter";
import { driverCheck } from "../../src/routes/drivers/driverCheck";
import { parseMarket } from "../../src/routes/market";
import { scheduleCheck } from "../../src/routes/schedule/scheduleCheck";
import { parseView as parseRoutesView } from "../../src/routes/view/viewParams";
import { parseChangeValue } from "../../src/schedules/scheduledItems";
import { parseFilters as parseSoftwareFilters } from "../../src/software/inventory/filters";
import { parseIds as parseFridgeIds } from "../../src/software/rules/deployment";
import { parseStages } from "../../src/software/rules/stages";
import { parseFilters as parseStockingFilters } from "../../src/stocking/dashboard/filters";
import { parseView as parseStockingView } from "../../src/stocking/dashboard/view";
import { parseActionData } from "../../src/stocking/day/actions";
import { formatColumns, parseColumns } from "../../src/ui/table/savedViews";
import { id, tableColumns, text as textColumn } from "../../src/ui/table";
import { formatSort, parseSort } from "../../src/ui/table/rows";
import { decode } from "../../src/uploads/rules/decode";
import { readSheet, type FileFormat } from "../../src/uploads/rules/sheet";
import { parseEmail } from "../../src/users/rules/people";

export interface Target {
  readonly name: string;
  /** The parsers that it calls, as `<file>: <function>`. */
  readonly parsers: readonly string[];
  readonly seeds: readonly string[];
  /** Returns the violated property, or null. */
  readonly run: (text: string) => string | null | Promise<string | null>;
}

const TODAY = "2026-11-21";
const ensure = (isTrue: boolean, violation: string) => (isTrue ? null : violation);
const bytesOf = (text: string) => new TextEncoder().encode(text);

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const ADDRESSES = [
  "date=2026-11-21&region=EAST&market=Chicago&route=R1&route=R2&view=collapsed&status=LATE&sort=-stop&text=a",
  "view=map&also=OFFLINE,DEAD&at=41.8781,-87.6298,9&fridge=IL_0001&status=LIVE&allocation=ON&driver=a",
  "look=worst&problem=door&timezone=America/Chicago&state=CLEARED&kind=DOOR_OPEN&until=14:05",
  "software=FRIDGE_API&version=1.2&version=1.3&pilot=P&start=2026-11-21&end=2026-11-22&center=Chicago",
];

/** Reads a file as the worker does, up to the comparison with stored records. */
function check<Column extends string>(upload: {
  readonly format: FileFormat<Column>;
  readonly keysToLoad: (
    lines: Extract<ReturnType<typeof readSheet<Column>>, { ok: true }>["sheet"]["lines"],
  ) => readonly string[];
}) {
  return (text: string): string | null => {
    const decoded = decode(bytesOf(text));
    if (!decoded.ok) return ensure(decoded.message !== "", "rejected without a reason");
    const result = readSheet(decoded.text, upload.format);
    if (!result.ok) return ensure(result.error.message !== "", "rejected without a reason");
    const { lines } = result.sheet;
    upload.keysToLoad(lines);
    const numbers = lines.map(({ number }) => number);
    return ensure(
      numbers.every((number, index) => number > (numbers[index - 1] ?? 0)),
      `line numbers ${numbers.join()}`,
    );
  };
}

const sheet = (columns: readonly string[], ...lines: readonly string[]) => [columns.join(","), ...lines].join("\n");

/** The valid texts of an upload: its columns with some lines. */
const sheets = (columns: readonly string[]) => [
  sheet(columns, columns.map(() => "1").join(","), columns.map(() => "2026-11-21").join(",")),
  sheet(columns, columns.map((_, index) => `"a""${index}"`).join(",")),
  sheet(columns, columns.map(() => "'=1").join(","))
    .replaceAll(",", ";")
    .replaceAll("\n", "\r\n"),
];

const COLUMNS = tableColumns<{ readonly id: string }>([
  id("id", { label: "Id", value: (row) => row.id }),
  textColumn("name", { label: "Name", value: (row) => row.id }),
]);

const planograms = planogramCheck("UPDATE");

export const TARGETS: readonly Target[] = [
  {
    name: "CSV cells",
    parsers: [],
    seeds: ["=1+1", "'=1+1", "''@SUM(A1)", "-87.6298", "'-5", 'say "hi", twice', "two\nlines", "\t=1"],
    run: (text) => {
      const file = toCsv([{ header: "value", value: () => text }], [null]);
      const [, [cell = ""] = []] = Papa.parse<string[]>(file, { delimiter: "," }).data;
      if (/^[=+\-@\t\r\0]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text)) {
        if (!cell.startsWith("'")) return `the formula is written as ${cell}`;
      }
      return ensure(unescapeCsvCell(cell) === text, `read again as ${JSON.stringify(cell)}`);
    },
  },
  {
    name: "unescaped cells",
    parsers: [],
    seeds: ["'=1", "'", "''", "'a"],
    run: (text) => ensure(text.endsWith(unescapeCsvCell(text)), "changed more than the start"),
  },
  {
    name: "encodings",
    parsers: ["lib/decodeText: decodeText", "uploads/rules/decode: decode"],
    seeds: ["a,b\r\n1,2", "\uFEFFa", "a\0b\0c\0d\0e\0f\0", "\0a\0b\0c\0d\0e\0f"],
    run: (text) => {
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
      decodeText(bytes);
      const decoded = decode(bytes);
      return decoded.ok
        ? ensure(!decoded.text.includes("\r"), "a carriage return")
        : ensure(decoded.message !== "", "no reason");
    },
  },
  {
    name: "pars files",
    parsers: ["uploads/rules/sheet: readSheet"],
    seeds: sheets(parCheck.format.columns),
    run: check(parCheck),
  },
  { name: "forecast files", parsers: [], seeds: sheets(forecastCheck.format.columns), run: check(forecastCheck) },
  { name: "price files", parsers: [], seeds: sheets(priceCheck.format.columns), run: check(priceCheck) },
  { name: "planogram files", parsers: [], seeds: sheets(planograms.format.columns), run: check(planograms) },
  { name: "drivers files", parsers: [], seeds: sheets(driverCheck.format.columns), run: check(driverCheck) },
  { name: "route files", parsers: [], seeds: sheets(scheduleCheck.format.columns), run: check(scheduleCheck) },
  {
    name: "CRM files",
    parsers: ["locations/import/readRecords: readRecords"],
    seeds: sheets(importCheck.format.columns),
    run: async (text) => {
      const result = await readRecords(bytesOf(text));
      if (!result.ok) return ensure(result.error.message !== "", "rejected without a reason");
      importCheck.keysToLoad(result.file.lines);
      return null;
    },
  },
  {
    name: "days",
    parsers: ["lib/day: parseDay"],
    seeds: ["2026-11-21", "11/21/2026", "1/2/2026", "0001-01-01", "9999-12-31"],
    run: (text) => {
      const day = parseDay(text);
      if (day === null) return null;
      addDays(day, 1);
      return ensure(/^\d{4}-\d{2}-\d{2}$/.test(day) && parseDay(day) === day, day);
    },
  },
  {
    name: "Central times",
    parsers: ["planograms/rules/centralTime: parseCentralTime", "reports/rules/timeRange: parseCentralTime"],
    seeds: ["11/21/2026 10:00:00", "03/08/2026 02:30:00", "2026-11-21T10:00", "11/21/26 10:00"],
    run: (text) => {
      const time = parsePlanogramTime(text);
      if (time.ok && Number.isNaN(Date.parse(time.instant))) return time.instant;
      const seconds = parseReportTime(text);
      return ensure(seconds === null || Number.isFinite(seconds), String(seconds));
    },
  },
  {
    name: "time ranges",
    parsers: ["reports/rules/presets: parseChoice", "reports/UntilFilter: parseUntil"],
    seeds: [
      '{"preset":"today"}',
      '{"from":"2026-11-21T00:00","to":"2026-11-22T00:00","chosenOn":"2026-11-21"}',
      "until=14:05",
    ],
    run: (text) => {
      parseUntil(new URLSearchParams(text), TODAY);
      const range = parseChoice(text, TODAY, "today");
      return ensure(typeof range.from === "string" && typeof range.to === "string", JSON.stringify(range));
    },
  },
  {
    name: "slots",
    parsers: ["planograms/rules/slots: parseSlot"],
    seeds: ["1:2", "99:99", "0:0"],
    run: (text) => {
      const slot = parseSlot(text);
      if (typeof slot === "string") return null;
      return ensure(JSON.stringify(parseSlot(formatSlot(slot))) === JSON.stringify(slot), formatSlot(slot));
    },
  },
  {
    name: "versions and stages",
    parsers: ["software/rules/stages: parseStages", "software/rules/deployment: parseIds"],
    seeds: ["5, 25, 100", "100", "1%,100%", "A\nB"],
    run: (text) => {
      const stages = parseStages(text);
      parseFridgeIds(text);
      return ensure(stages === null || stages.at(-1) === 100, String(stages));
    },
  },
  {
    name: "live events",
    parsers: ["api/channels: parseLiveEvent"],
    seeds: ['{"kind":"health","id":"FRIDGE_1"}', '{"kind":"driverAction","id":"1"}'],
    run: (text) => {
      parseLiveEvent(json(text));
      return null;
    },
  },
  {
    name: "driver actions",
    parsers: ["stocking/day/actions: parseActionData"],
    seeds: ['{"stockingIndex":1,"packingSlipId":"PS-1","route":"R1"}', "[]", "null"],
    run: (text) => ensure(typeof parseActionData(text) === "object", "not an object"),
  },
  {
    name: "scheduled values",
    parsers: ["schedules/scheduledItems: parseChangeValue"],
    seeds: ["7", '"a"', "{", '{"prod":"Other"}'],
    run: (text) => {
      parseChangeValue({
        uuid: "1",
        actionTime: "2026-11-21T10:00:00.000Z",
        id: "F",
        user: "a@larder.example",
        version: 1,
        pairedWith: null,
        state: "PENDING",
        failure: null,
        change: { id: "F", table: "Locations", attribute: "stop", value: text },
      });
      return null;
    },
  },
  {
    name: "ids and e-mails",
    parsers: ["locations/bulkSchedule/idList: parseIds", "users/rules/people: parseEmail"],
    seeds: ["FRIDGE_1\nFRIDGE_2, FRIDGE_3", "ada.brandt@larder.example"],
    run: (text) => {
      const ids = parseLocationIds(text);
      const email = parseEmail(text);
      return ensure(
        ids.every((one) => one !== "") && (email === null || parseEmail(email) === email),
        `${ids.join()} ${email}`,
      );
    },
  },
  {
    name: "tables in the address",
    parsers: ["ui/table/savedViews: parseColumns", "ui/table/rows: parseSort"],
    seeds: ["id.-name", "-name", "auto", "name.-id.-__proto__"],
    run: (text) => {
      const sort = parseSort(text, COLUMNS);
      if (sort && parseSort(formatSort(sort), COLUMNS)?.column !== sort.column) return formatSort(sort);
      const columns = parseColumns(text);
      if (columns === null) return null;
      const again = parseColumns(formatColumns(columns));
      return ensure(formatColumns(again ?? {}) === formatColumns(columns), formatColumns(columns));
    },
  },
  {
    name: "filters in the address",
    parsers: [
      "activity/rules/entries: parseArea",
      "health/fleet/filters: parseFilters",
      "health/rules/alerts: parseAlertFilters",
      "locations/list/filters: parseFilters",
      "locations/map/mapParams: parseMapParams",
      "locations/map/mapParams: parseViewMode",
      "logistics/syncParams: parseSyncParams",
      "routes/market: parseMarket",
      "routes/view/viewParams: parseView",
      "software/inventory/filters: parseFilters",
      "stocking/dashboard/filters: parseFilters",
      "stocking/dashboard/view: parseView",
    ],
    seeds: ADDRESSES,
    run: (text) => {
      const address = new URLSearchParams(text);
      parseArea(address.get("area"));
      parseFleetFilters(address);
      parseAlertFilters(address);
      parseLocationFilters(address);
      parseMapParams(address, "LIVE");
      parseViewMode(address);
      parseMarket(address.get("region"));
      parseSoftwareFilters(address);
      parseStockingView(address);
      const days = [
        parseSyncParams(address, TODAY).startDate,
        parseRoutesView(address, TODAY).date,
        parseStockingFilters(address, TODAY).date,
      ];
      return ensure(
        days.every((day) => parseDay(day) === day),
        days.join(),
      );
    },
  },
  {
    name: "navigation states",
    parsers: ["locations/bulkIds: readBulkIds", "locations/unknownLocation: readUnknownLocation"],
    seeds: ['{"locationIds":["A"]}', '{"unknownLocation":"A"}', "null"],
    run: (text) => {
      readBulkIds(json(text));
      readUnknownLocation(json(text));
      return null;
    },
  },
];
