import type { Operation } from "./operation.ts";

/** Takes the parameters of these names out of the others, as header fields. */
export function headerParams(...names: readonly string[]): NonNullable<Operation["takeHeaders"]> {
  return (params) => {
    const given = names.filter((name) => params[name] !== undefined);
    const headers = Object.fromEntries(given.map((name) => [name, String(params[name])]));
    for (const name of names) delete params[name];
    return headers;
  };
}
