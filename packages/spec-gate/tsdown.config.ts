import { defineConfig } from "tsdown";

export default defineConfig({
  entry: ["src/index.ts", "src/cli.ts"],
  format: "esm",
  platform: "node",
  // It takes out calls whose result is not used, and with them what they throw; no size is promised here.
  treeshake: false,
  target: "node20",
  dts: true,
  fixedExtension: false,
});
