import { STATUS_CODES } from "node:http";
import type { Api } from "@compute-host/openapi";
import { compactJson } from "../markdown/compact-json.ts";
import type { Page } from "../page.ts";
import { readContent } from "./page-source.ts";
import { type ProblemKind, problemKinds } from "./problem-kinds.ts";

/** What the page of a kind says if its request cannot succeed, however often it is repeated. */
const never = "No: it would get the same response. Nothing was changed.";

/** The index of errors, and a page for each kind. */
export async function errorPages(api: Api): Promise<Omit<Page, "group">[]> {
  const kinds = await problemKinds(api);
  // After the index comes a section for each kind, which `problemKinds` reads.
  const [index = ""] = readContent("errors.md").split(/^## /m);
  return [
    { path: "errors/", text: indexText(index, kinds) },
    ...kinds.map((kind) => ({
      path: `errors/${kind.name}/`,
      parent: "errors/",
      title: kind.title,
      status: kind.status,
      searchKind: `${kind.status} ${STATUS_CODES[kind.status] ?? ""}, error`,
      text: pageText(kind),
    })),
  ];
}

/** The index, with the example of the kind that `{{example name}}` names, and the table. */
function indexText(text: string, kinds: readonly ProblemKind[]): string {
  return text
    .replace("{{errors}}", tableText(kinds))
    .replace(/\{\{example (.+)\}\}\n/, (_line, name: string) =>
      exampleText(kinds.find((kind) => kind.name === name)),
    );
}

function exampleText(kind: ProblemKind | undefined): string {
  return `\`\`\`json The problem ${kind?.name}\n${compactJson(kind?.example ?? null)}\n\`\`\`\n\n`;
}

function tableText(kinds: readonly ProblemKind[]): string {
  const rows = kinds.map((kind) => {
    const { name, status, title, clientClass } = kind;
    const [when] = kind.repeat.split(":");
    return `| ${status} | [${title}](/errors/${name}/) | \`${name}\` | ${when} | \`${clientClass}\` |`;
  });
  return [
    "| Status | Error | Type | Repeat? | Client class |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function pageText(kind: ProblemKind): string {
  const { title, status, meaning, causes, remedies, repeat, clientClass, operations, isOfAnyRequest } = kind;
  const list = operations
    .map((one) => `- [${one.summary}](/reference/#${one.operationId}.${one.status})`)
    .join("\n");
  return `# ${title}

${meaning}

Status ${status}. The client throws \`${clientClass}\`.

## Why

${causes}

## What to do

${remedies}

**May I repeat it?** ${repeat === "No" ? never : repeat}

## Example

${exampleText(kind)}## Operations

${isOfAnyRequest ? "Any request can get this error." : list}
`;
}
