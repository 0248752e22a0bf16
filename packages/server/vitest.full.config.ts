import { builtEntries } from "@compute-host/command-line/built-entries";
import { defineConfig, mergeConfig } from "vitest/config";
import { entry } from "./tsdown.config.ts";
import config from "./vitest.config.ts";

/** The long suites, and the tests of the entries against the build. */
export default mergeConfig(
  config,
  defineConfig({
    test: {
      projects: [
        { extends: true, test: { name: "full", include: ["test/full/*.test.ts"] } },
        {
          extends: true,
          resolve: { alias: builtEntries(import.meta.url, entry) },
          test: { name: "build", include: ["test/{http/*,service,in-process-server}.test.ts"] },
        },
      ],
    },
  }),
);
