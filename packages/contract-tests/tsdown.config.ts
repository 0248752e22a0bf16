import { defineConfig } from "tsdown";
import { description } from "./src/openapi/description.ts";

export default defineConfig({
  entry: ["src/index.ts", "src/cli.ts"],
  format: "esm",
  platform: "node",
  // It takes out calls whose result is not used, and with them what they throw; no size is promised here.
  treeshake: false,
  target: "node22",
  // oxc writes the declarations file by file, without the compiler API that TypeScript 7 does not have.
  dts: { oxc: true, sourcemap: false },
  fixedExtension: false,
  plugins: [
    {
      name: "description",
      load: {
        filter: { id: /\/src\/openapi\/description\.ts$/ },
        handler: () => `export const description = ${JSON.stringify(description)};`,
      },
    },
  ],
});
