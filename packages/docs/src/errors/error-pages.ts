import { STATUS_CODES } from "node:http";
import type { Api } from "@compute-host/openapi";
import { compactJson } from "../compact-json.ts";
import type { Page } from "../page.ts";
import type { Repeat } from "./catalogue.ts";
import { findClientClass } from "./client-class.ts";
import { type ProblemKind, problemKinds } from "./problem-kinds.ts";

/** When the same request may be repeated: a word for the table, and a sentence. */
const repeats: Readonly<Record<Repeat, readonly [short: string, long: string]>> = {
  "after-change": ["No", "No. The same request gets the same response until something changes."],
  "after-retry-after": [
    "Yes",
    "Yes, for every method: the request was not processed. Wait for the seconds in `Retry-After`.",
  ],
  "reads-only": [
    "GET only",
    "A GET, yes. A PATCH or POST may have been processed: check the computer first.",
  ],
  later: ["Later", "Later, when the step has ended. Nothing was changed."],
  "on-new-connection": ["Yes", "Yes, on a new connection: the request was not processed."],
};

/** The index of errors, and a page for each kind. */
export async function errorPages(api: Api): Promise<Page[]> {
  const kinds = await Promise.all(
    problemKinds(api).map(async (kind) => ({ ...kind, clientClass: await findClientClass(kind) })),
  );
  return [
    { path: "errors/", group: "Reference", title: "Errors", text: indexText(kinds) },
    ...kinds.map((kind) => ({
      path: `errors/${kind.name}/`,
      group: "Reference",
      parent: "errors/",
      title: kind.title,
      status: kind.status,
      summary: kind.about,
      searchKind: `${kind.status} ${STATUS_CODES[kind.status] ?? ""}, error`,
      text: pageText(kind),
    })),
  ];
}

type ClassedKind = ProblemKind & { readonly clientClass: string };

function indexText(kinds: readonly ClassedKind[]): string {
  const rows = kinds.map(
    ({ name, status, title, repeat, clientClass }) =>
      `| ${status} | [${title}](/errors/${name}/) | \`${name}\` | ${repeats[repeat][0]} | \`${clientClass}\` |`,
  );
  return `# Errors

Every error is a problem document ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)), whose \`type\` names the kind of
error. The service shows the page of each kind at that path, such as \`/problems/name-taken\`. To handle errors in a program, see
[Errors and retries](/guides/errors-and-retries/).

| Status | Error | Type | Repeat? | Client class |
| ------ | ----- | ---- | ------- | ------------ |
${rows.join("\n")}

Expect other status codes too, and bodies that are not problem documents, for example from a proxy. The client then
throws \`ApiError\`, or \`ServerError\` for 500 and above. Without any response it throws \`ConnectionError\` or \`TimeoutError\`.
`;
}

function pageText(kind: ClassedKind): string {
  const { title, status, type, about, causes, remedies, repeat, clientClass, example } = kind;
  return `# ${title}

${about}

| Status | Type | Client class |
| ------ | ---- | ------------ |
| ${status} | \`${type}\` | \`${clientClass}\` |

## Why

${causes.map((cause) => `- ${cause}`).join("\n")}

## What to do

${remedies.map((remedy) => `- ${remedy}`).join("\n")}

**May I repeat the request?** ${repeats[repeat][1]}

## Example

\`\`\`json A problem of the type ${kind.name}
${compactJson(example)}
\`\`\`

## Operations

${operationText(kind)}
`;
}

function operationText({ operations, isOfAnyRequest }: ProblemKind): string {
  const isListed = operations.some(({ status }) => status !== "default");
  if (isOfAnyRequest || !isListed)
    return "Any request can get this error, because the service sends it before it knows the operation.";
  return operations
    .filter(({ status }) => status !== "default")
    .map(({ operationId, summary, status }) => `- [${summary}](/reference/#${operationId}.${status})`)
    .join("\n");
}
