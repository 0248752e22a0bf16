import { defineConfig } from "tsdown";

/** The source of each entry, by its name in `dist`. */
export const entry = {
  index: "src/index.ts",
  main: "src/cli/main.ts",
  program: "src/cli/program.ts",
  serve: "src/cli/serve/serve.ts",
  "supervisor-process": "src/provisioning/command/supervisor-process.ts",
};

export default defineConfig({
  entry,
  // Excludes tests, so that they do not change the hash of a build.
  tsconfig: "tsconfig.build.json",
  dts: { entry: "src/index.ts" },
  platform: "node",
  // It would remove calls whose result is unused, with the errors that they throw; the size does not matter here.
  treeshake: false,
  fixedExtension: false,
});
