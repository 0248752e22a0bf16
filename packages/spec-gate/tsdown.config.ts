import { defineConfig } from "tsdown";

/** The source of each entry, by its name in `dist`. */
export const entry = {
  index: "src/index.ts",
  cli: "src/cli.ts",
};

export default defineConfig({
  entry,
  format: "esm",
  platform: "node",
  // It takes out calls whose result is not used, and with them what they throw; no size is promised here.
  treeshake: false,
  target: "node20",
  dts: true,
  fixedExtension: false,
});
