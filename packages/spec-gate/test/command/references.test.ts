import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { descriptionOf } from "../api.ts";
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

test.each([
  [secret, "leaves the repository"],
  [`file://${secret}`, "leaves the repository"],
  ["link.yaml", "leaves the repository"],
  [".git/config", "leaves the repository"],
  ["/dev/zero", "is not a regular file"],
  [".", "is not a regular file"],
  ["#an-anchor", "does not resolve"],
])("a reference to %s %s, and nothing of it is shown", async ($ref, message) => {
  write({ "api.json": api({ $ref }) });
  const { code, stdout, stderr } = await runCli(["diff", "api.json", "--base-ref", "HEAD"], folder);
  expect(code, stdout).toBe(2);
  expect(stderr).toContain(`the $ref ${$ref} ${message}`);
  expect(stdout + stderr).not.toContain("a secret");
});

test("a $dynamicRef is refused at its place", async () => {
  write({ "api.json": api({ $dynamicRef: "#node" }) });
  const { code, stderr } = await runCli(["diff", "api.json", "--base-ref", "HEAD"], folder);
  expect(code).toBe(2);
  expect(stderr).toMatch(/application~1json\/schema: the gate does not follow a \$dynamicRef; write a \$ref/);
});

test("a reference to a file of the repository is read", async () => {
  write({ "api.json": api({ $ref: "part.yaml" }) });
  expect(await runCli(["diff", "api.json", "--base-ref", "HEAD"], folder)).toMatchObject({ code: 0 });
});
