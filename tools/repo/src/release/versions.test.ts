import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import {
  highestVersion,
  readVersion,
  readVersions,
  specFile,
  versionedPackages,
  versionProblems,
  writeVersion,
} from "./versions.ts";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "versions-"));
  for (const folder of versionedPackages) {
    await mkdir(join(root, folder), { recursive: true });
    const text = `{\n  "name": "x",\n  "version": "0.1.0",\n  "dependencies": { "version": "9.9.9" }\n}\n`;
    await writeFile(join(root, folder, "package.json"), text);
  }
  await writeFile(join(root, specFile), "openapi: 3.1.0\ninfo:\n  title: T\n  version: 0.1.0\npaths: {}\n");
});

describe("the versions", () => {
  test("are read from the description and its packages", async () => {
    const versions = await readVersions(root);
    expect(versions.map(({ file }) => file)).toEqual([
      specFile,
      ...versionedPackages.map((folder) => `${folder}/package.json`),
    ]);
    expect(versionProblems(versions)).toEqual([]);
  });

  test.each(versionedPackages)("fail if %s stays behind", async (folder) => {
    await writeVersion(root, "0.2.0");
    const file = join(root, folder, "package.json");
    await writeFile(file, (await readFile(file, "utf8")).replace("0.2.0", "0.1.0"));
    expect(versionProblems(await readVersions(root))).toEqual([
      `${folder}/package.json has version 0.1.0, but info.version is 0.2.0; run \`pnpm spec:version 0.2.0\`.`,
    ]);
  });

  test("move together, and nothing else in the files changes", async () => {
    await writeVersion(root, "0.2.0");
    expect((await readVersions(root)).map(({ version }) => version)).toEqual([
      "0.2.0",
      "0.2.0",
      "0.2.0",
      "0.2.0",
    ]);
    const text = await readFile(join(root, "packages/types/package.json"), "utf8");
    expect(text).toContain('"version": "9.9.9"');
    expect(text).toContain('"name": "x"');
  });

  test("are compared number by number", () => {
    const versions = ["0.9.0", "0.10.0", "0.2.11"].map((version) => ({ file: "", version }));
    expect(highestVersion(versions)).toBe("0.10.0");
  });

  test("are reported missing in a description without one", () => {
    expect(() => readVersion("openapi: 3.1.0\n")).toThrow("no info.version");
  });
});
