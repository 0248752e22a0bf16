import { added, type Change, described, field, json, object, parameter, put, text } from "./change.ts";

const computer = "/api/v0/computers/{computerId}";
const retry = `${computer}/install-deps`;

/** Adds to an operation. */
const of =
  (path: string, method: string, more: object): Change =>
  (spec) =>
    void Object.assign(spec.paths[path][method], more);
const header = (name: string) => ({ name, in: "header", ...described, schema: { type: "string" } });

/** Changes that only add to our description: yesterday's calls work with a client of each. */
export const additions: Readonly<Record<string, Change>> = {
  "an optional query parameter, where there are others": parameter("status", text, { example: "a" }),
  "the first optional query parameter": of(computer, "get", {
    parameters: [{ name: "fields", in: "query", ...described, schema: { type: "string" } }],
  }),
  "the first optional header field": of(computer, "get", { parameters: [header("If-None-Match")] }),
  "an optional header field beside a body": of(computer, "patch", { parameters: [header("If-Match")] }),
  "an optional body": of(retry, "post", {
    requestBody: {
      ...json(object({ force: { type: "boolean", ...described } })),
      required: false,
    },
  }),
  "an operation": added({}),
  "a property that is read": field({ region: text }),
  "a property that is written": field({ note: text }, "ComputerUpdate", "Computer"),
  "an error status": put(["paths", computer, "get", "responses", "403"], {
    $ref: "#/components/responses/ComputerNotFound",
  }),
  "a success status": (spec) => {
    const { responses } = spec.paths[retry].post;
    responses["200"] = responses["202"];
  },
};
