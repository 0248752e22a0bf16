import { defineConfig, type UserConfig } from "tsdown";
import manifest from "./package.json" with { type: "json" };

/** The source of each entry, by its name in `dist`. */
export const entry: Readonly<Record<string, string>> = {
  index: "src/index.ts",
  "openapi-fetch": "src/openapi-fetch/openapi-fetch.ts",
  queries: "src/queries/queries.ts",
  schemas: "src/schemas/schemas.gen.ts",
  "testing/index": "src/testing/index.ts",
};

const config: UserConfig = defineConfig({
  entry,
  format: ["esm", "cjs"],
  // oxc writes the declarations file by file, without the compiler API that TypeScript 7 lacks.
  dts: { oxc: true, sourcemap: true },
  sourcemap: true,
  // The package has `src`, which the maps name.
  outputOptions: { sourcemapExcludeSources: true },
  platform: "neutral",
  fixedExtension: true,
  plugins: [
    {
      name: "version-only",
      // Only the version of package.json is needed.
      load: (id) =>
        id.endsWith("/package.json")
          ? { code: `export default { version: "${manifest.version}" };\n`, moduleType: "js" }
          : undefined,
    },
  ],
  // The build fails on any other, because its licence must be added to THIRD-PARTY-LICENSES.txt.
  deps: { onlyBundle: ["@standard-schema/spec"] },
});

export default config;
