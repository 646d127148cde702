import { createRoot } from "react-dom/client";
import { connect } from "./api/transport";
import { loadConfig } from "./api/config";
import { preloadScreen } from "./app/preloadScreen";
import { StartFailure } from "./app/StartFailure";
import { App } from "./app/App";
import { configureAuth, idToken } from "./session/auth";
import "./ui/styles.css";

const container = document.getElementById("root");
if (!container) throw new Error("index.html has no #root");
const root = createRoot(container);
preloadScreen(window.location.pathname);

try {
  const config = await loadConfig();
  configureAuth(config);
  connect({ graphqlUrl: config.graphqlUrl, restUrl: config.restUrl, idToken });
  root.render(<App />);
} catch (error) {
  console.error(error);
  root.render(<StartFailure />);
}
