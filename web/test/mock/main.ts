/** The entry of `npm run dev:mock`: replaces `fetch` by the sample server, then starts the app. */
import type { Config } from "../../src/api/config";
import { chosenProfile } from "./profile";
import { createSampleServer } from "./sampleServer";

const CONFIG: Config = {
  region: "us-east-1",
  userPoolId: "mock",
  userPoolClientId: "mock",
  graphqlUrl: "/graphql",
  restUrl: "/rest",
  version: "mock",
  idleSignOutMinutes: 720,
  companyHostMarker: "fridges.larder.example",
  links: {
    facilityCms: "",
    driverApp: "",
    todaysPackingSlip: "",
    historicalAllocation: "",
    receivingInvoices: "",
    perDiemForm: "",
  },
};
/** In milliseconds, so that loading states are visible. */
const DELAY = 150;

const server = createSampleServer({
  now: new Date(),
  profile: chosenProfile(),
  graphqlUrl: CONFIG.graphqlUrl,
  restUrl: CONFIG.restUrl,
  onViolation: (error) => console.error(error),
});
const network = window.fetch.bind(window);

window.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (url.startsWith("/config.json")) return Response.json(CONFIG);
  if (!/^\/(graphql$|rest\/|storage\/)/.test(url)) return network(input, init);
  await new Promise((resolve) => setTimeout(resolve, DELAY));
  return server.fetch(url, init);
};

// Not awaited: in a build, the imported file depends on this one.
void import("../../src/main");
