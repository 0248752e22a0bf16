import { createClient } from "@compute-host/client";
import { type Json, jsonContentOf, type Operation, parametersIn } from "@compute-host/openapi/model";
import { expect, test } from "vitest";
import { exampleOf } from "../../src/cases/fixtures.ts";
import { validData } from "../../src/data/valid-data.ts";
import { loadApi } from "../../src/openapi/load-api.ts";

const api = loadApi();

type Methods = Record<string, (...args: readonly unknown[]) => Promise<unknown>>;

/** Returns the only request that a client call sends. */
async function requestOf(operation: Operation, args: readonly unknown[]): Promise<Request> {
  const sent: Request[] = [];
  const client = createClient({
    baseUrl: "http://client.invalid",
    token: "token",
    maxRetries: 0,
    fetch: async (url, init) => {
      sent.push(new Request(url, init));
      return new Response(null, { status: 418 });
    },
  });
  const resources = client as unknown as Record<string, Methods>;
  await resources[operation.resource]?.[operation.methodName]?.(...args).catch(() => undefined);
  const [request] = sent;
  if (!request) throw new Error(`client.${operation.resource}.${operation.methodName} sends no request.`);
  return request;
}

/** Creates a body with every property of the schema. */
function fullBody({ body }: Operation): Json | undefined {
  const content = jsonContentOf(body?.content);
  if (!content?.schemaPointer) return undefined;
  const schema = api.schema(content.schemaPointer);
  const names = Object.keys((schema.properties ?? {}) as object);
  return validData(api, { ...schema, required: names }, 7) as Json;
}

test.each(api.operations)(
  "the client's request for $operationId carries every argument",
  async (operation) => {
    const path = parametersIn(operation, "path").map(({ name }) => [name, `${name}/ü 1`] as const);
    const others = operation.parameters.filter((parameter) => parameter.in !== "path");
    const named = others.map((parameter) => {
      const value = exampleOf(api, parameter);
      // The client takes a boolean where the wire has the text `true` or `false`.
      return [parameter, value === "true" ? true : value] as const;
    });
    const json = fullBody(operation);
    const request = await requestOf(operation, [
      ...path.map(([, value]) => value),
      ...(operation.body ? [json] : []),
      ...(named.length > 0 ? [Object.fromEntries(named.map(([{ name }, value]) => [name, value]))] : []),
    ]);
    const url = new URL(request.url);
    const values = Object.fromEntries(path);
    const segmentOf = (_: string, name: string) => encodeURIComponent(values[name] ?? "");
    expect(request.method).toBe(operation.method);
    expect(url.pathname).toBe(operation.path.replace(/\{([^}]+)\}/g, segmentOf));
    for (const [{ name, in: place }, value] of named) {
      const sent = place === "query" ? url.searchParams.get(name) : request.headers.get(name);
      expect(sent).toBe(String(value));
    }
    const queries = named.filter(([{ in: place }]) => place === "query");
    expect([...url.searchParams.keys()]).toHaveLength(queries.length);
    if (json === undefined) return;
    expect(Object.keys(json as object).length).toBeGreaterThan(0);
    expect(await request.json()).toEqual(json);
  },
);
