import { apiOf } from "@compute-host/openapi";
import { expect, test } from "vitest";
import { referencePage } from "./reference/reference-page.ts";
import { withUnsupported } from "./unsupported.ts";

test("an operation that was left out says so, with the reason", () => {
  const get = { operationId: "watch", responses: { "200": { description: "Events." } } };
  const api = apiOf({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { get } },
  } as never);
  const reason = "spec/openapi.yaml:7: The 200 of watch is an event stream.";
  const { body } = referencePage(withUnsupported(api, [{ operation: "GET /a", reason }]));
  expect(String(body)).toMatch(
    /Left out of the client.*openapi\.yaml:7: The 200 of watch is an event stream\./s,
  );
});
