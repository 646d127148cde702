import js from "@eslint/js";
import boundaries from "eslint-plugin-boundaries";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const TYPED = ["**/*.{ts,tsx}"];

/** Which room may import from which. An area's face is what lies at its top, and its pure rules; the rest is inside. */
const ROOMS = {
  settings: {
    "boundaries/elements": [
      { type: "api", pattern: "src/api" },
      { type: "ui", pattern: "src/ui" },
      { type: "session", pattern: "src/session" },
      { type: "app", pattern: "src/app" },
      { type: "area", pattern: "src/*", capture: ["area"] },
    ],
    "boundaries/files": [{ category: "face", pattern: ["src/*/*.{ts,tsx}", "src/*/rules/*.ts"] }],
    "import/resolver": { node: { extensions: [".ts", ".tsx"] } },
  },
  rules: {
    "boundaries/dependencies": [
      "error",
      {
        default: "disallow",
        checkInternals: false,
        policies: [
          { from: { element: { type: "ui" } }, allow: { to: { element: { type: "api" } } } },
          { from: { element: { type: "session" } }, allow: { to: { element: { types: { anyOf: ["api", "ui"] } } } } },
          {
            from: { element: { type: "area" } },
            allow: { to: { element: { types: { anyOf: ["api", "ui", "session"] } } } },
          },
          {
            from: { element: { type: "area" } },
            allow: { to: { element: { type: "area" }, file: { categories: "face" } } },
          },
          { from: { element: { type: "app" } }, allow: { to: { element: { type: "*" } } } },
        ],
      },
    ],
  },
};

export default tseslint.config(
  { ignores: ["dist/", "test-results/", "node_modules/", "**/*.generated.ts", "src/api/schema.ts"] },
  { files: ["*.js"], ...js.configs.recommended },
  {
    files: ["*.js"],
    languageOptions: { globals: { process: "readonly", console: "readonly" } },
  },
  {
    files: TYPED,
    extends: [
      js.configs.recommended,
      ...tseslint.configs.recommendedTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
    ],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // An empty text is as good as none in most places where this would ask for `??`.
      "@typescript-eslint/prefer-nullish-coalescing": "off",
      // A stand-in for something asynchronous has nothing to await.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/non-nullable-type-assertion-style": "off",
      // Handlers of events that start something asynchronous say so with `void`.
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    plugins: { boundaries, "react-hooks": reactHooks },
    settings: ROOMS.settings,
    rules: { ...reactHooks.configs.flat["recommended-latest"].rules, ...ROOMS.rules },
  },
  // Tests render through the real router, so they reach over the rooms.
  { files: ["src/**/*.test.{ts,tsx}"], rules: { "boundaries/dependencies": "off" } },
  { files: ["src/**/*.tsx"], ...jsxA11y.flatConfigs.recommended },
);
