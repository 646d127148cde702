import { Facts } from "../../ui/Facts";
import type { FridgeHealth } from "../fridgeHealth";

const LABELS: Readonly<Record<FridgeHealth["software"][number]["artifactType"], string>> = {
  FRIDGE_UI_APPLICATION: "UI",
  FRIDGE_JAVA_SERVER: "Java Server",
  FRIDGE_AGENT: "Agent",
  FRIDGE_INVENTORY: "Inventory",
  FRIDGE_PRICING_PARSER: "Parser",
  FRIDGE_PRICING_CONSUMER: "Consumer",
  FRIDGE_HEARTBEAT: "Heartbeat",
  FRIDGE_JAVA_SERVER_CONFIG: "Java Config",
};

/** The software versions that the fridge reported. */
export function SoftwareList({ software }: Pick<FridgeHealth, "software">) {
  if (software.length === 0) return null;
  return (
    <details>
      <summary>Software</summary>
      <Facts facts={software.map(({ artifactType, version }) => [LABELS[artifactType], version])} />
    </details>
  );
}
