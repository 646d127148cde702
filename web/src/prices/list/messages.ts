/** Messages for failed downloads (docs/requirements/planning.md, PRC-4). */
export const IDS_FAILURE = "Failed to fetch schema IDs.";
export const NO_PRICES = "No prices found for the selected schema.";
export const DOWNLOAD_FAILURE = "Failed to download prices.";
