import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { explain } from "../src/browser/pasted/explain.ts";
import { masked } from "../src/browser/pasted/read-pasted.ts";
import { searchIn } from "../src/browser/search/search-index.ts";
import type { SearchRow } from "../src/search-row.ts";

const site = fileURLToPath(new URL("../dist/site/", import.meta.url));
const [file = ""] = globSync("assets/search.*.json", { cwd: site });
const search = await searchIn(JSON.parse(readFileSync(site + file, "utf8")) as SearchRow[]);
const computer = "https://host.example/api/v0/computers/cmp_1";
const token = `-H "Authorization: Bearer chk_secret"`;
const problem = (name: string, more = {}) =>
  JSON.stringify({ type: `/problems/${name}`, title: name, status: 400, requestId: "req_1", ...more });
const long = "a".repeat(64);

test.each([
  ["without a token", `curl ${computer}`, "unauthenticated", "Authorization: Bearer $COMPUTE_HOST_TOKEN"],
  [
    "with another method",
    `curl -XPUT ${computer} ${token} -d '{"name":"web"}'`,
    "method-not-allowed",
    "-X PATCH",
  ],
  [
    "with a body of a form",
    `curl -X PATCH ${computer} ${token} -d '{"name":"web"}'`,
    "unsupported-media-type",
    "application/json",
  ],
  [
    "with a body like a script's",
    `curl -X PATCH ${computer} ${token} --json "{name: 'web',}"`,
    "malformed-json",
    `'{"name": "web"}'`,
  ],
  ["with a slash", `curl ${computer}/ ${token}`, "not-found", `'${computer}'`],
  ["with a broken escape", `curl ${computer}%zz ${token}`, "malformed-url", "cmp_1%25zz"],
  [
    "with values out of bounds",
    `curl -X PATCH ${computer} ${token} --json '{"name":"${long}","size":1}'`,
    "invalid-request",
    `'{"name":"${"a".repeat(63)}"}'`,
  ],
  [
    "with a word for true",
    `curl 'https://host.example/api/v0/computers?includeProvisioningSteps=YES' ${token}`,
    "invalid-request",
    "=true'",
  ],
  [
    "and its response",
    `curl -X PATCH "$COMPUTE_HOST_URL/api/v0/computers/cmp_1" ${token} --json '{"name":"web"}'\n${problem("name-taken")}`,
    "name-taken",
    `'{"name":"web-2"}'`,
  ],
  [
    "that may have been processed",
    `curl -X POST ${computer}/install-deps ${token}\n${problem("internal-error")}`,
    "internal-error",
    `curl '${computer}'`,
  ],
  ["over a limit", `curl ${computer} ${token} ${problem("rate-limited")}`, "rate-limited", "--retry 3"],
])("a curl line %s leads to its error, with the corrected line", async (_what, text, name, line) => {
  const explained = await explain(text, search);
  expect(explained?.url).toBe(`errors/${name}/`);
  expect(explained?.command?.text).toContain(line);
  expect(JSON.stringify(explained)).not.toContain("chk_secret");
});

test.each([
  "-H 'Authorization: Bearer topsecret'",
  "-HAuthorization:\\ Token\\ topsecret",
  "-H 'X-Api-Key: topsecret' -b sid=topsecret",
  "-u admin:topsecret",
  "--oauth2-bearer topsecret",
  `-X PATCH --json '{"token":"topsecret"}'`,
])("no credential of a line is shown: %s", async (options) => {
  const line = `curl 'https://admin:topsecret@host.example/api/v0/computers/cmp_1?api_key=topsecret' ${options}`;
  const explained = await explain(line, search);
  expect(JSON.stringify(explained?.command)).toContain("$COMPUTE_HOST_TOKEN");
  expect(JSON.stringify(explained) + masked(line)).not.toContain("topsecret");
});

test("a problem says which bound broke, where the bound is described, and its request ID", async () => {
  const errors = [{ pointer: "/name", message: "must have at most 63 characters" }];
  const text = `curl -X PATCH ${computer} ${token} --json '{"name":"${long}"}'\n${problem("invalid-request", { errors })}`;
  const { facts = [] } = (await explain(text, search)) ?? {};
  const [, name, id] = facts;
  expect(name).toMatchObject({ label: "/name", url: "reference/#updateComputer.body.name" });
  expect(name?.text).toContain(`1 to 63 characters. You sent "${long}"`);
  expect(id).toMatchObject({ label: "Request ID", text: "req_1" });
});

test("a request ID leads to the log, with the command that finds it", async () => {
  const id = "0b7f6a3e-5f3d-4a54-9f0e-8f7f2f6f7a11";
  const explained = await explain(` ${id}\n`, search);
  expect(explained?.url).toBe("operations/");
  expect(explained?.command?.text).toContain(id);
});
