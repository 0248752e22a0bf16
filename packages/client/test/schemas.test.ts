import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { isInvalidArgumentError, isInvalidResponseError } from "../src/index.ts";
import * as schemaExports from "../src/schemas/schemas.gen.ts";
import { sampleComputers, sampleProblems } from "../src/testing/index.ts";
import { clientOf, computer, reply, startClient } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

const spec = parse(await readFile(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8"));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "spec", components: spec.components });

const { schemas, ...named } = schemaExports;
const uuid = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
const texts = ["", "x", uuid, "byom", "https://a.example/x", "%", "%20", "mailto:a", "a:", "https://a b"];
const lengths = [63, 64].map((length) => "😀".repeat(length));
const wrong = [undefined, null, 5, 0.5, -1, true, [], {}, [{}], ...texts, ...lengths];

/** The value itself, and copies with one mistake each, at any depth. */
function* mutations(value: unknown): Generator<unknown> {
  yield value;
  yield* wrong;
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { ...value, unknownProperty: 1 };
  for (const key of Object.keys(value)) {
    const { [key]: child, ...rest } = value as Record<string, unknown>;
    if (!Array.isArray(value)) yield rest;
    for (const changed of mutations(child))
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
  }
}

const samples: Readonly<Record<string, readonly unknown[]>> = {
  Computer: Object.values(sampleComputers),
  ComputerList: [{ computers: [{ ...sampleComputers.byomWithHost, provisioningSteps: [] }] }],
  ComputerUpdate: [{ name: "a", hostId: uuid, remoteUser: "b" }, {}],
  ComputerSource: [{ kind: "template", templateId: "tpl" }],
  ProvisioningStep: sampleComputers.installDepsFailed.provisioningSteps ?? [],
  Problem: Object.values(sampleProblems),
  Violation: Object.values(sampleProblems).flatMap((problem) => ("errors" in problem ? problem.errors : [])),
};
const schemaNames = Object.keys(spec.components.schemas);

test.each(schemaNames)("%s is validated like the spec's JSON Schema", async (name) => {
  const ours = named[`${name}Schema` as keyof typeof named]["~standard"];
  const reference = ajv.getSchema(`spec#/components/schemas/${name}`);
  const seen = new Set<string>();
  const differing: unknown[] = [];
  let invalid = 0;
  for (const sample of samples[name] ?? []) {
    expect(await ours.validate(sample)).toEqual({ value: sample });
    for (const value of mutations(sample)) {
      // As sent in JSON, where undefined members are absent.
      const text = JSON.stringify(value) ?? "null";
      if (seen.has(text)) continue;
      seen.add(text);
      const sent: unknown = JSON.parse(text);
      const { issues } = await ours.validate(sent);
      if (issues) invalid++;
      if ((issues === undefined) !== reference?.(sent)) differing.push(sent);
    }
  }
  expect(differing).toEqual([]);
  expect(invalid).toBeGreaterThan(10);
});

test("issues name the place, in the words of the service", async () => {
  const { issues } = await schemas.ComputerUpdate["~standard"].validate({ name: "", nmae: "x", hostId: "y" });
  expect(issues).toEqual([
    { path: ["nmae"], message: "is not a known property" },
    { path: ["name"], message: "must have at least 1 character" },
    { path: ["hostId"], message: "must be a UUID" },
  ]);
});

test("with validate, an invalid update is refused before it is sent", async () => {
  const { computers, received } = await startClient(reply.found, { validate: schemas });
  const error = await rejectionOf(computers.update("cmp_1", { name: "x".repeat(64) }));
  expect(isInvalidArgumentError(error)).toBe(true);
  expect(error.message).toBe("updateComputer: /name must have at most 63 characters");
  expect(received).toHaveLength(0);
  expect(await computers.update("cmp_1", { name: "x".repeat(63) })).toEqual(computer);
});

test("with validate, a response that breaks the spec is an InvalidResponseError; without, it passes", async () => {
  const wrong = async () => Response.json({ ...computer, id: 5 });
  const error = await rejectionOf(clientOf(wrong, { validate: schemas }).computers.get("cmp_1"));
  expect(isInvalidResponseError(error)).toBe(true);
  expect(error).toMatchObject({ status: 200, message: expect.stringContaining("/id must be a string") });
  expect(await clientOf(wrong).computers.get("cmp_1")).toMatchObject({ id: 5 });
});

test.each<[string, () => object, string]>([
  ["an issue without a place", () => ({ issues: [{ message: "is odd" }] }), ":  is odd"],
  ["an issue at keys", () => ({ issues: [{ message: "is odd", path: ["a", 0] }] }), ": /a/0 is odd"],
  ["an issue at segments", () => ({ issues: [{ message: "is odd", path: [{ key: "a" }] }] }), ": /a is odd"],
  ["an error", () => expect.fail("it is broken"), "it is broken"],
])("%s of another validator is quoted in the error of the call", async (_what, validate, quoted) => {
  const odd = { "~standard": { version: 1, vendor: "test", validate } } as never;
  const own = { ...schemas, Computer: odd, ComputerUpdate: odd };
  const { computers } = await startClient(reply.found, { validate: own });
  const message = expect.stringContaining(quoted);
  expect(await rejectionOf(computers.get("cmp_1"))).toMatchObject({ code: "INVALID_RESPONSE", message });
  expect(await rejectionOf(computers.update("cmp_1", {}))).toMatchObject({
    code: "INVALID_ARGUMENT",
    message,
  });
});
