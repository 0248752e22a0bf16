import { defineConfig } from "tsdown";
import { description } from "./src/openapi/description.ts";

/** The source of each entry, by its name in `dist`. */
export const entry = {
  index: "src/index.ts",
  cli: "src/cli.ts",
  "run-command": "src/cli/run-command.ts",
};

export default defineConfig({
  entry,
  format: "esm",
  platform: "node",
  // It takes out calls whose result is not used, and with them what they throw; no size is promised here.
  treeshake: false,
  target: "node22",
  // oxc writes the declarations file by file, without the compiler API that TypeScript 7 does not have.
  dts: { entry: "src/index.ts", oxc: true, sourcemap: false },
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
