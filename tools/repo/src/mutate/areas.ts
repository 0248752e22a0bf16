/** What `pnpm mutate` changes, and the tests that have to notice it; paths are relative to the root. */
export interface Area {
  /** Sources, without those that are generated and without tests. */
  readonly sources: readonly string[];
  /** Test files that run in one process: a mutant is not active in processes that they start. */
  readonly tests: readonly string[];
  /** What Vitest runs before them. */
  readonly globalSetup?: string;
}

export const areas: Readonly<Record<string, Area>> = {
  core: {
    sources: ["packages/core/src/**/*.ts"],
    tests: ["packages/core/src/**/*.test.ts", "packages/server/test/http/outcomes.test.ts"],
  },
  client: {
    sources: ["packages/client/src/**/*.ts"],
    tests: ["packages/client/{src,test}/**/*.test.ts", "!packages/client/test/{full,package}/**"],
  },
  "spec-gate": {
    sources: ["packages/spec-gate/src/{rules,schema}/**/*.ts"],
    // The tests left out change the folder of their process, which Stryker's workers cannot, or take long.
    tests: [
      "packages/spec-gate/{src,test}/**/*.test.ts",
      "!packages/spec-gate/test/{command,full}/**",
      "!packages/spec-gate/test/{corpus,schemas/cycles,schemas/random-pairs}.test.ts",
    ],
  },
  openapi: {
    sources: ["tools/openapi/src/**/*.ts"],
    tests: ["tools/openapi/{src,test}/**/*.test.ts", "!tools/openapi/test/full/**"],
  },
  server: {
    sources: ["packages/server/src/{auth,config,http,computers}/**/*.ts"],
    // The tests left out take long.
    tests: [
      "packages/server/src/**/*.test.ts",
      "packages/server/test/http/**/*.test.ts",
      "packages/server/test/{in-process-server,sandbox,service}.test.ts",
      "!packages/server/test/http/{connection-limits,overload}.test.ts",
    ],
  },
  storage: {
    sources: ["packages/server/src/storage/groups/**/*.ts"],
    tests: [
      "packages/server/src/storage/groups/*.test.ts",
      "packages/server/test/storage/{group-failures,same-turn,sqlite-failures,storage}.test.ts",
    ],
    globalSetup: "packages/server/test/postgres/global-setup.ts",
  },
};
