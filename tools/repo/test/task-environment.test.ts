import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRepository, type TemporaryRepository } from "../src/checks/temporary-repository.ts";
import { failureOfTurbo } from "../src/turbo.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** How a machine says where its registry is, how to get there, and whose certificates to trust. */
const ofRegistry = [
  "NODE_EXTRA_CA_CERTS",
  "NODE_USE_SYSTEM_CA",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "ALL_PROXY",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "all_proxy",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "NPM_CONFIG_CAFILE",
  "npm_config_noproxy",
  "npm_config_registry",
  "npm_config_strict_ssl",
  "PNPM_CONFIG_REGISTRY",
  "pnpm_config_store_dir",
  "XDG_CONFIG_HOME",
];

let workspace: TemporaryRepository;
let environment: Record<string, string>;

beforeAll(async () => {
  workspace = await createRepository();
  const { devEngines } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const print = `require("node:fs").writeFileSync("environment.json", JSON.stringify(process.env))`;
  await workspace.write("package.json", JSON.stringify({ name: "root", private: true, devEngines }));
  await workspace.write("pnpm-workspace.yaml", "packages:\n  - one\n");
  await workspace.write("pnpm-lock.yaml", "lockfileVersion: '9.0'\nimporters:\n  .: {}\n  one: {}\n");
  await workspace.write("print.cjs", print);
  const one = { name: "one", version: "1.0.0", scripts: { build: "node ../print.cjs" } };
  await workspace.write("one/package.json", JSON.stringify(one));
  await copyFile(join(root, "turbo.json"), join(workspace.root, "turbo.json"));
  const given = Object.fromEntries([...ofRegistry, "UNRELATED"].map((name) => [name, `given ${name}`]));
  expect(await failureOfTurbo(workspace.root, ["run", "build"], given)).toBeUndefined();
  environment = JSON.parse(await readFile(join(workspace.root, "one/environment.json"), "utf8"));
});

afterAll(() => workspace?.[Symbol.asyncDispose]());

test.each(ofRegistry)("a task gets %s, without which some machines reach no registry", (name) => {
  expect(environment[name]).toContain(`given ${name}`);
});

test.each(["NO_PROXY", "no_proxy", "npm_config_noproxy"])(
  "a task reaches this machine without a proxy, by %s",
  (name) => {
    expect(environment[name]?.split(",")).toEqual([`given ${name}`, "localhost", "127.0.0.1", "::1"]);
  },
);

test("a task gets nothing unrelated, which could decide its result", () => {
  expect(environment).not.toHaveProperty("UNRELATED");
});
