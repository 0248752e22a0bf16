import { createClient } from "@compute-host/client";
import {
  type Api,
  type JsonObject,
  objectOf,
  problemsOfAnyRequest,
  textOf,
  walkObjects,
} from "@compute-host/openapi";
import { readContent } from "./page-source.ts";

/** A kind of problem, as the description shows it and `content/errors.md` explains it. */
export interface ProblemKind {
  /** The last part of its `type`, such as `name-taken`. */
  readonly name: string;
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** An example of the description. */
  readonly example: JsonObject;
  /** What it means in one sentence. @default the `detail` of the example */
  readonly meaning: string;
  /** Lists of Markdown. */
  readonly causes: string;
  readonly remedies: string;
  /** When the same request may be repeated: `No`, or a few words and a reason: `Later: once the step has ended.` */
  readonly repeat: string;
  /** The error that the client throws. */
  readonly clientClass: string;
  /** Whether any request can get it: a `default` or every operation shows it. */
  readonly isOfAnyRequest: boolean;
  /** The operations that have it among the examples of a status. */
  readonly operations: readonly {
    readonly operationId: string;
    readonly summary: string;
    readonly status: string;
  }[];
}

/**
 * The kinds of problems, by status.
 *
 * @throws Error if `content/errors.md` and the examples of the description do not have the same kinds
 */
export async function problemKinds(api: Api): Promise<ProblemKind[]> {
  const examples = new Map<string, JsonObject>();
  walkObjects(api.document, (object) => {
    const name = /^\/problems\/(.+)/.exec(String(object.type))?.[1];
    if (name !== undefined && !examples.has(name)) examples.set(name, object);
  });
  const [, ...texts] = readContent("errors.md").split(/^## /m);
  const explained = new Map(texts.map((text) => [text.split("\n")[0] ?? "", text]));
  const unknown = [...explained.keys()].filter((name) => !examples.has(name));
  if (unknown.length > 0) {
    const names = unknown.join(", ");
    const instead = "If spec/openapi.yaml has one, run `turbo run build --filter=@compute-host/docs`";
    throw new Error(
      `spec/dist/openapi.json has no example of ${names}. ${instead}; if not, remove it from content/errors.md.`,
    );
  }
  const kinds = [...examples].map(([name, example]) => problemKind(api, name, example, explained.get(name)));
  return (await Promise.all(kinds)).toSorted((a, b) => a.status - b.status || (a.name < b.name ? -1 : 1));
}

async function problemKind(api: Api, name: string, example: JsonObject, text = ""): Promise<ProblemKind> {
  // The causes have bullets, and the remedies below them numbers; the last line says when to repeat the request.
  const [, meaning, causes, remedies, repeat] =
    /\n\n(?:([A-Z`].+)\n\n)?((?:- .+\n)+)\n((?:\d\. .+\n)+)\nRepeat\? (No$|.+?: .+)/m.exec(text) ?? [];
  if (causes === undefined || remedies === undefined || repeat === undefined)
    throw new Error(`content/errors.md needs causes, remedies and a line "Repeat?" for ${name}.`);
  const listed = api.operations.flatMap(({ operationId, summary, responses }) =>
    responses
      .filter(({ content }) => content?.examples.some(({ value }) => objectOf(value).type === example.type))
      .map(({ status }) => ({ operationId, summary, status })),
  );
  const status = Number(example.status);
  return {
    name,
    type: String(example.type),
    title: String(example.title),
    status,
    example,
    meaning: meaning ?? textOf(example.detail),
    causes: causes.trim(),
    remedies: remedies.trim(),
    repeat,
    clientClass: await findClientClass(status, example),
    isOfAnyRequest: problemsOfAnyRequest(api.operations).has(name),
    operations: listed.filter((one) => one.status !== "default"),
  };
}

/** Gives the client this response, and returns the name of the error that it throws. */
async function findClientClass(status: number, example: JsonObject): Promise<string> {
  const headers = { "Content-Type": "application/problem+json", "X-Request-Id": "example" };
  const fetch = () => Promise.resolve(new Response(JSON.stringify(example), { status, headers }));
  const client = createClient({ baseUrl: "http://service.invalid", token: "example", maxRetries: 0, fetch });
  const error = await client.computers.get("example").catch((reason: unknown) => reason);
  if (error instanceof Error) return error.name;
  throw new Error(`The client throws nothing for ${status}.`);
}
