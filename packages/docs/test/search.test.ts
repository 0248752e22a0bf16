import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { loadSearch, type Search } from "../src/browser/search/search-index.ts";

const assets = fileURLToPath(new URL("../dist/site/assets/", import.meta.url));

let search: Search;
beforeAll(async () => {
  const [file = ""] = globSync("search.*.json", { cwd: assets });
  vi.stubGlobal("fetch", async () => new Response(readFileSync(assets + file)));
  search = await loadSearch("search.json");
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["listComputers", "reference/#listComputers"],
  ["retryInstallDeps", "reference/#retryInstallDeps"],
  ["update", "reference/#updateComputer"],
  ["install-deps", "reference/#retryInstallDeps"],
  ["name taken", "errors/name-taken/"],
  ["hostId", "reference/#listComputers.query.hostId"],
  ["X-Request-Id", "decide/#errors.decision"],
  ["COMPUTE_HOST_PORT", "settings/#compute-host-port"],
  ["waitUntilSettled", "client/#computers-waituntilsettled"],
  ["keys create", "command-line/#compute-host-keys-create"],
  ["backup", "command-line/#compute-host-backup"],
])("%s finds %s first", (query, url) => {
  expect(search(query)[0]?.url).toContain(url);
});

test("unknown words find nothing", () => {
  expect(search("zeppelin")).toEqual([]);
});
