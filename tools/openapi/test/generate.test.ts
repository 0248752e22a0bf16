import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkedSources } from "../src/generate/checked-sources.ts";
import { writeOrCheck } from "../src/generate/generated-file.ts";
import { added, type Change, changedText, type Draft, described, refer } from "./changes/change.ts";
import { tourDescription } from "./tour/tour.ts";

test("the check names an edited file with its line, and generating overwrites it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "generate-"));
  const { exitCode } = process;
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    process.exitCode = exitCode;
    said.mockRestore();
  });
  const path = join(folder, "edited.gen.ts");
  writeFileSync(path, "first\nedited\n");
  const files = [{ url: pathToFileURL(path), text: "first\nsecond\n" }];

  await writeOrCheck(files, ["--check"]);
  expect(process.exitCode).toBe(1);
  const message = expect.stringMatching(
    /edited\.gen\.ts:2 differs from what the spec generates.*`pnpm generate`/,
  );
  expect(said.mock.calls).toEqual([[message]]);
  expect(readFileSync(path, "utf8")).toBe("first\nedited\n");

  await writeOrCheck(files, []);
  expect(readFileSync(path, "utf8")).toBe("first\nsecond\n");
});

test("our description generates what is committed", () => {
  const root = new URL("../../../", import.meta.url);
  const name = "spec/openapi.yaml";
  const sources = checkedSources(readFileSync(new URL(name, root), "utf8"), name);
  for (const [path, source] of Object.entries(sources))
    expect.soft(source === readFileSync(new URL(path, root), "utf8"), path).toBe(true);
});

test("a deprecated operation says since when, and until when it works", async () => {
  const sources = checkedSources(JSON.stringify(await tourDescription()), "spec/openapi.yaml");
  const notices = '"notices":{"deprecation":"@1777593600","sunset":"Tue, 01 Jun 2027 00:00:00 GMT"}';
  expect(sources["packages/core/src/operations/operations.gen.ts"]).toContain(notices);
  const words = "@deprecated since 2026-05-01, removed on 2027-06-01 at the earliest";
  expect(sources["packages/client/src/resources.gen.ts"]).toContain(words);
});

test("a generated file that does not parse is refused by its name", () => {
  const generate = () => ({ "packages/client/src/a.gen.ts": "export const a = 1;\nexport const b = ;\n" });
  expect(() => checkedSources(changedText(), "spec/openapi.yaml", generate)).toThrow(
    "packages/client/src/a.gen.ts would not parse: line 2: Expression expected.",
  );
});

test("the names of samples do not depend on the order of operations, or on what others refer to", () => {
  const samplesOf = (...changes: readonly Change[]) => {
    const sources = checkedSources(changedText(...changes), "spec/openapi.yaml");
    const text = sources["packages/client/src/testing/samples.gen.ts"] ?? "";
    return Array.from(
      text.matchAll(/^ {4}(\w+): \{|^ {2}(\w+): \{/gm),
      ([, name, schema]) => schema ?? name,
    ).toSorted();
  };
  const reversed: Change = (spec) => {
    spec.paths = Object.fromEntries(Object.entries(spec.paths).toReversed());
  };
  const shownAgain: Change = ({ paths }) => {
    const { post } = paths["/api/v0/computers/{computerId}/install-deps"];
    post.responses["202"].content["application/json"].examples.aFirst = {
      $ref: "#/components/examples/computerActive",
    };
  };
  expect(samplesOf(reversed, shownAgain)).toEqual(samplesOf());
});

test("a flag of a query stays a boolean in the client when it gets another value", () => {
  const brief: Change = ({ paths }) => paths["/api/v0/computers"].get.parameters[1].schema.enum.push("brief");
  const sources = checkedSources(changedText(brief), "spec/openapi.yaml");
  const resources = sources["packages/client/src/resources.gen.ts"];
  expect(resources).toContain('includeProvisioningSteps?: true | false | "brief" | undefined;');
  expect(resources).toContain("client.computers.list({ includeProvisioningSteps: true })");
});

test("a problem is one of any request if every operation shows it, whatever its status", () => {
  const shared = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
  const showing = (...names: readonly string[]) => {
    const examples = Object.fromEntries(names.map((name) => [name, shared("examples", name)]));
    return { ...described, content: { "application/problem+json": { schema: refer("Problem"), examples } } };
  };
  const change: Change = (spec) => {
    const { schemas, examples } = spec.components;
    for (const [key, status] of [
      ["not-acceptable", 406],
      ["quota", 429],
    ] as const) {
      const type = `/problems/${key}`;
      const value = { type, title: key, status, detail: "A.", instance: "/", requestId: "r" };
      schemas.Problem.properties.type["x-extensible-enum"].push(type);
      examples[key] = { summary: key, value };
    }
    // Without credentials, there is no 401.
    const responses = {
      "204": described,
      "429": shared("responses", "RateLimited"),
      "500": shared("responses", "InternalError"),
      "503": shared("responses", "Unavailable"),
      default: shared("responses", "OtherError"),
    };
    added({ security: [], responses })(spec);
    for (const { get, patch, post } of Object.values<Draft>(spec.paths))
      for (const one of [get, patch, post])
        if (one !== undefined) one.responses["406"] = showing("not-acceptable");
    const { patch } = spec.paths["/api/v0/computers/{computerId}"];
    patch.responses["429"] = showing("problemRateLimited", "quota");
  };
  const sources = checkedSources(changedText(change), "spec/openapi.yaml");
  const text = sources["packages/core/src/operations/operations.gen.ts"] ?? "";
  const outcomes = Array.from(
    text.matchAll(/^ {2}(\w+): \{ success: .* outcome: (.+) \};$/gm),
    ([, id, outcome]) => [id, outcome],
  );
  expect(Object.fromEntries(outcomes)).toEqual({
    listComputers: '200 | "invalid-request"',
    getComputer: '200 | "computer-not-found"',
    updateComputer: expect.stringMatching(/ \| "quota"$/),
    retryInstallDeps: expect.not.stringContaining("not-acceptable"),
    addThing: "204",
  });
});
