import type { OperationId } from "@compute-host/types";
import { methods, operations } from "./operations.gen.ts";
import type { CallOptions } from "./options.ts";
import type { Input, Requester } from "./requester.ts";
import type { Resources } from "./resources.gen.ts";

type Method = (...args: unknown[]) => unknown;

/** Makes the methods of every resource of the spec: each takes its arguments apart as its operation says. */
export function createResources(request: Requester): Resources {
  const bind = (operationId: OperationId): Method => {
    const { path, hasBody, hasParams } = operations[operationId];
    const names = path.split(/[{}]/).filter((_part, index) => index % 2);
    return (...args) => {
      let next = 0;
      const path: Record<string, unknown> = {};
      for (const name of names) path[name] = args[next++];
      const body = hasBody ? args[next++] : undefined;
      const params = hasParams ? (args[next++] as Input["params"]) : undefined;
      return request(operationId, { path, body, params }, args[next] as CallOptions | undefined);
    };
  };
  return mapValues(methods, (ofResource) => mapValues(ofResource, bind)) as unknown as Resources;
}

function mapValues<V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
