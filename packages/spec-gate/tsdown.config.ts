import { mkdirSync, writeFileSync } from "node:fs";
import { defineConfig } from "tsdown";
import { jsonSchemas } from "./src/report/json-schemas.ts";

export default defineConfig({
  entry: ["src/index.ts", "src/cli.ts"],
  format: "esm",
  platform: "node",
  target: "node20",
  dts: true,
  fixedExtension: false,
  hooks: {
    "build:done": () => {
      const folder = new URL("dist/schemas/", import.meta.url);
      mkdirSync(folder, { recursive: true });
      for (const [name, schema] of Object.entries(jsonSchemas))
        writeFileSync(new URL(name, folder), `${JSON.stringify(schema, null, 2)}\n`);
    },
  },
});
