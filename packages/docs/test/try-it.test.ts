import { fileURLToPath } from "node:url";
import { readApi } from "@compute-host/openapi";
import { expect, test } from "vitest";
import { type CredentialField, readCredentials } from "../src/browser/try-it/credentials.ts";
import { curlCommand } from "../src/browser/try-it/filled-request.ts";
import { tryItForm } from "../src/reference/try-it.ts";
import { attribute, parseHtml } from "./html-tree.ts";

const api = await readApi(fileURLToPath(new URL("descriptions/harvest.yaml", import.meta.url)));

/** The fields of an operation's form as a browser has them, each filled in with its place in the form. */
function formOf(operationId: string, values: readonly string[]): CredentialField[] {
  const operation = api.operations.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`There is no ${operationId}.`);
  const fields = parseHtml(`<!doctype html>${tryItForm(api, operation)}`).elements.filter(
    (element) => attribute(element, "data-credential") !== undefined,
  );
  return fields.map(({ attrs }, index) => ({
    value: values[index] ?? "",
    dataset: Object.fromEntries(attrs.map(({ name, value }) => [name.replace(/^data-/, ""), value])),
  }));
}

test.each([
  ["getHealth", [], [], `curl 'https://harvest.example/x?a=1'`],
  [
    "listBaskets",
    ["t-1"],
    [["header", "Authorization", "Bearer t-1"]],
    `curl 'https://harvest.example/x?a=1' \\\n  -H "Authorization: Bearer $COMPUTE_HOST_TOKEN"`,
  ],
  [
    "listBaskets",
    ["", "k-1", "ada", "ü"],
    [
      ["header", "X-Orchard-Key", "k-1"],
      ["header", "Authorization", "Basic YWRhOsO8"],
    ],
    `-H "X-Orchard-Key: $COMPUTE_HOST_ORCHARDKEY" \\\n  -H "Authorization: Basic $(printf %s $COMPUTE_HOST_USER:$COMPUTE_HOST_PASSWORD | base64)"`,
  ],
  [
    "getPhoto",
    ["k-2"],
    [["query", "key", "k-2"]],
    `curl 'https://harvest.example/x?a=1''&key='"$COMPUTE_HOST_LINKKEY"`,
  ],
])("%s with the credentials %j sends %j", (operationId, values, sent, line) => {
  const credentials = readCredentials(formOf(operationId, values));
  expect(credentials.map(({ place, name, value }) => [place, name, value])).toEqual(sent);
  const request = { method: "GET", target: "/x?a=1", headers: {}, body: undefined, credentials };
  expect(curlCommand(request, "https://harvest.example")).toContain(line);
});
