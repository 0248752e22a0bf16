import { defineConfig } from "tsdown";

export default defineConfig({
  entry: ["src/index.ts", "src/cli.ts"],
  format: "esm",
  platform: "node",
  target: "node22",
  // oxc writes the declarations file by file, without the compiler API that TypeScript 7 does not have.
  dts: { oxc: true, sourcemap: false },
  fixedExtension: false,
});
