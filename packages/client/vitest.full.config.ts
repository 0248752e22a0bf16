import { builtEntries } from "@compute-host/command-line/built-entries";
import { defineConfig, mergeConfig, type ViteUserConfig } from "vitest/config";
import { entry } from "./tsdown.config.ts";
import config from "./vitest.config.ts";

/** Runs the tests of the entries against the build. */
const fullConfig: ViteUserConfig = mergeConfig(
  config,
  defineConfig({
    resolve: { alias: builtEntries(import.meta.url, entry, "mjs") },
    test: { include: ["test/**/*.test.ts"], exclude: ["test/package/**"] },
  }),
);

export default fullConfig;
