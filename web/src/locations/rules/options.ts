/** The option lists of a location's attributes, in display order. */

export interface Option {
  readonly value: string;
  readonly label: string;
}

const same = (value: string): Option => ({ value, label: value });

/** The 48 contiguous states and DC. */
export const STATES = [
  "AL",
  "AR",
  "AZ",
  "CA",
  "CO",
  "CT",
  "DC",
  "DE",
  "FL",
  "GA",
  "IA",
  "ID",
  "IL",
  "IN",
  "KS",
  "KY",
  "LA",
  "MA",
  "MD",
  "ME",
  "MI",
  "MN",
  "MO",
  "MS",
  "MT",
  "NC",
  "ND",
  "NE",
  "NH",
  "NJ",
  "NM",
  "NV",
  "NY",
  "OH",
  "OK",
  "OR",
  "PA",
  "RI",
  "SC",
  "SD",
  "TN",
  "TX",
  "UT",
  "VA",
  "VT",
  "WA",
  "WI",
  "WV",
  "WY",
] as const;

export const VERTICALS = [
  "Airport",
  "B&I",
  "Education",
  "Healthcare",
  "Marketing",
  "Office",
  "Other",
  "Retail",
  "Travel/Leisure",
  "Testing",
  "Residential Property",
] as const;

/** A time zone: `value` is stored, `label` is displayed, `iana` is the name in the tz database. */
export interface TimeZone extends Option {
  readonly iana: string;
}

export const TIME_ZONES: readonly TimeZone[] = [
  { value: "CHICAGO", label: "Central", iana: "America/Chicago" },
  { value: "NEWYORK", label: "Eastern", iana: "America/New_York" },
  { value: "DENVER", label: "Mountain", iana: "America/Denver" },
  { value: "LOSANGELES", label: "Pacific", iana: "America/Los_Angeles" },
  { value: "INDIANAPOLIS", label: "Indianapolis", iana: "America/Indiana/Indianapolis" },
];

/** The time zone of a stored code. Unknown codes use Central, the company's business time. */
export function timeZoneOf(code: string): TimeZone {
  return TIME_ZONES.find((zone) => zone.value === code) ?? (TIME_ZONES[0] as TimeZone);
}

export const ACCESS_OPTIONS: readonly Option[] = ["Private", "Public"].map(same);
/** Without DEAD, which only the server sets. */
export const STATUS_OPTIONS: readonly Option[] = ["LIVE", "OFFLINE"].map(same);
export const SERIAL_PORT_OPTIONS: readonly Option[] = ["ttyS0", "ttyS1", "ttyUSB0"].map(same);
export const STATE_OPTIONS: readonly Option[] = STATES.map(same);
export const VERTICAL_OPTIONS: readonly Option[] = VERTICALS.map(same);
export const FLAG_OPTIONS: readonly Option[] = [
  { value: "1", label: "Yes" },
  { value: "0", label: "No" },
];

/** The allocation reason that requires free text. */
export const OTHER_REASON = "Other";

export const ALLOCATION_REASONS = [
  "End of Holiday Break",
  "First Stocking",
  "Fridge being removed",
  "Fridge not getting removed",
  "Holiday Break",
  OTHER_REASON,
] as const;

export const RESERVE_REASONS = [
  "Always on for new fridge",
  "Connectivity issues resolved",
  "Connectivity issues",
  "Customer doesn't want to be listed in the app or on the website",
  "Customer requested to turn off",
  "Customer requested to turn on",
] as const;

const PAYMENT_GATEWAYS: Readonly<Record<string, string>> = {
  READER_V2: "New card reader",
  READER_V1: "Old card reader",
  SUBSIDIZED: "Fully subsidized fridge",
  STANDARD: "Standard experience",
};

export function paymentGatewayLabel(code: string): string {
  return PAYMENT_GATEWAYS[code] ?? "Standard experience";
}
