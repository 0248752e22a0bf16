import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    main: "src/cli/main.ts",
    "supervisor-process": "src/provisioning/command/supervisor-process.ts",
  },
  // Without the tests, with which the hash of a build does not change.
  tsconfig: "tsconfig.build.json",
  dts: true,
  platform: "node",
  // It takes out calls whose result is not used, and with them what they throw; no size is promised here.
  treeshake: false,
  fixedExtension: false,
});
