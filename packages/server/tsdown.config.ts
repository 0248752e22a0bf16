import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { index: "src/index.ts", main: "src/cli/main.ts" },
  dts: true,
  platform: "node",
  fixedExtension: false,
  // The page at /docs goes with the package.
  copy: [{ from: "../docs/dist/index.html", to: "dist", rename: "docs.html" }],
});
