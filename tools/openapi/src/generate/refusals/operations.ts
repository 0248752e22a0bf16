import type { Api, Operation } from "../../model/api.ts";
import { checkAll } from "../../model/check-all.ts";
import { newerKeyword } from "../../model/content-limits.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { objectOf } from "../../model/json.ts";
import { placeAt, pointerOf } from "../../model/pointer.ts";
import type { Refusal } from "./refusal.ts";

/** What operations and paths may not have. */
export const operationRefusals: readonly Refusal[] = [
  {
    construct: "Callbacks",
    check: ofEach(({ operationId, pointer }, { document }) => {
      const { callbacks } = placeAt(document, pointer).value;
      if (Object.keys(objectOf(callbacks)).length === 0) return;
      const what = `${operationId} has callbacks, which nothing here sends`;
      throw new DescriptionError(`${what}: describe them as webhooks.`, pointer + pointerOf("callbacks"));
    }),
  },
  {
    construct: "TRACE, and a body of GET or HEAD",
    check: ofEach(({ operationId, method, body, pointer }) => {
      if (method === "TRACE") {
        throw new DescriptionError(
          `${operationId} is TRACE, which fetch cannot send: use another method.`,
          pointer,
        );
      }
      if (body !== undefined && /^(GET|HEAD)$/.test(method)) {
        const what = `${operationId} has a body, which fetch cannot send with ${method}`;
        throw new DescriptionError(
          `${what}: use parameters or another method.`,
          pointer + pointerOf("requestBody"),
        );
      }
    }),
  },
  {
    construct: "Servers of a path or an operation",
    check: ofEach(({ operationId, path, pointer }, { document }) => {
      const holder = [pointer, pointerOf("paths", path)].find((at) => {
        return placeAt(document, at).value.servers !== undefined;
      });
      if (holder === undefined) return;
      const what = `${operationId} has servers of its own, but a client calls one service`;
      throw new DescriptionError(
        `${what}: remove them, or describe the other service in a file of its own.`,
        placeAt(document, holder).pointer + pointerOf("servers"),
      );
    }),
  },
  {
    construct: "Keywords of OpenAPI 3.2 (`query`, `additionalOperations`, `itemSchema`, `in: querystring`)",
    check({ document }) {
      for (const path of Object.keys(objectOf(document.paths))) {
        const { pointer, value } = placeAt(document, pointerOf("paths", path));
        const key = ["query", "additionalOperations"].find((one) => value[one] !== undefined);
        if (key !== undefined) throw newerKeyword(key, pointer + pointerOf(key));
      }
    },
  },
  {
    construct: "Paths that no request can have",
    check({ document }) {
      for (const path of Object.keys(objectOf(document.paths))) {
        const why = whyNoPath(path);
        if (why === undefined) continue;
        throw new DescriptionError(`The path ${path} ${why}.`, pointerOf("paths", path));
      }
    },
  },
  {
    construct: "Two paths that differ only in the names of their parameters",
    check({ document }) {
      const owners = new Map<string, string>();
      for (const path of Object.keys(objectOf(document.paths))) {
        const shape = path.replaceAll(/\{[^}]*\}/g, "{}");
        const owner = owners.get(shape);
        owners.set(shape, path);
        if (owner === undefined) continue;
        const what = `The paths ${owner} and ${path} match the same requests`;
        throw new DescriptionError(`${what}: describe them as one.`, pointerOf("paths", path));
      }
    },
  },
];

/** Describes why a URI cannot have a path (RFC 3986, sections 2.1, 3.3 and 5.2.4), and what to do. */
function whyNoPath(path: string): string | undefined {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `has {${twice}} twice: rename one`;
  const fixed = path.replaceAll(/\{[^}]*\}/g, "{}");
  if (fixed.includes("#")) return "has a fragment, which no request carries: remove it";
  if (/%(?![\da-f]{2})/i.test(fixed)) return "has a % without two hexadecimal digits: write %25";
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(fixed)) return "has the segment . or .., which URLs resolve: remove it";
  return undefined;
}

/** Checks every operation. */
export function ofEach(check: (operation: Operation, api: Api) => void): Refusal["check"] {
  return (api) => checkAll(api.operations.map((operation) => () => check(operation, api)));
}
