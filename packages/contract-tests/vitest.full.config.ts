import { builtEntries } from "@compute-host/command-line/built-entries";
import { defineConfig, mergeConfig } from "vitest/config";
import { entry } from "./tsdown.config.ts";
import config from "./vitest.config.ts";

/** With the tests of the command against the build. */
export default mergeConfig(
  config,
  defineConfig({
    test: {
      projects: [
        {
          extends: true,
          resolve: { alias: builtEntries(import.meta.url, entry) },
          test: { name: "build", include: ["test/build/*.test.ts", "test/command-usages.test.ts"] },
        },
      ],
    },
  }),
);
