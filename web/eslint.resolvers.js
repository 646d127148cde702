/** What AppSync's JavaScript runtime allows. Run from the folder above, where the resolvers are. */
import path from "node:path";
import appsync from "@aws-appsync/eslint-plugin";

const { languageOptions, ...recommended } = appsync.configs.recommended;

export default [
  {
    files: ["infra/resolvers/*.js"],
    ...recommended,
    languageOptions: {
      ...languageOptions,
      // Some rules ask for types. There is no project beside the resolvers; a default one does.
      parserOptions: {
        projectService: { allowDefaultProject: ["infra/resolvers/*.js"] },
        tsconfigRootDir: path.resolve(import.meta.dirname, ".."),
      },
    },
  },
];
