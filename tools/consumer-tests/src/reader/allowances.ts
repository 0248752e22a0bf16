import { readFileSync } from "node:fs";
import type { StartedClone } from "./started-clone.ts";

/** A text of a document that the test replaces, because a reader would replace it as well. */
export interface Substitution {
  readonly find: string;
  readonly put: (clone: StartedClone, folder: string) => string;
  readonly why: string;
}

/** Everything that is replaced in commands and programs. */
export const substitutions: readonly Substitution[] = [
  {
    find: "http://127.0.0.1:4010",
    put: ({ url }) => url,
    why: "`PORT` is the documented way to another port, and the test takes a free one",
  },
  {
    find: "--port 4011",
    put: () => "--port 0",
    why: "another program may have that port, and the mock takes a free one",
  },
  {
    find: "COMPUTE_HOST_TOKEN=chk_...",
    put: ({ token }) => `COMPUTE_HOST_TOKEN=${token}`,
    why: "the ellipsis stands for the key that `npm start` printed",
  },
  {
    find: "CONTRACT_TOKEN=...",
    put: ({ token }) => `CONTRACT_TOKEN=${token}`,
    why: "the ellipsis stands for a token of the reader's service, here the sandbox",
  },
  {
    find: "/var/lib/compute-host/",
    put: (_clone, folder) => `${folder}/`,
    why: "a folder of the reader's system",
  },
  {
    find: "/usr/local/bin/provision",
    put: () => "/bin/true",
    why: "the reader's own program",
  },
  {
    find: "https://staging.example.com",
    put: ({ url }) => url,
    why: "the reader's own service",
  },
];

/** Files that belong to the reader, which appear when a command names them. */
export const readerFiles: Readonly<Record<string, () => string>> = {
  "old.yaml": description,
  "new.yaml": description,
  "computers.ndjson": () => '{"ownerId":"usr_ada","name":"box","providerType":"byom"}\n',
};

function description(): string {
  return readFileSync(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8");
}

/** A command that is not executed. */
export interface NotExecuted {
  readonly command: RegExp;
  /** Why not, and what proves it instead. */
  readonly why: string;
}

/** The commands of contributors that take minutes, or change the clone. */
export const notExecuted: readonly NotExecuted[] = [
  { command: /^npm test$/, why: "this test is a part of it" },
  {
    command: /^node_modules\/\.bin\/spec-gate check /,
    why: "`test/spec-gate-session.test.ts` runs it in another repository, with a history and the packed gate",
  },
  {
    command: /^pnpm (build|generate|check|fix|spec:[a-z]+( 0\.2\.0)?)$/,
    why: "`npm test` runs the same scripts, and `pnpm check` finds a script that does not exist",
  },
  {
    command: /^pnpm --filter @compute-host\/[\w-]+ [\w:-]+$/,
    why: "`npm test` runs these tasks, and `pnpm check` finds a script that does not exist",
  },
  {
    command: /^pnpm --filter @compute-host\/spec exec redocly respect workflows\.arazzo\.yaml /,
    why: "`packages/contract-tests/test/workflows.test.ts` runs every workflow with this command",
  },
];
