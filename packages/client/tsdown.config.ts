import { defineConfig, type UserConfig } from "tsdown";
import { bundledPackages } from "./scripts/bundled-packages.ts";

const config: UserConfig = defineConfig({
  entry: ["src/index.ts", "src/raw.ts", "src/schemas.ts", "src/testing/index.ts"],
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
