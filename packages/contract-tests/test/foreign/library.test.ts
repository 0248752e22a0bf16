import { fileURLToPath } from "node:url";
import { runProgram, wrongUsage } from "@compute-host/command-line/testing";
import { expect, test } from "vitest";
import { exampleFixtures } from "../../src/cases/example-fixtures.ts";
import { genericCases } from "../../src/cases/generic/generic-cases.ts";
import { readDescribedApi } from "../../src/openapi/described-api.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { runContract } from "../../src/run/run-contract.ts";
import { remoteTarget } from "../../src/targets/remote-target.ts";
import { patientLimits } from "../targets/patient-limits.ts";
import { startServiceTarget } from "../targets/service-target.ts";
import { type LibraryBug, startLibrary } from "./library.ts";

const cli = new URL("../../src/cli.ts", import.meta.url);
const description = fileURLToPath(new URL("library.yaml", import.meta.url));
const api = await readDescribedApi(description);
const { maxResponseMs } = patientLimits;

/** Runs the generic cases against a library, which may be changed or not. */
async function runOn(isDisposable: boolean, bug?: LibraryBug) {
  const { url, changes, close } = await startLibrary(bug);
  const target = remoteTarget({ baseUrl: url, token: "sesame", description, isDisposable, maxResponseMs });
  const options = { api, cases: genericCases(api), fixtures: exampleFixtures(api) };
  const { outcomes } = await runContract(target, options);
  await close();
  const failed = outcomes.filter(({ outcome }) => outcome === "failed");
  return { changes, outcomes, failed: failed.map(({ contractCase }) => contractCase.title) };
}

const reading = [false, true];
const changing = [true];

/** Each bug, with what notices it, and with which permissions. */
const noticedBy: Readonly<Record<LibraryBug, readonly [title: string, permissions: readonly boolean[]]>> = {
  "lists without a key": ["listBooks refuses a request without x-key", reading],
  "takes any key": ["getBook refuses invalid and unknown keys", reading],
  "lists ids as texts": ["listBooks returns a documented response", reading],
  "lists without X-Total": ["listBooks returns a documented response", reading],
  "sends a list as text": ["listBooks returns a documented response", reading],
  "ignores the bounds of limit": ["listBooks refuses every invalid limit", reading],
  "fails for sort=year": ["listBooks accepts every valid sort", reading],
  "serves any path": ["an unknown path is refused, such as with 404", reading],
  "finds books that do not exist": ["getBook does not find a record that does not exist", reading],
  "fails for odd ids": ["getBook does not fail for odd IDs", reading],
  "has no OPTIONS": ["optionsBooks returns a documented response", reading],
  "takes PUT on the list": ["/books refuses other methods with 405 and names its own in Allow", changing],
  "omits Allow": ["/books refuses other methods with 405 and names its own in Allow", changing],
  "takes bodies that are not JSON": ["addBook refuses a body that is not JSON", changing],
  "takes a body of any type": ["addBook refuses other content types", changing],
  "takes books without a title": ["replaceBook refuses a body with a missing property", changing],
  "changes without a key": ["replaceBook refuses a request without x-key", changing],
  "returns 200 for a new book": ["addBook returns a documented response", changing],
};

test.each(Object.entries(noticedBy))("a service that %s fails", async (bug, [title, permissions]) => {
  for (const isDisposable of reading) {
    const { failed, changes } = await runOn(isDisposable, bug as LibraryBug);
    if (permissions.includes(isDisposable)) expect(failed).toContain(title);
    expect(changes.filter((change) => !isDisposable || change.startsWith("DELETE"))).toEqual([]);
  }
});

test("a service that does what its description says passes, and is not changed without permission", async () => {
  const { changes, failed } = await runOn(false);
  expect(failed).toEqual([]);
  expect(changes).toEqual([]);
});

test("with permission more is proved, and no record is destroyed", async () => {
  const [less, more] = [await runOn(false), await runOn(true)];
  expect(more.failed).toEqual([]);
  const passed = ({ outcomes }: typeof more) => outcomes.filter(({ outcome }) => outcome === "passed").length;
  expect(passed(more)).toBeGreaterThan(passed(less) + 20);
  expect(more.changes.filter((change) => change.startsWith("DELETE"))).toEqual([]);
  expect(more.changes.length).toBeGreaterThan(0);
});

test("a deletion that is only tried on a missing record proves nothing about credentials", async () => {
  const { outcomes } = await runOn(true, "changes without a key");
  const ofDeletion = outcomes.filter(({ contractCase }) => /^removeBook refuses/.test(contractCase.title));
  expect(new Set(ofDeletion.map(({ outcome }) => outcome))).toEqual(new Set(["left out"]));
});

async function command(args: readonly string[], baseUrl = "http://127.0.0.1:1", token = "sesame") {
  const environment = { CONTRACT_BASE_URL: baseUrl, CONTRACT_TOKEN: token, NO_COLOR: "1" };
  return runProgram(cli, [`--description=${description}`, ...args], { environment });
}

test("the command says what it could not try, and which example to add", async () => {
  const { url, close } = await startLibrary();
  const { exitCode, stdout } = await command([], url);
  const given = await command(["--example", "author=Jane", "--example=bookId=7"], url);
  await close();
  expect(stdout).toContain("Nothing may be changed: --disposable is not set: ");
  expect(stdout).toContain(
    "getLoan needs an example of its path parameter loanId: add `example` to it, or --example loanId=VALUE: 1 case",
  );
  expect(stdout).not.toMatch(/computer|decided|mistakes/i);
  expect(exitCode).toBe(0);
  expect(given.stdout).not.toContain("parameter author");
  expect(given.stdout).toContain(
    "names no record of the service (404): give one that exists with --example bookId=VALUE",
  );
});

test("this project's service does what its own description says, as that of any service", async () => {
  const target = await startServiceTarget(loadApi());
  const spec = fileURLToPath(new URL("../../../../spec/openapi.yaml", import.meta.url));
  const environment = { CONTRACT_BASE_URL: target.baseUrl, CONTRACT_TOKEN: target.token, NO_COLOR: "1" };
  const run = await runProgram(cli, [`--description=${spec}`, "--disposable"], { environment });
  await target.close();
  expect(run.stdout).toMatch(/[3-9]\d passed, 0 failed/);
  expect(run.exitCode).toBe(0);
});

const descriptions = "../../tools/openapi/test/descriptions/";

test.each<[args: string[], says: RegExp]>([
  [["--computers=cmp_1"], /--computers is about computers/],
  [["--decisions=report"], /--decisions is about/],
  [["--example=bookId"], /--example bookId lacks its value\. Write it as NAME=VALUE/],
  [["--example=shelf=1"], /--example shelf: no operation has such a parameter/],
])("refuses %j in one line", async (args, says) => {
  expect(await command(args)).toEqual(wrongUsage(says));
});

test.each([
  [`${descriptions}broken-reference.yaml`, /broken-reference\.yaml:7: Can't resolve \$ref/],
  [`${descriptions}swagger.yaml`, /write the description in OpenAPI 3\.0 or 3\.1/],
  ["README.md", /README\.md cannot be read/],
  ["nowhere.yaml", /--description must be a file that exists/],
])("refuses the description %s in one line", async (file, says) => {
  const environment = { CONTRACT_BASE_URL: "http://127.0.0.1:1", CONTRACT_TOKEN: "sesame" };
  expect(await runProgram(cli, ["--description", file], { environment })).toEqual(wrongUsage(says));
});
