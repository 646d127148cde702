/** What is said where prices could not be had (spec of planning and reporting, section 8). */
export const IDS_FAILURE = "Failed to fetch schema IDs.";
export const NO_PRICES = "No prices found for the selected schema.";
export const DOWNLOAD_FAILURE = "Failed to download prices.";
