import { readFile } from "node:fs/promises";
import { dirname, posix } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, inject, test } from "vitest";
import { readPackedFile } from "../src/packages/packed-tarball.ts";
import { readEntryPoints } from "../src/projects/tarballs.ts";

describe.for(inject("tarballs"))("$name", (tarball) => {
  test("passes publint, with its suggestions", async () => {
    const { buffer } = new Uint8Array(await readFile(tarball.file));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true, level: "suggestion" });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test("passes attw with each moduleResolution", async () => {
    const result = await checkPackage(createPackageFromTarballData(await readFile(tarball.file)));
    const entryPoints = readEntryPoints(tarball);
    if (entryPoints.length === 0) return expect(result.types).toBe(false);
    expect(result.types).not.toBe(false);
    // The old `node` resolution ignores export maps, so it only finds the main entry. An entry without a file for
    // `require` only supports `import`.
    const hasCommonJs = entryPoints.some((entry) => entry.hasCommonJs);
    const problems = "problems" in result ? result.problems : [];
    const isLeftOut = (kind: string, entry: string) =>
      hasCommonJs ? kind === "node10" && entry !== "." : ["node10", "node16-cjs"].includes(kind);
    expect(
      problems.filter(
        (problem) => !("resolutionKind" in problem && isLeftOut(problem.resolutionKind, problem.entrypoint)),
      ),
    ).toEqual([]);
  });

  test("includes the sources that its source maps name", async () => {
    for (const file of tarball.files.filter((path) => path.endsWith(".map"))) {
      const { sources, sourcesContent } = JSON.parse(await readPackedFile(tarball, file));
      const named: string[] = sources.map((source: string) => posix.join(dirname(file), source));
      // A bundled source of another package is in that package.
      const own = named.filter((path, index) => !sourcesContent?.[index] && !path.startsWith(".."));
      expect(tarball.files, file).toEqual(expect.arrayContaining(own));
    }
  });

  test("is configured for public access and provenance", () => {
    expect(tarball.manifest).toMatchObject({
      license: "MIT",
      repository: { directory: expect.stringMatching(/./) },
      publishConfig: { access: "public", provenance: true },
    });
    expect(tarball.files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
  });
});
