import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { readApi } from "@compute-host/openapi";
import { isScalar, LineCounter, parseDocument } from "yaml";

interface Arazzo {
  readonly sourceDescriptions?: readonly {
    readonly name: string;
    readonly type?: string;
    readonly url: string;
  }[];
  readonly workflows?: readonly { readonly steps?: readonly { readonly operationId?: string }[] }[];
}

interface Source {
  readonly name: string;
  readonly url: string;
  readonly operationIds: readonly string[];
}

/**
 * Finds operations that an Arazzo document calls but its descriptions do not have, each with file and line, because
 * Redocly's linter does not compare the documents.
 */
export async function workflowProblems(file: string): Promise<string[]> {
  const lines = new LineCounter();
  const document = parseDocument(await readFile(file, "utf8"), { lineCounter: lines });
  const [error] = document.errors;
  if (error) return [`${file} is not YAML: ${error.message.split("\n")[0]}`];
  const arazzo = document.toJS() as Arazzo | null;
  if (arazzo?.workflows === undefined)
    return [`${file} has no list of workflows: it is not an Arazzo document.`];
  const sources = await readSources(file, arazzo);
  const called = arazzo.workflows.flatMap(({ steps = [] }, workflow) =>
    steps.map(({ operationId }, step) => ({
      operationId,
      path: ["workflows", workflow, "steps", step, "operationId"],
    })),
  );
  return called.flatMap(({ operationId, path }) => {
    const problem = operationId === undefined ? undefined : findProblem(operationId, sources);
    if (problem === undefined) return [];
    const node = document.getIn(path, true);
    const { line } = lines.linePos((isScalar(node) && node.range?.[0]) || 0);
    return [`${relative(process.cwd(), file)}:${line}: ${problem}`];
  });
}

function readSources(file: string, { sourceDescriptions = [] }: Arazzo): Promise<Source[]> {
  const descriptions = sourceDescriptions.filter(({ type = "openapi" }) => type === "openapi");
  return Promise.all(
    descriptions.map(async ({ name, url }) => {
      const { operations } = await readApi(join(dirname(file), url));
      return { name, url, operationIds: operations.map(({ operationId }) => operationId) };
    }),
  );
}

/** Checks `listComputers`, or `$sourceDescriptions.computers.listComputers` with several descriptions. */
function findProblem(called: string, sources: readonly Source[]): string | undefined {
  const [, name, id = called] = /^\$sourceDescriptions\.([^.]+)\.(.+)$/.exec(called) ?? [];
  const searched = sources.filter((source) => name === undefined || source.name === name);
  const known = searched.flatMap(({ operationIds }) => operationIds);
  if (known.includes(id)) return undefined;
  if (searched.length === 0) return `there is no source description ${name}`;
  return `${searched.map(({ url }) => url).join(", ")} has no operation ${id}; it has ${known.join(", ")}`;
}
