import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readWorkspace } from "../src/checks/workspace.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const { packages } = await readWorkspace(root);
const manifests = await Promise.all(
  packages.map(async ({ folder, name }) => {
    const { scripts = {} } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    return { name, scripts: scripts as Record<string, string> };
  }),
);
const generating = manifests.filter(({ name, scripts }) => scripts.generate && name !== "compute-host");

test("finds packages that generate", () => {
  expect(generating.length).toBeGreaterThan(0);
});

test.each(generating)("$name checks what it generates, with the same program", ({ scripts }) => {
  expect(scripts.check?.split(" && ")).toContain(`${scripts.generate} --check`);
});

test("no script passes flags to the script generate; a check runs the script check", () => {
  const commands = manifests.flatMap(({ scripts }) => Object.values(scripts));
  expect(commands.filter((command) => /\brun (?:\S+ )*generate --(?!filter)/.test(command))).toEqual([]);
});
