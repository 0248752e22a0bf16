import { readFile } from "node:fs/promises";
import { dirname, posix } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { readPackedFile } from "../src/packages/packed-tarball.ts";
import { findBuiltPackages } from "../src/packages/published-packages.ts";
import { readEntryPoints } from "../src/projects/tarballs.ts";

interface SourceMap {
  readonly path: string;
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

const tarballs = inject("tarballs");

test("every package is built before it is packed", () => {
  expect(tarballs.length).toBeGreaterThan(1);
  const names = tarballs.map(({ name }) => name);
  expect(findBuiltPackages(inject("task"))).toEqual(expect.arrayContaining(names));
});

describe.for(tarballs)("$name", (tarball) => {
  test("passes publint, with its suggestions", async () => {
    const { buffer } = new Uint8Array(await readFile(tarball.file));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true, level: "suggestion" });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test("passes attw with moduleResolution node16, nodenext and bundler", async () => {
    const result = await checkPackage(createPackageFromTarballData(await readFile(tarball.file)));
    const entryPoints = readEntryPoints(tarball);
    if (entryPoints.length === 0) return expect(result.types).toBe(false);
    expect(result.types).not.toBe(false);
    // The old `node` resolution ignores export maps, and an entry without a file for `require` only supports
    // `import`.
    const leftOut = entryPoints.some(({ hasCommonJs }) => hasCommonJs)
      ? ["node10"]
      : ["node10", "node16-cjs"];
    const problems = "problems" in result ? result.problems : [];
    expect(
      problems.filter(
        (problem) => !("resolutionKind" in problem && leftOut.includes(problem.resolutionKind)),
      ),
    ).toEqual([]);
  });

  let maps: readonly SourceMap[];
  beforeAll(async () => {
    const paths = tarball.files.filter((file) => file.endsWith(".map"));
    maps = await Promise.all(
      paths.map(async (path) => ({ path, ...JSON.parse(await readPackedFile(tarball, path)) })),
    );
  });

  test("includes the sources of its source maps", () => {
    for (const { path, sources, sourcesContent } of maps) {
      // A bundled source of another package is in that one.
      const own = sources
        .filter((_source, index) => !sourcesContent?.[index])
        .map((source) => posix.join(dirname(path), source))
        .filter((source) => !source.startsWith(".."));
      expect(tarball.files).toEqual(expect.arrayContaining(own));
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
