import { componentName } from "../components.ts";
import type { ApiDocument } from "../document/api-document.ts";
import { isObject, objectOf } from "../json-value.ts";

/** The operations that send a named schema, and those that return it. */
export interface Usage {
  readonly requests: ReadonlySet<string>;
  readonly responses: ReadonlySet<string>;
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/** Maps a component's name to the operations whose requests or responses use it, in any version. */
export function schemaUsage(versions: readonly ApiDocument[]): (name: string) => Usage {
  const requests = new Map<string, Set<string>>();
  const responses = new Map<string, Set<string>>();
  for (const document of versions) noteUsage(document, requests, responses);
  return (name) => ({
    requests: requests.get(name) ?? new Set(),
    responses: responses.get(name) ?? new Set(),
  });
}

function noteUsage(
  { root }: ApiDocument,
  requests: Map<string, Set<string>>,
  responses: Map<string, Set<string>>,
): void {
  for (const [path, item] of Object.entries(objectOf(root.paths))) {
    if (!isObject(item)) continue;
    for (const [method, operation] of Object.entries(item)) {
      if (!methods.has(method) || !isObject(operation)) continue;
      const label = `${method.toUpperCase()} ${path}`;
      const { parameters, requestBody, responses: returned, callbacks } = operation;
      note(requests, label, namesIn([item.parameters, parameters, requestBody]));
      note(responses, label, namesIn([returned]));
      for (const callback of Object.values(objectOf(callbacks)))
        for (const each of Object.values(objectOf(callback))) noteReceived(each, label, requests, responses);
    }
  }
  for (const [name, item] of Object.entries(objectOf(root.webhooks)))
    noteReceived(item, `webhook ${name}`, requests, responses);
}

/** In webhooks and callbacks the user's code reads the request and writes the response. */
function noteReceived(
  item: unknown,
  label: string,
  requests: Map<string, Set<string>>,
  responses: Map<string, Set<string>>,
): void {
  for (const operation of Object.values(objectOf(item))) {
    const { parameters, requestBody, responses: replies } = objectOf(operation);
    note(responses, label, namesIn([parameters, requestBody]));
    note(requests, label, namesIn([replies]));
  }
}

function note(usage: Map<string, Set<string>>, label: string, names: ReadonlySet<string>): void {
  for (const name of names) usage.set(name, (usage.get(name) ?? new Set()).add(label));
}

function namesIn(roots: readonly unknown[]): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<object>();
  const waiting: unknown[] = [...roots];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    const name = componentName(value);
    if (name !== undefined) names.add(name);
    waiting.push(...Object.values(value));
  }
  return names;
}
