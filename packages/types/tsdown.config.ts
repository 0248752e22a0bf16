import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { index: "src/index.gen.ts" },
  format: ["esm", "cjs"],
  dts: { oxc: true },
  platform: "neutral",
  fixedExtension: false,
});
