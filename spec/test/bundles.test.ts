import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiOf } from "@compute-host/openapi";
import { readApi } from "@compute-host/openapi/read-api";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "../package.json" with { type: "json" };
import { checksums, createBundles } from "../src/bundles.ts";
import { specFolder } from "../src/redocly.ts";

/** What the build has written. */
const dist = join(specFolder, "dist");
const bundles = new Map<string, string>();
for (const name of await readdir(dist)) bundles.set(name, await readFile(join(dist, name), "utf8"));
const { operations: ofSource } = await readApi(join(specFolder, "openapi.yaml"));
const written = ofSource.map(({ operationId }) => operationId);
const bundleText = (name: string): string => bundles.get(name) ?? "";

describe("the published bundles", () => {
  test("are the same bytes every time", async () => {
    expect(await createBundles("openapi.yaml")).toEqual(bundles);
  });

  test("have the same content in YAML and JSON", () => {
    expect(JSON.parse(bundleText("openapi.json"))).toEqual(parse(bundleText("openapi.yaml")));
    const operations = apiOf(JSON.parse(bundleText("openapi.json"))).operations;
    expect(operations.map(({ operationId }) => operationId)).toEqual(written);
  });

  test("include one form without references", () => {
    expect(bundleText("openapi.json")).toContain('"$ref"');
    expect(bundleText("openapi.dereferenced.json")).not.toContain('"$ref"');
    const { operations } = apiOf(JSON.parse(bundleText("openapi.dereferenced.json")));
    expect(operations.map(({ operationId }) => operationId)).toEqual(written);
  });

  test("have valid checksums in the format of sha256sum", () => {
    const lines = bundleText(checksums).trimEnd().split("\n");
    expect(lines).toHaveLength(bundles.size - 1);
    for (const line of lines) {
      const [sum, name] = line.split("  ");
      expect(
        createHash("sha256")
          .update(bundleText(name ?? ""))
          .digest("hex"),
      ).toBe(sum);
    }
  });

  test("are all exported by the package, and the build creates no others", async () => {
    const exported = Object.values(packageJson.exports).filter((path) => path.startsWith("./dist/"));
    expect(exported.toSorted()).toEqual([...bundles.keys()].map((name) => `./dist/${name}`).toSorted());
  });
});

test("the build refuses a description that does not parse", async () => {
  const folder = await mkdtemp(join(tmpdir(), "spec-broken-"));
  await writeFile(join(folder, "broken.yaml"), "openapi: 3.1.0\npaths: [");
  await expect(createBundles(join(folder, "broken.yaml"))).rejects.toThrow(
    /redocly bundle failed for openapi/,
  );
});
