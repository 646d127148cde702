/** What an amount of dollars looks like, in the words of the spec of planning and reporting, section 5. */

/** The most digits before the point. */
const DOLLARS = 7;
const NUMBER = /^(\d*)\.?(\d*)$/;

/** What is wrong with a price; null where nothing is. */
export function priceFault(text: string): string | null {
  if (text === "") return "price cannot be empty";
  const [, dollars = "", cents = ""] = NUMBER.exec(text) ?? [];
  if (dollars === "" && cents === "") return "price should be a number of at least 0";
  if (cents.length > 2) return "price can have at most 2 decimals";
  if (dollars.replace(/^0+/, "").length > DOLLARS) return "price can be at most 9999999.99";
  return null;
}

/** A price that has no fault, with two digits behind the point: as text, because a binary float cannot hold it. */
export function priceText(text: string): string {
  const [dollars = "", cents = ""] = text.split(".");
  return `${dollars.replace(/^0+(?=\d)/, "") || "0"}.${cents.padEnd(2, "0")}`;
}
