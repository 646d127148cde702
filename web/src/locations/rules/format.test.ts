import { describe, expect, it } from "vitest";
import { formatValue } from "./format";

const WEEKDAYS = { monday: 1, tuesday: 1, wednesday: 0, thursday: 0, friday: 1, saturday: 0, sunday: 0 };

describe("formatValue", () => {
  it.each([
    [
      "address as 'street, city, state zip'",
      "address",
      { street: "233 S Wacker Dr", city: "Chicago", state: "IL", zipCode: "60606" },
      "233 S Wacker Dr, Chicago, IL 60606",
    ],
    ["prod as Yes", "prod", 1, "Yes"],
    ["prod as No", "prod", 0, "No"],
    ["the newer card reader", "paymentGateway", "READER_V2", "New card reader"],
    ["an unknown payment gateway as the standard one", "paymentGateway", "CASH", "Standard experience"],
    ["layoutName dummy as Default", "layoutName", "dummy", "Default"],
    ["the time zone by its name", "timeZone", "NEWYORK", "Eastern"],
    ["a date without a time zone shift", "onlineDate", "2026-11-24", "11/24/2026"],
    ["hours as their summary", "workHours", { monday: [["08:00", "17:00"]] }, "Mon 08:00 to 17:00;"],
    ["stocking days", "stockingSchedule", WEEKDAYS, "Mon, Tue, Fri"],
    ["a percentage", "percentage", "12.5", "12.5%"],
    ["a missing value", "route", null, "Not set"],
    ["reasons by attribute", "updateReason", { prod: "First Stocking" }, "prod: First Stocking"],
    ["an attribute without a format", "route", "mw-7", "mw-7"],
  ])("%s", (_name, attribute, value, text) => {
    expect(formatValue(attribute, value)).toBe(text);
  });
});
