import { paths } from "../../lib/paths";
import { MAX_MEGABYTES } from "../../uploads/kinds";
import type { HelpArea } from "../screen";

const READ_ON_SEARCH = "Read when you search.";
const RECORDS = ["POST /uploads", "GET /uploads"] as const;

export const FORECAST: HelpArea = {
  title: "Forecast",
  screens: [
    {
      path: paths.forecast,
      title: "Forecast",
      purpose:
        "Shows the forecast quantity of each item on a day. An item opens a dialog in which you change its quantity.",
      problems: [
        {
          problem: "Another user changed the quantity while you edited it",
          solution: "Compare both values. Use the saved value, or save yours, which overwrites it.",
        },
        { problem: "A day is empty", solution: "No forecast is uploaded for the day." },
      ],
      operations: ["GET /forecast/view/{date}", "GET /forecast/days", "GET /forecast/history", "PUT /forecast/update"],
      data: { source: "The uploaded forecasts and their edits.", age: READ_ON_SEARCH },
    },
    {
      path: paths.forecastUpload,
      title: "Forecast Upload",
      purpose:
        "Saves a forecast from a CSV file. The server checks every line again and saves the file completely or rejects it.",
      states: ["uploads"],
      problems: [
        {
          problem: "“Please upload a .csv file”",
          solution: `Save the file as CSV, at most ${MAX_MEGABYTES["forecast-uploads"]} MB.`,
        },
        {
          problem: "“Holdover Alert”",
          solution:
            "Production and allocation are more than one day apart. Check the dates. The upload is possible nevertheless.",
        },
        {
          problem: "The upload is Rejected",
          solution: "Open the reasons from its state in Past uploads, correct the lines and upload the file again.",
        },
      ],
      operations: ["GET /forecast/upload/url", ...RECORDS, "GET /uploads/{uploadId}"],
      data: {
        source: "The selected file, compared with the stored forecast.",
        age: "The forecast is read when you select the file.",
      },
    },
  ],
};

export const PARS: HelpArea = {
  title: "Pars",
  screens: [
    {
      path: paths.pars,
      title: "Pars",
      purpose: "Shows the pars of one location on a day: the item, its par and its over capacity amount.",
      problems: [
        {
          problem: "“There was an issue finding pars at that date/location combination”",
          solution: "No pars are uploaded for the location on that day. Check the id and the date.",
        },
      ],
      operations: ["jitLocations", "opsLocations"],
      data: { source: "The uploaded pars.", age: READ_ON_SEARCH },
    },
    {
      path: paths.parsUpload,
      title: "Pars Upload",
      purpose:
        "Replaces the pars of stockings from a CSV file. The screen first loads the locations and fridge orders with which it checks the file.",
      pictures: [{ name: "pars-upload", alt: "The preview of a pars file before it is submitted" }],
      states: ["uploads"],
      problems: [
        {
          problem: "The file was rejected because of a few rows",
          solution: "Correct or exclude them under “Correct the rows”. Each change is checked at once.",
        },
        {
          problem: "“There is already a fridge order for this dropOffDate, location, and stockingIndex.”",
          solution: "The kitchen already has the order. Remove these rows from the file.",
        },
        {
          problem:
            "“Error with Routing Tag”, “Error with Territory Tag” or “Error with Park To Fridge Instructions Tag”",
          solution: "Complete the location in the customer-relationship system. The value arrives here by itself.",
        },
        {
          problem: "“JIT cannot be applied”",
          solution: "Use true or false. With jit, the delivery date must equal the drop-off date.",
        },
      ],
      operations: ["opsLocations", "ordersByDay", "pars", "uploadParMaps", ...RECORDS],
      data: {
        source:
          "The selected file, checked with the stored locations and the fridge orders of today and the next 14 days.",
        age: "Locations and orders are read when the page opens. The server checks each group of rows again.",
      },
    },
    {
      path: paths.packingReport,
      title: "Packing Slip Report",
      purpose:
        "Shows what to pack on a day, by location and as a summary, with the zone and bay of each item. You can print it.",
      problems: [
        { problem: "“No Data for this date”", solution: "No pars are uploaded for the day. Select another date." },
        {
          problem: "An item is in the zone “other”",
          solution: "The item is assigned to no zone. Assign it in the zones.",
        },
      ],
      operations: ["GET /pars/report/{date}", "GET /pars/zones", "PUT /pars/zones"],
      data: {
        source: "The pars of the day's stockings, and the zones. Items without a need are not listed.",
        age: READ_ON_SEARCH,
      },
    },
  ],
};

export const CHANNELS: HelpArea = {
  title: "Channel Management",
  screens: [
    {
      path: paths.planograms,
      title: "Planogram",
      purpose:
        "Shows which item is in each slot of a layout now and later, updates layouts from a file and creates new ones. A fridge shows the newest entry of each slot that is not after now.",
      states: ["uploads"],
      problems: [
        {
          problem: "“Please fix the following errors and reupload your file:”",
          solution: "Correct the named lines. Slots have the format 1:2, and hours are in Central time.",
        },
        {
          problem: "A new planogram is not visible in a fridge",
          solution: "Its active hour is in the future, or the location has another layout.",
        },
      ],
      operations: ["getPlanogramNames", "planogram", "planogramHistory", "schedulePlanogramUpdate", ...RECORDS],
      data: { source: "The stored layouts and their scheduled changes.", age: "Read when you select a layout." },
    },
    {
      path: paths.itemPrices,
      title: "Download Item Prices",
      purpose: "Shows the prices of a schema, and downloads one schema or all schemas as CSV.",
      problems: [
        {
          problem: "“No prices found for the selected schema.”",
          solution: "The schema has no items. Upload prices for it or remove it.",
        },
        {
          problem: "A schema cannot be removed",
          solution: "A location uses it. Select another price map template for the location first.",
        },
      ],
      operations: ["itemPriceSchemaIds", "itemPrices", "itemPriceHistory", "removeItemPriceSchema"],
      data: { source: "The stored prices.", age: "Read when you select a schema or start a download." },
    },
    {
      path: paths.itemPriceUpload,
      title: "Update Item Prices",
      purpose: "Changes prices from a CSV file. The preview compares each row with the current price.",
      states: ["uploads"],
      problems: [
        {
          problem: "Submit is disabled",
          solution: "The file has invalid rows. Download them, correct them and select the file again.",
        },
        {
          problem: "A schema is new",
          solution: "Check its name. A new schema is created only after you confirm it.",
        },
        {
          problem: "“Error Fetching Current Prices”",
          solution: "The comparison could not be loaded. Check your connection and try again.",
        },
      ],
      operations: ["itemPriceSchemaIds", "itemPrices", "updateItemPrices", ...RECORDS],
      data: {
        source: "The selected file, compared with the stored prices.",
        age: "Prices are read when you select the file.",
      },
    },
  ],
};

export const CUSTOMER_SERVICE: HelpArea = {
  title: "Customer Service",
  screens: [
    {
      path: paths.coupons,
      title: "Coupons",
      purpose: "Generates a single-use code for a customer, and lists the issued codes with user and reason.",
      problems: [
        {
          problem: "The value or the period is too large",
          solution: "Larger coupons need ManagePermissions. Ask an administrator to issue the code.",
        },
        {
          problem: "“Unable to generate code, Check your internet and your permissions”",
          solution: "Press GENERATE CODE again. The same request returns the same code, so no code is issued twice.",
        },
      ],
      operations: ["POST /coupons", "couponIssueTypes", "coupons"],
      data: { source: "The codes that Larder issued.", age: "Read when the page opens and after each code." },
    },
  ],
};
