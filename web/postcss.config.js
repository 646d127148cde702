import path from "node:path";
import globalData from "@csstools/postcss-global-data";
import customMedia from "postcss-custom-media";

/** Makes the breakpoints of `src/ui/media.css` available in all style sheets. */
export default {
  plugins: [globalData({ files: [path.join(import.meta.dirname, "src/ui/media.css")] }), customMedia()],
};
