import { readFileSync } from "node:fs";
import { createFakeService, sampleComputers } from "@compute-host/client/testing";
import { expect, test } from "vitest";

const text = readFileSync(new URL("../content/errors.md", import.meta.url), "utf8");
const sections = new Map(text.split(/^## /m).map((section) => [section.split("\n", 1)[0], section]));
const service = createFakeService();

/** Sends an update, and resolves to the kind of its problem and to the whole problem. */
async function refusal(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await service.fetch(`http://fake/api/v0/computers/${sampleComputers.active.id}`, {
    method: "PATCH",
    headers: { authorization: "Bearer any", "content-type": "application/json", ...headers },
    body,
  });
  const problem = (await response.json()) as { type: string; detail: string; errors?: unknown[] };
  return { ...problem, kind: problem.type.replace("/problems/", "") };
}

test.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>?]>([
  ["A value has the wrong type", '{"name":5}'],
  ["a property that the interface does not know", '{"nmae":"a"}'],
  ["or a `null`", '{"name":null}'],
  ["the same key twice", '{"name":"a","name":"b"}'],
  ["A quote or a brace is missing", '{"name":"a'],
  ["a trailing comma", '{"name":"a",}'],
  ["The body is empty", ""],
  ["is not UTF-8", Uint8Array.of(0x22, 0xff, 0x22)],
  ["half of a surrogate pair", String.raw`{"name":"\ud800"}`],
  ["A field is far longer than allowed", JSON.stringify({ name: "a".repeat(70_000) })],
  ["`Content-Type` is missing, or names another type", "{}", { "content-type": "text/plain" }],
  ["`Content-Encoding`", "{}", { "content-encoding": "gzip" }],
])("the cause %j is on the page of the error that it gets", async (cause, body, headers) => {
  const { kind } = await refusal(body, headers);
  expect(sections.get(kind)).toContain(cause);
});

test("a problem names as many places as the page says", async () => {
  const unknown = Array.from({ length: 50 }, (_, index) => [`key${index}`, index]);
  const { kind, errors } = await refusal(JSON.stringify(Object.fromEntries(unknown)));
  expect(sections.get(kind)).toContain(`at most ${errors?.length}`);
});

test("a compressed body is not told to send the type that it has", async () => {
  expect((await refusal("{}", { "content-encoding": "gzip" })).detail).toContain("Content-Encoding");
});
