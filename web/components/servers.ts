/** The addresses of the servers that playwright.components.config.ts starts. */
export const MOCK_APP = "http://127.0.0.1:5197";
export const COMPONENTS = "http://127.0.0.1:5198";
