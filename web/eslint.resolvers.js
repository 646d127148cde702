/**
 * ESLint rules for AppSync's JavaScript runtime. Run ESLint from the repository's root, because the resolvers are in
 * infra/.
 */
import path from "node:path";
import appsync from "@aws-appsync/eslint-plugin";

const { languageOptions, ...recommended } = appsync.configs.recommended;

export default [
  {
    files: ["infra/resolvers/*.js"],
    ...recommended,
    languageOptions: {
      ...languageOptions,
      // Some rules need types. The resolvers have no TypeScript project, so the default one is used.
      parserOptions: {
        projectService: { allowDefaultProject: ["infra/resolvers/*.js"] },
        tsconfigRootDir: path.resolve(import.meta.dirname, ".."),
      },
    },
  },
];
