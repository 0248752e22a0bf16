/** The facts that `npm start` prints when the service is ready. */
export interface Welcome {
  /** Origin of the service. */
  readonly url: string;
  /** An API key. */
  readonly key: string;
  /** The started processes, if there are several. */
  readonly parts: readonly string[];
}

const contractSuite = "node_modules/.bin/node packages/contract-tests/src/cli.ts";

/**
 * Formats the output of `npm start`: the addresses, two lines to export, and lines to paste that call, check and change
 * the service.
 */
export function welcomeText({ url, key, parts }: Welcome): string {
  return [
    "",
    `  Service   ${url}`,
    `  Docs      ${url}/docs/`,
    ...(parts.length === 0 ? [] : ["", "Running:", "", ...parts.map((part) => `  ${part}`)]),
    "",
    "In another terminal, in this folder:",
    "",
    `  export COMPUTE_HOST_URL=${url}`,
    `  export COMPUTE_HOST_TOKEN=${key}`,
    "",
    "List the computers:",
    "",
    `  curl -H "Authorization: Bearer $COMPUTE_HOST_TOKEN" "$COMPUTE_HOST_URL/api/v0/computers"`,
    "",
    "The same with the client, which then retries the failed installation and waits until it ends:",
    "",
    "node --input-type=module <<'END'",
    ...clientExample,
    "END",
    "",
    "Check it with the contract suite, which changes nothing:",
    "",
    `  CONTRACT_TOKEN=$COMPUTE_HOST_TOKEN ${contractSuite} --base-url $COMPUTE_HOST_URL`,
    "",
    "Change it: edit spec/openapi.yaml, then generate everything that comes from it:",
    "",
    "  npx pnpm install && npm run generate",
    "",
    "Ctrl-C stops it.",
  ].join("\n");
}

/** Lists the computers, and retries the failed one. */
const clientExample = [
  `import { createClient, waitUntilSettled } from "./packages/client/dist/index.mjs";`,
  "const client = createClient();",
  "const { computers } = client;",
  "const all = (await computers.list()).computers.map(({ id, name, status }) => ({ id, name, status }));",
  `const failed = all.find(({ status }) => status === "error");`,
  "console.log(all);",
  "const since = failed && (await computers.retryInstallDeps(failed.id));",
  "if (since) console.log((await waitUntilSettled(client, since.id, { since })).status);",
];
