/** Validates and formats dollar amounts (docs/requirements/planning.md, PRC-2). */

/** Maximum number of digits before the decimal point. */
const MAX_DOLLAR_DIGITS = 7;
const NUMBER = /^(\d*)\.?(\d*)$/;

/** Returns the error of a price, or null. */
export function priceError(text: string): string | null {
  if (text === "") return "price cannot be empty";
  const [, dollars = "", cents = ""] = NUMBER.exec(text) ?? [];
  if (dollars === "" && cents === "") return "price should be a number of at least 0";
  if (cents.length > 2) return "price can have at most 2 decimals";
  if (dollars.replace(/^0+/, "").length > MAX_DOLLAR_DIGITS) return "price can be at most 9999999.99";
  return null;
}

/** Formats a valid price with two decimals. Works on text, because a binary float is not exact. */
export function formatPrice(text: string): string {
  const [dollars = "", cents = ""] = text.split(".");
  return `${dollars.replace(/^0+(?=\d)/, "") || "0"}.${cents.padEnd(2, "0")}`;
}
