/** The artifact types with their labels, in the order of the inventory's columns (SWR-1). */
import type { ArtifactType } from "../api/schema";

export const SOFTWARE = [
  { type: "FRIDGE_UI_APPLICATION", label: "UI" },
  { type: "FRIDGE_JAVA_SERVER", label: "Java Server" },
  { type: "FRIDGE_AGENT", label: "Agent" },
  { type: "FRIDGE_INVENTORY", label: "Inventory" },
  { type: "FRIDGE_PRICING_PARSER", label: "Parser" },
  { type: "FRIDGE_PRICING_CONSUMER", label: "Consumer" },
  { type: "FRIDGE_HEARTBEAT", label: "Heartbeat" },
  { type: "FRIDGE_JAVA_SERVER_CONFIG", label: "Java Config" },
] as const satisfies readonly { readonly type: ArtifactType; readonly label: string }[];

const LABELS = new Map<ArtifactType, string>(SOFTWARE.map(({ type, label }) => [type, label]));

export function labelOf(type: ArtifactType): string {
  return LABELS.get(type) ?? type;
}

export function artifactTypeOf(text: string): ArtifactType | undefined {
  return SOFTWARE.find(({ type }) => type === text)?.type;
}
