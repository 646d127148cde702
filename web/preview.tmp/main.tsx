import { createRoot } from "react-dom/client";
import { ThemeProvider } from "@aws-amplify/ui-react";
import { Toaster } from "sonner";
import { connect } from "../src/api/transport";
import { setConfig } from "../src/api/config";
import { Console } from "../src/app/Console";
import { UserContext } from "../src/session/user";
import { ACTIONS } from "../src/session/actions";
import { theme } from "../src/ui/theme";
import "../src/ui/styles.css";
const now = Date.now();
const ago = (m) => new Date(now - m * 60000).toISOString();
const N = Number(new URLSearchParams(location.search).get("n") ?? 2500);
const cities = ["CHI","NYC","SEA","DEN","IND","MSP","BOS","DAL"];
const fleet = Array.from({ length: N }, (_, i) => ({ id: `${cities[i % 8]}${String(i).padStart(4, "0")}`, type: "FRIDGE", prettyName: `${["Lobby","Break room","Hospital east wing","Terminal 2"][i % 4]} ${i}`, route: `r${i%20}`, stop: i % 20, status: "LIVE", prod: 1, latitude: "41", longitude: "-87" }));
function rnd(i, k) { const x = Math.sin(i * 12.9898 + k * 78.233) * 43758.5453; return x - Math.floor(x); }
function health(id) {
  const i = fleet.findIndex((f) => f.id === id);
  if (rnd(i, 0) < 0.004) return null;
  const ooo = rnd(i, 1) < 0.02, hold = rnd(i, 2) < 0.01;
  return { locationId: id, timestamp: ago(rnd(i, 3) < 0.01 ? 90 : 9 * rnd(i, 4)), receivedAt: ago(rnd(i, 3) < 0.01 ? 90 : 9 * rnd(i, 4)), jofemarState: rnd(i, 5) < 0.95 ? "STATUS_0_READY" : "STATUS_9_PRODUCT_DETECT_FAULT", safetyHold: hold, safetyHoldTs: ago(300), outOfOrder: ooo, outOfOrderTs: ago(5000), inaccessible: rnd(i, 6) < 0.03, hdmi: rnd(i, 7) > 0.01, elo: rnd(i, 8) > 0.01, cardReader: rnd(i, 9) > 0.02 ? true : null, electricalLayout: true, activeTicket: rnd(i, 10) < 0.05, temperature: 35 + 4 * rnd(i, 11) + (rnd(i, 12) < 0.02 ? 6 : 0), temperatureSetpoint: 36, timezone: ["CHICAGO","NEWYORK","LOSANGELES","DENVER"][i % 4], networkSpeed: rnd(i, 13) < 0.02 ? null : { previousSpeed: rnd(i, 14) * 0.6 }, serverVersion: "2.14.0", allReasons: ooo ? ["Door left open", "Temperature out of range"] : [], connectedLayout: [[{ x: 0, y: 0 }, { x: 1, y: 0 }], [{ x: 0, y: 1 }]], recycleDoorState: { doorState: "CLOSED", lockState: "LOCKED" }, sundryDoorState: null, liteFridgeState: { topShellLatchState: "LATCHED", bottomShellLatchState: "LATCHED", shellLockState: "LOCKED", status: "OK" }, software: [{ artifactType: "FRIDGE_AGENT", version: "4.2.0" }, { artifactType: "FRIDGE_UI_APPLICATION", version: "11.3.2" }] };
}
const alert = (i, o) => ({ id: `a${i}`, location: fleet[i].id, kind: ["TOO_WARM", "SILENT", "OUT_OF_ORDER"][i % 3], state: "OPEN", since: ago(30 + i * 17), openedAt: ago(i * 17), detail: i % 3 === 0 ? "44.6 degrees" : null, clearedAt: null, acknowledgedAt: i % 4 === 3 ? ago(5) : null, acknowledgedBy: i % 4 === 3 ? "operations@larder.example" : null, note: i % 4 === 3 ? "Compressor is on its way, back by noon tomorrow" : null, ...o });
let inFlight = 0;
const answers = {
  myPermissions: () => ACTIONS, featureFlags: () => ["feature-flag-admin"],
  locations: () => ({ items: fleet, nextToken: null }),
  location: ({ id }) => ({ id, prettyName: fleet.find((f) => f.id === id)?.prettyName ?? "x" }),
  fridgeHealth: ({ filter }) => ({ fridgeData: filter.locationIds.map(health).filter(Boolean) }),
  fridgeAlerts: ({ filter: { state, location } }) => ({ items: Array.from({ length: Math.min(N, 9) }, (_, i) => alert(i, state === "CLEARED" ? { state, clearedAt: ago(3) } : {})).filter((a) => !location || a.location === location), nextToken: null }),
  fridgeTemperatures: () => Array.from({ length: 288 }, (_, i) => i > 100 && i < 112 ? null : ({ timestamp: ago(1440 - i * 5), temperature: 36 + Math.sin(i / 12) + (i > 200 && i < 220 ? 6 : 0) })).filter(Boolean),
  getFridgeEvents: () => ({ items: Array.from({ length: 30 }, (_, i) => ({ id: `e${i}`, location: "x", eventType: "CheckpointEvent", name: ["DOOR_OPENED", "DOOR_CLOSED", "SCANNED", "RESTOCKED"][i % 4], timestamp: ago(i * 13), data: i % 3 ? null : '{"driver":"driver7@larder.example","slots":12}' })), nextToken: null }),
  getFridgeSegmentEvents: () => ({ items: Array.from({ length: 30 }, (_, i) => ({ id: `s${i}`, location: "x", eventType: ["sessionStarted", "productListViewed", "purchaseCompleted", "pickupAccepted"][i % 4], date: ago(i * 3), payload: i % 4 === 2 ? '{"item":"Greek Salad","price":8.99}' : null })), nextToken: null }),
  readQueueMessages: () => ({ items: [], nextToken: null }),
};
const real = window.fetch;
window.fetch = async (url, init) => {
  if (typeof url !== "string" || !url.startsWith("/graphql")) return real(url, init);
  const { operationName, variables } = JSON.parse(init.body);
  await new Promise((r) => setTimeout(r, 30));
  const a = answers[operationName];
  return new Response(JSON.stringify(a ? { data: { [operationName]: a(variables) } } : { data: null, errors: [{ message: "none", errorType: "Internal" }] }), { headers: { "content-type": "application/json" } });
};
const links = { facilityCms: "https://x.example/", driverApp: "https://x.example/", todaysPackingSlip: "https://x.example/", historicalAllocation: "https://x.example/", receivingInvoices: "https://x.example/", perDiemForm: "https://x.example/" };
setConfig({ region: "us-east-1", userPoolId: "p", userPoolClientId: "c", graphqlUrl: "/graphql", restUrl: "/rest", version: "1", companyHostMarker: "x", links });
connect({ graphqlUrl: "/graphql", restUrl: "/rest", idToken: async () => "t" });
const to = new URLSearchParams(location.search).get("to") ?? "/home";
history.replaceState(null, "", to);
createRoot(document.getElementById("root")).render(<ThemeProvider theme={theme} colorMode="system"><UserContext value={{ sub: "s" + N, email: "admin@larder.example" }}><Console /></UserContext><Toaster theme="system" position="bottom-right" richColors /></ThemeProvider>);
