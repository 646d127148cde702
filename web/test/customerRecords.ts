/** Synthetic customer record exports with valid rows and with invalid rows of every kind. */

export const HEADER = [
  "POS_NAME__c",
  "Business_Hours__c",
  "Fridge_Street__c",
  "Fridge_City__c",
  "Fridge_State__c",
  "Fridge_Zipcode__c",
  "Consumer_Friendly_NAme__c",
  "Consumer_Friendly_Location__c",
  "Stocking_Date__c",
  "Access_Type__c",
  "Vertical__c",
  "Sales_Tax_Rate__c",
  "MALatitude__c",
  "MALongitude__c",
] as const;

export type Column = (typeof HEADER)[number];
export type CrmRow = Readonly<Record<Column, string>>;

const CITIES = [
  ["Chicago", "IL", "60606"],
  ["Milwaukee", "WI", "53202"],
  ["Indianapolis", "IN", "46204"],
  ["Newark", "NJ", "07102"],
  ["New York", "NY", "10001"],
  ["Philadelphia", "PA", "19103"],
  ["Boston", "MA", "02108"],
  ["Hartford", "CT", "06103"],
] as const;

export function validRow(id: string, index = 0): CrmRow {
  const [city, state, zipCode] = CITIES[index % CITIES.length] ?? CITIES[0];
  return {
    POS_NAME__c: id,
    Business_Hours__c: "24 Hours",
    Fridge_Street__c: `${index + 1} Main St`,
    Fridge_City__c: city,
    Fridge_State__c: state,
    Fridge_Zipcode__c: zipCode,
    Consumer_Friendly_NAme__c: `Kitchen ${index + 1}, "${city}"`,
    Consumer_Friendly_Location__c: "Lobby,\nleft of the elevators",
    Stocking_Date__c: "2026-12-01",
    Access_Type__c: index % 3 === 0 ? "Public" : "Private",
    Vertical__c: "Office",
    Sales_Tax_Rate__c: "2.25",
    MALatitude__c: index % 2 === 0 ? "" : "41.8789",
    MALongitude__c: index % 2 === 0 ? "" : "-87.6359",
  };
}

/** Changes that make a row invalid, with the import's message for each. */
export const INVALID_ROWS: readonly { readonly change: Partial<CrmRow>; readonly message: string }[] = [
  { change: { POS_NAME__c: "" }, message: "id cannot be empty" },
  { change: { POS_NAME__c: "NOT-AN-ID" }, message: "id can only contain letters, digits and underscores" },
  { change: { Business_Hours__c: "8-5" }, message: "Business_Hours__c is '8-5' but must be '24 Hours'" },
  { change: { Business_Hours__c: "" }, message: "Business_Hours__c is empty but must be '24 Hours'" },
  {
    change: { Fridge_State__c: "TX" },
    message: "The import has no defaults for the state TX, only for CT, IL, IN, MA, NJ, NY, PA, WI",
  },
  { change: { Fridge_State__c: "" }, message: "state cannot be empty" },
  { change: { Fridge_Street__c: "" }, message: "street cannot be empty" },
  { change: { Fridge_City__c: " " }, message: "city cannot be empty" },
  { change: { Fridge_Zipcode__c: "" }, message: "zipCode cannot be empty" },
  {
    change: { Fridge_Zipcode__c: "ABCDE" },
    message: "zipCode should be 5 digits, optionally followed by a dash and 4 digits",
  },
  { change: { Consumer_Friendly_NAme__c: "" }, message: "prettyName cannot be empty" },
  { change: { Consumer_Friendly_Location__c: "" }, message: "directions cannot be empty" },
  { change: { Stocking_Date__c: "" }, message: "onlineDate cannot be empty" },
  { change: { Stocking_Date__c: "soon" }, message: "onlineDate should be a date in the format YYYY-MM-DD" },
  { change: { Access_Type__c: "Anybody" }, message: "Please select a valid option from the dropdown" },
  { change: { Vertical__c: "Castle" }, message: "Please select a valid option from the dropdown" },
  { change: { Sales_Tax_Rate__c: "30" }, message: "taxRate should be a number in the range of 0 to 29.999!" },
  { change: { Sales_Tax_Rate__c: "2.2555" }, message: "taxRate can have at most 3 decimals" },
  { change: { MALatitude__c: "50.1" }, message: "latitude should be a number in the range of 28 to 49!" },
  { change: { MALatitude__c: "41.12345678" }, message: "latitude can have at most 7 decimals" },
  { change: { MALatitude__c: "41" }, message: "latitude should have 1 to 7 decimals" },
  { change: { MALongitude__c: "-60.5" }, message: "longitude should be a number in the range of -128 to -67!" },
];

/** `validCount` valid rows with `invalidCount` invalid ones between them. Ids start with `prefix`. */
export function crmRows(prefix: string, validCount: number, invalidCount: number): CrmRow[] {
  const rows = Array.from({ length: validCount }, (_, index) => validRow(`${prefix}_${index}`, index));
  const gap = Math.max(1, Math.floor(validCount / Math.max(1, invalidCount)));
  for (let index = 0; index < invalidCount; index += 1) {
    const { change } = INVALID_ROWS[index % INVALID_ROWS.length] ?? { change: {} };
    rows.splice(index * (gap + 1), 0, { ...validRow(`${prefix}_BAD_${index}`, index), ...change });
  }
  return rows;
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function csvOf(rows: readonly CrmRow[], header: readonly string[] = HEADER): string {
  const lines = [header, ...rows.map((row) => header.map((column) => row[column as Column] ?? ""))];
  return lines.map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
}
