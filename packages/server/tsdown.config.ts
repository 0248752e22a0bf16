import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    main: "src/cli/main.ts",
    "supervisor-process": "src/provisioning/command/supervisor-process.ts",
  },
  // Excludes tests, so that they do not change the hash of a build.
  tsconfig: "tsconfig.build.json",
  dts: true,
  platform: "node",
  // It would remove calls whose result is unused, with the errors that they throw; the size does not matter here.
  treeshake: false,
  fixedExtension: false,
});
