import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRepository } from "../command/repository.ts";
import { runCli } from "../command/run-cli.ts";

/** A description with an operation for each path. */
function api(title: string, ...paths: readonly string[]): string {
  const get = { get: { responses: { 204: { description: "Done." } } } };
  const all = Object.fromEntries(paths.map((path) => [path, get]));
  return JSON.stringify({ openapi: "3.1.0", info: { title, version: "1.2.0" }, paths: all }, null, 2);
}

const orders = api("Orders", "/orders", "/orders/all");
const billing = api("Billing", "/bills");

/** A repository whose branch starts from a main branch with two descriptions. */
function branch(files: Readonly<Record<string, string>> = {}) {
  const repository = createRepository({
    "api/orders.yaml": orders,
    "api/deep/billing.json": billing,
    ...files,
  });
  repository.git("switch", "--quiet", "--create", "change");
  return {
    ...repository,
    remove: (path: string) => rmSync(join(repository.folder, path)),
    run: (...args: string[]) => runCli(args, repository.folder),
  };
}

describe("check of a folder or glob", () => {
  test.each([
    ["deleted and committed", ["api"]],
    ["deleted and committed", ["api/**/*.{yaml,json}"]],
    ["deleted and committed", ["api/orders.yaml", "api/deep/billing.json"]],
    ["deleted in the working tree", ["api"]],
  ])("fails for a description that was %s: %j", async (how, names) => {
    const { run, remove, commit } = branch();
    remove("api/deep/billing.json");
    if (how.endsWith("committed")) commit();
    const { code, stdout } = await run("check", ...names);
    expect(code, stdout).toBe(1);
    expect(stdout).toMatch(
      /major +GET \/bills\n +the description was removed\n +breaks callers and readers; instead: keep it/,
    );
    expect(stdout).toMatch(/description-removed at main:api\/deep\/billing\.json:1:1\n/);
    expect(stdout).toContain("1 of 2 descriptions passed. Not passed: api/deep/billing.json.");
  });

  test.each([
    ["another first key", orders.replace('"openapi"', '"opanapi"')],
    ["a broken first line", orders.replace('{\n  "openapi": "3.1.0"', '{"openapi: 3.1.0')],
  ])("fails for one that is no longer recognised: %s", async (_name, text) => {
    const { run, write } = branch();
    write({ "api/orders.yaml": text });
    const { code, stdout } = await run("check", "api");
    expect(code, stdout).toBe(1);
    expect(stdout).toContain("the file is no longer recognised as a description");
    expect(stdout).toContain("instead: begin it with its `openapi` field again");
    expect(stdout).toContain("1 of 2 descriptions passed. Not passed: api/orders.yaml.");
  });

  test("fails for JSON on one line that begins with another field", async () => {
    const { run, remove } = branch({
      "api/line.json": JSON.stringify({ info: 0, paths: 0, ...JSON.parse(billing) }),
    });
    remove("api/line.json");
    expect(await run("check", "api")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Not passed: api/line.json."),
    });
  });

  test("passes for what got a byte order mark, and for what the named branch has added since", async () => {
    const { run, git, write, commit } = branch();
    git("switch", "--quiet", "main");
    commit({ "api/new.json": api("New", "/new") });
    git("switch", "--quiet", "change");
    write({ "api/orders.yaml": `\ufeff${orders}` });
    const { code, stdout } = await run("check", "api", "--base-ref", "main");
    expect(code, stdout).toBe(0);
    expect(stdout).toContain("2 of 2 descriptions passed.");
  });

  test("fails when none is left, and knows what was never there", async () => {
    const { run, remove } = branch();
    remove("api/orders.yaml");
    remove("api/deep/billing.json");
    const { code, stdout } = await run("check", "api");
    expect(code, stdout).toBe(1);
    expect(stdout).toContain("0 of 2 descriptions passed.");
    expect(await run("check", "apis")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no such file"),
    });
  });

  test("fails for one that was moved to where it is not checked", async () => {
    const { run, git } = branch();
    git("mv", "api/deep/billing.json", "billing.json");
    expect(await run("check", "api")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("if it moved, check its new place, too"),
    });
    expect(await run("check", "api", "billing.json")).toMatchObject({ code: 0 });
  });

  test("passes if a part of one was deleted, and what only the main branch has removed or added since", async () => {
    const { run, git, commit, remove } = branch({
      "api/part.yaml": "type: object\n",
      "api/old.json": billing,
    });
    git("switch", "--quiet", "main");
    remove("api/old.json");
    commit({ "api/new.json": api("New", "/new") });
    git("switch", "--quiet", "change");
    remove("api/part.yaml");
    const { code, stdout } = await run("check", "api");
    expect(code, stdout).toBe(0);
    expect(stdout).toContain("3 of 3 descriptions passed.");
  });
});

describe("a description with another name or format", () => {
  test.each([
    ["by its title", ["api"], api("Orders", "/orders")],
    ["by its title", ["api/orders.json"], api("Orders", "/orders")],
    ["by its operations", ["api"], api("Orders and more", "/orders")],
    ["by its operations", ["api/orders.json"], api("Orders and more", "/orders")],
  ])("is compared with the one that is gone, found %s: check %j", async (_how, names, revision) => {
    const { run, write, remove } = branch();
    remove("api/orders.yaml");
    write({ "api/orders.json": revision });
    const { code, stdout } = await run("check", ...names);
    expect(code, stdout).toBe(1);
    expect(stdout).toContain("main:api/orders.yaml → api/orders.json");
    expect(stdout).toMatch(/major +GET \/orders\/all\n +the operation was removed/);
    expect(stdout).not.toContain("First description");
    expect(stdout).not.toContain("description-removed");
  });

  test("is a first description only if it resembles none that is gone", async () => {
    const { run, write, remove } = branch();
    remove("api/deep/billing.json");
    write({ "api/pets.json": api("Pets", "/pets") });
    const { code, stdout } = await run("check", "api");
    expect(code, stdout).toBe(1);
    expect(stdout).toContain("First description: ");
    expect(stdout).toContain("2 of 3 descriptions passed. Not passed: api/deep/billing.json.");
    const first = await run("check", "api/pets.json");
    expect(first.code).toBe(0);
    expect(first.stdout).toContain(
      "gone since the base, none has its title or operations: api/deep/billing.json. First description: ",
    );
    expect(first.stdout).toContain(" has no api/pets.json.\n");
  });
});

describe("a removed description", () => {
  const removed = () => {
    const repository = branch();
    repository.remove("api/deep/billing.json");
    return repository;
  };

  test("can be accepted like any other change", async () => {
    const { run, git, commit } = removed();
    expect(await run("check", "api", "--accept")).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("--accept needs a reason"),
    });
    const { code, stdout } = await run("check", "api", "--accept", "--reason", "Billing is free now");
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(
      /accepted +GET \/bills\n +the description was removed\n.*accepted until 2\.0\.0: Billing is free/,
    );
    commit();
    git("branch", "--force", "main");
    expect(await run("check", "api")).toMatchObject({ code: 0 });
    expect((await run("check", "api", "--accept", "--reason", "x")).code).toBe(0);
  });

  test.each([
    ["a rule", "rules: { description-removed: minor }\n", 0],
    ["an exemption of all its operations", "exempt: { paths: [/bills] }\n", 0],
    ["an exemption of others", "exempt: { paths: [/orders/**] }\n", 1],
    ["a version that no file has", "breaking: with-version\n", 1],
  ])("obeys the policy: %s", async (_name, policy, expected) => {
    const { run, write } = removed();
    write({ "spec-gate.yaml": policy });
    const { code, stdout } = await run("check", "api");
    expect(code, stdout).toBe(expected);
  });

  test("that cannot be read was not compared, and says so", async () => {
    const { run, remove } = branch({ "api/old.json": '{ "swagger": "2.0" }' });
    remove("api/old.json");
    const { code, stdout } = await run("check", "api");
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(
      /main → api\/old\.json\n\nNothing was compared: the base cannot be read \(.*Swagger 2\.0/,
    );
  });
});
