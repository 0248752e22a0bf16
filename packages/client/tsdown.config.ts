import { defineConfig, type UserConfig } from "tsdown";
import { bundledPackages } from "./scripts/bundled-packages.ts";

const config: UserConfig = defineConfig({
  entry: {
    index: "src/index.ts",
    raw: "src/raw.ts",
    schemas: "src/schemas.gen.ts",
    "testing/index": "src/testing/index.ts",
  },
  format: ["esm", "cjs"],
  // oxc writes the declarations file by file, without the compiler API that TypeScript 7 does not have.
  dts: { oxc: true, sourcemap: false },
  sourcemap: true,
  platform: "neutral",
  fixedExtension: true,
  // Everything is bundled: the package has no dependencies.
  deps: { onlyBundle: bundledPackages },
});

export default config;
