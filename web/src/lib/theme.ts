import { createTheme, defaultDarkModeOverride } from "@aws-amplify/ui-react/server";

/** The names of ui/fonts.css. */
const FONT = '"Inter Variable", "Inter Fallback", system-ui, sans-serif';

/**
 * Amplify UI's theme with Larder's colors: slate and teal. Style sheets use the custom properties that Amplify
 * generates from it (`--amplify-colors-…`), so colors are defined only here. Each scale runs from background (10) to
 * foreground (100), in light and in dark mode.
 */
export const theme = createTheme({
  name: "larder",
  tokens: {
    fonts: { default: { variable: FONT, static: FONT } },
    fontSizes: {
      xs: "0.75rem",
      small: "0.8125rem",
      medium: "0.875rem",
      large: "1rem",
      xl: "1.25rem",
      xxl: "1.5rem",
    },
    radii: { small: "4px", medium: "6px", large: "8px" },
    colors: {
      neutral: {
        10: "#f6f8f9",
        20: "#ebeff1",
        40: "#d3dbdf",
        60: "#83939b",
        80: "#53646d",
        90: "#34434b",
        100: "#131d22",
      },
      primary: {
        10: "#e6f4f2",
        20: "#c9e8e3",
        40: "#8acdc3",
        60: "#2f9d8f",
        80: "#0b7468",
        90: "#085c53",
        100: "#06463f",
      },
      border: {
        primary: "{colors.neutral.60.value}",
        secondary: "{colors.neutral.40.value}",
        tertiary: "{colors.neutral.40.value}",
      },
    },
    components: {
      button: {
        fontWeight: "500",
        // All controls have the same height.
        small: { fontSize: "{fontSizes.medium.value}" },
      },
    },
  },
  overrides: [
    defaultDarkModeOverride,
    {
      colorMode: "dark",
      tokens: {
        colors: {
          neutral: {
            10: "#11191d",
            20: "#182227",
            40: "#2e3d45",
            60: "#6d818b",
            80: "#9fb1ba",
            90: "#c3d0d6",
            100: "#eaf0f3",
          },
          primary: {
            10: "#0e2c2a",
            20: "#12403c",
            40: "#1a5f58",
            60: "#2a9083",
            80: "#5cc4b6",
            90: "#84d6ca",
            100: "#b4e8e0",
          },
          // Less saturated backgrounds for messages than Amplify's.
          red: { 10: "#351a1d" },
          orange: { 10: "#36260f" },
          blue: { 10: "#14253f" },
          font: {
            primary: "{colors.neutral.100.value}",
            secondary: "{colors.neutral.90.value}",
            tertiary: "{colors.neutral.80.value}",
          },
          background: { tertiary: "#222e35" },
          border: { tertiary: "{colors.neutral.40.value}" },
        },
        // Dark text has too little contrast on red.
        components: { button: { destructive: { color: "#fff" } } },
      },
    },
  ],
});
