import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { descriptionOf, object } from "../api.ts";
import { temporaryFiles } from "../temporary-files.ts";
import { createRepository } from "./repository.ts";
import { runCli } from "./run-cli.ts";

const outside = temporaryFiles();
const secret = outside.write("secret.yaml", "a secret\n");
const api = (request: object) => JSON.stringify(descriptionOf({ request }));
const { folder, write } = createRepository({
  "api.json": api({ type: "string" }),
  "part.yaml": "type: string\n",
});
symlinkSync(secret, join(folder, "link.yaml"));

const dangling = [
  secret,
  `file://${secret}`,
  "link.yaml",
  ".git/config",
  "/dev/zero",
  ".",
  "no.yaml",
  "#/no",
];

test.each(dangling)("a reference to %s has no verdict, and nothing of it is shown", async ($ref) => {
  write({ "api.json": api({ $ref }) });
  const { code, stdout, stderr } = await runCli(["diff", "api.json", "--base-ref", "HEAD"], folder);
  expect(code, stdout).toBe(1);
  expect(stdout).toContain(`the $ref ${$ref} does not resolve`);
  expect(stdout + stderr).not.toContain("a secret");
});

test("a security scheme in another file is found by its URI", async () => {
  const scheme = (name: string) => ({ type: "http", scheme: name });
  const of = (securitySchemes: object, name: string) =>
    JSON.stringify(
      descriptionOf({
        openapi: "3.2.0",
        components: { securitySchemes },
        root: { security: [{ [name]: [] }] },
      }),
    );
  const repository = createRepository({
    "api.json": of({ "shared.yaml": scheme("basic"), bearer: scheme("bearer") }, "bearer"),
    "shared.yaml": JSON.stringify({ schemes: { bearer: scheme("Bearer") } }),
  });
  const check = async (text: string) => {
    repository.write({ "api.json": text });
    return runCli(["diff", "api.json", "--base-ref", "HEAD"], repository.folder);
  };
  expect(await check(of({}, "./shared.yaml#/schemes/bearer"))).toMatchObject({ code: 0 });
  repository.commit();
  repository.write({ "shared.yaml": JSON.stringify({ schemes: { bearer: scheme("basic") } }) });
  const { code, stdout } = await check(of({}, "./shared.yaml#/schemes/bearer"));
  expect(code, stdout).toBe(1);
  expect(stdout).toContain("bearer (scheme: bearer) → bearer (scheme: basic)");
  expect(stdout).toMatch(/security-scheme-changed at shared\.yaml:1:/);
});

describe("a reference that the gate does not follow", () => {
  const references = [
    { $ref: "https://example.com/thing.yaml" },
    { $ref: "#an-anchor" },
    { $ref: "urn:example:thing" },
    { $dynamicRef: "#node" },
    { $ref: "#/components/schemas/Missing" },
  ];
  const note = (title: string) => ({ type: "string", title });
  const described = (parts: object) => JSON.stringify(descriptionOf(parts));

  test.each(references)("is equal to itself, and hides no other change: %j", async (reference) => {
    write({ "a.json": described({ request: object({ a: reference, b: note("b") }) }) });
    write({ "b.json": described({ request: object({ a: reference, b: note("c") }) }) });
    write({ "c.json": described({ request: object({ a: reference, b: { type: "integer" } }) }) });
    expect(await runCli(["diff", "a.json", "b.json"], folder)).toMatchObject({ code: 0, stderr: "" });
    const { code, stdout } = await runCli(["diff", "a.json", "c.json"], folder);
    expect(code).toBe(1);
    expect(stdout).toContain("request-type-narrowed");
    expect(stdout).not.toContain("not-judged");
  });

  test.each(references)("has no verdict where it changes: %j", async (reference) => {
    write({ "a.json": described({ request: object({ a: reference }) }) });
    write({ "b.json": described({ request: object({ a: { type: "string" } }) }) });
    for (const files of [
      ["a.json", "b.json"],
      ["b.json", "a.json"],
    ]) {
      const { code, stdout, stderr } = await runCli(["diff", ...files, "--witness"], folder);
      expect(code, stdout + stderr).toBe(1);
      expect(stdout).toContain("(the gate does not follow the reference)");
      expect(stdout).not.toContain("major");
    }
  });

  const Ref = "https://example.com/part.yaml";
  test.each<[string, object, object]>([
    ["parameter", { parameters: [{ $ref: Ref }] }, { parameters: [{ name: "q", in: "query", schema: {} }] }],
    ["request body", { operation: { requestBody: { $ref: Ref } } }, { request: { type: "string" } }],
    ["response", { operation: { responses: { 200: { $ref: Ref } } } }, { response: { type: "string" } }],
    ["path", { paths: { "/a": { $ref: Ref } } }, { paths: { "/a": { get: { responses: {} } } } }],
  ])("has no verdict where it stands for a %s", async (_name, remote, local) => {
    write({ "a.json": described(remote), "b.json": described(local) });
    write({ "c.json": described({ ...remote, root: { info: { title: "Other", version: "1.0.0" } } }) });
    for (const files of [
      ["a.json", "b.json"],
      ["b.json", "a.json"],
    ]) {
      const { code, stdout } = await runCli(["diff", ...files], folder);
      expect(code, stdout).toBe(1);
      expect(stdout).toContain(`the gate does not follow ${Ref}`);
      expect(stdout).not.toContain("major");
    }
    expect(await runCli(["diff", "a.json", "c.json"], folder)).toMatchObject({ code: 0 });
  });
});

test("a reference to a file of the repository is read", async () => {
  write({ "api.json": api({ $ref: "part.yaml" }) });
  expect(await runCli(["diff", "api.json", "--base-ref", "HEAD"], folder)).toMatchObject({ code: 0 });
});
