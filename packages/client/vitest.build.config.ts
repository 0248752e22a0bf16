import { defineConfig, mergeConfig, type ViteUserConfig } from "vitest/config";
import config from "./vitest.config.ts";

const dist: string = new URL("dist", import.meta.url).pathname;

/** Runs the tests of the entries against the build. */
const buildConfig: ViteUserConfig = mergeConfig(
  config,
  defineConfig({
    resolve: {
      alias: [
        { find: /^(\.\.\/)+src\/index\.ts$/, replacement: `${dist}/index.mjs` },
        {
          find: /^(\.\.\/)+src\/openapi-fetch\/openapi-fetch\.ts$/,
          replacement: `${dist}/openapi-fetch.mjs`,
        },
        { find: /^(\.\.\/)+src\/queries\/queries\.ts$/, replacement: `${dist}/queries.mjs` },
        { find: /^(\.\.\/)+src\/schemas\/schemas\.gen\.ts$/, replacement: `${dist}/schemas.mjs` },
        { find: /^(\.\.\/)+src\/testing\/index\.ts$/, replacement: `${dist}/testing/index.mjs` },
      ],
    },
    test: { include: ["test/**/*.test.ts"], exclude: ["test/package/**"] },
  }),
);

export default buildConfig;
