/** What `npm start` knows when the service is ready. */
export interface Welcome {
  /** Origin of the service. */
  readonly url: string;
  readonly docsUrl: string;
  /** The API key; only the first start knows it. */
  readonly key: string | undefined;
  /** The command that makes another key. */
  readonly newKeyCommand: string;
}

/** The lines that `npm start` prints: both addresses, a curl line and a client example, to be pasted as they are. */
export function welcomeText({ url, docsUrl, key, newKeyCommand }: Welcome): string {
  const shellToken = key ?? "$COMPUTE_HOST_TOKEN";
  const keyLines =
    key === undefined
      ? [
          "  API key   the one that the first start printed. To make another one:",
          `            ${newKeyCommand}`,
          "            then: export COMPUTE_HOST_TOKEN=<the key>",
        ]
      : [`  API key   ${key}  (shown this once)`];
  return [
    "",
    `  Service   ${url}`,
    `  Docs      ${docsUrl}  (the service has them too: ${url}/docs)`,
    ...keyLines,
    "",
    "List the computers:",
    "",
    `  curl -H "Authorization: Bearer ${shellToken}" ${url}/api/v0/computers`,
    "",
    "The same with the client, from this folder; it then runs the failed installation again and waits for its end:",
    "",
    "node --input-type=module <<'END'",
    ...clientExample(url, key === undefined ? "process.env.COMPUTE_HOST_TOKEN" : JSON.stringify(key)),
    "END",
    "",
    "Ctrl-C stops it.",
  ].join("\n");
}

/** Five lines that list the computers, and retry the failed one. */
function clientExample(url: string, token: string): string[] {
  return [
    `import { createClient } from "./packages/client/dist/index.mjs";`,
    `const { computers } = createClient({ baseUrl: "${url}", token: ${token} });`,
    `const all = (await computers.list()).computers.map(({ id, name, status }) => ({ id, name, status }));`,
    `const failed = all.find(({ status }) => status === "error");`,
    `console.log(all, failed && (await computers.retryInstallDeps(failed.id), await computers.waitUntilSettled(failed.id)));`,
  ];
}
