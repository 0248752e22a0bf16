import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import type { JsonObject } from "../src/json-value.ts";
import { jsonSchemas } from "../src/report/json-schemas.ts";
import { descriptionOf, object } from "./api.ts";
import { createRepository } from "./repository.ts";
import { runCli } from "./run-cli.ts";

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);

function problemsOf(name: string, value: unknown): unknown {
  const validate = ajv.compile(jsonSchemas[name] ?? false);
  return validate(value) ? [] : validate.errors;
}

const string = { type: "string" };
const api = (properties: JsonObject) => JSON.stringify(descriptionOf({ response: object(properties) }));
const before = api({ a: string, b: string });

test("real reports fit their schema", async () => {
  const { folder, write } = createRepository({ "api.json": before, "other.json": before });
  const run = async (...args: string[]) => {
    const { stdout } = await runCli([...args, "--format", "json"], folder);
    const report = JSON.parse(stdout);
    expect(problemsOf("report-1.json", report)).toEqual([]);
    return report;
  };
  write({ "api.json": api({ a: { ...string, type: ["string", "null"] } }) });
  write({ "spec-gate.yaml": "rules: { response-type-widened: minor }\nbaseline: 2999-12-31\n" });
  const check = ["check", "api.json", "--base-ref", "HEAD"];
  const report = await run(...check, "--accept", "--reason", "no client reads b");
  // Every optional part has to occur, or the schema is not tried.
  expect(Object.keys(report)).toEqual(
    expect.arrayContaining(["schemaVersion", "version", "policy", "acceptances"]),
  );
  expect(report).toMatchObject({ baseline: "2999-12-31", exitCode: 0, policy: { baseline: "2999-12-31" } });
  expect(report.changes.map((each: { accepted?: object }) => Boolean(each.accepted))).toContain(true);
  await run("check", "api.json", "other.json", "--base-ref", "HEAD");
  write({ "broken.json": '{ "openapi": ' });
  const { reports } = await run("check", "broken.json", "other.json", "--base-ref", "HEAD");
  expect(reports[0].error).toContain("broken.json is neither YAML nor JSON");
  await run("diff", "api.json", "--base", "other.json");
  write({
    "strict.json": JSON.stringify(descriptionOf({ request: object({ a: string }, { required: ["a"] }) })),
  });
  write({ "lax.json": JSON.stringify(descriptionOf({ request: object({ a: string }) })) });
  const shown = await run("diff", "strict.json", "--base", "lax.json", "--witness");
  expect(shown.changes[0].evidence).toMatchObject({ witness: { message: expect.any(Object) } });
  await run("check", "other.json");
  write({ "new.json": before });
  await run("check", "new.json");
});
