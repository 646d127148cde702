/** The state of the data on a screen. */
import type { Definition } from "./definition";

export const DATA_STATES: readonly Definition[] = [
  {
    label: "Live",
    meaning: "The screen shows changes of the data next to the word within seconds.",
    rule: "The live connection to the server is open. Other data on the screen is read at regular times or when the screen opens.",
  },
  {
    label: "Not live",
    meaning: "The screen shows changes at its next read. The period is next to the word.",
    rule: "The live connection is interrupted or not available. The screen reads the data at regular times instead.",
  },
  {
    label: "Location Services: ok",
    meaning: "The service that stores locations responds.",
    rule: "The last call to it returned a response. An error about the request counts as a response.",
  },
  {
    label: "Location Services: error",
    meaning: "Locations cannot be loaded or saved at present.",
    rule: "The last call to the service failed because of the network or the service itself.",
  },
  {
    label: "Location Services: unknown",
    meaning: "The state of the service is not known yet.",
    rule: "No call to the service has ended since the page was loaded.",
  },
];
