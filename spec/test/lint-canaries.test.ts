import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listOf, objectOf, readDescription } from "@compute-host/openapi";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { redocly, specFolder } from "../src/redocly.ts";
import { at, type Mutable, mutableCopy } from "./mutable.ts";

const config = join(specFolder, "redocly.yaml");
const source = join(specFolder, "openapi.yaml");

const list = (document: Mutable): Mutable => at(document, "paths", "/api/v0/computers", "get");
const schema = (document: Mutable, name: string): Mutable => at(document, "components", "schemas", name);
const firstParameter = (document: Mutable): Mutable => at(list(document), "parameters", "0");

/** A mistake for each rule of ours, and for those on examples: `[rule, mistake, function that plants it]`. */
const mistakes: [rule: string, mistake: string, plant: (document: Mutable) => void][] = [
  [
    "no-invalid-media-type-examples",
    "an example without a required field",
    (d) => {
      delete at(d, "components", "examples", "computerActive", "value").id;
    },
  ],
  [
    "no-invalid-parameter-examples",
    "a parameter example of another type",
    (d) => {
      firstParameter(d).example = 7;
    },
  ],
  [
    "no-invalid-schema-examples",
    "a schema example of another type",
    (d) => {
      at(schema(d, "Computer"), "properties", "name").examples = [7];
    },
  ],
  ["operation-description", "an operation without a description", (d) => delete list(d).description],
  ["parameter-description", "a parameter without a description", (d) => delete firstParameter(d).description],
  [
    "operation-4xx-problem-details-rfc7807",
    "a client error in plain JSON",
    (d) => {
      const response = at(d, "components", "responses", "Unauthenticated");
      const content = objectOf(response.content);
      response.content = { "application/json": content["application/problem+json"] ?? {} };
    },
  ],
  [
    "scalar-property-missing-example",
    "a field without an example",
    (d) => {
      delete at(schema(d, "Computer"), "properties", "hostname").examples;
    },
  ],
  [
    "path-params-defined",
    "an undescribed path parameter",
    (d) => {
      at(d, "components", "parameters", "ComputerId").name = "id";
    },
  ],
  [
    "response-contains-header",
    "a success without X-Request-Id",
    (d) => {
      delete at(list(d), "responses", "200").headers;
    },
  ],
  [
    "response-contains-header",
    "a 401 without WWW-Authenticate",
    (d) => {
      delete at(d, "components", "responses", "Unauthenticated", "headers")["WWW-Authenticate"];
    },
  ],
  [
    "response-contains-header",
    "a 429 without Retry-After",
    (d) => {
      delete at(d, "components", "responses", "RateLimited", "headers")["Retry-After"];
    },
  ],
  [
    "spec-strict-refs",
    "a reference where the specification does not allow one",
    (d) => {
      list(d).externalDocs = { $ref: "#/components/x-docs" };
      at(d, "components")["x-docs"] = { url: "https://example.com" };
    },
  ],
  [
    "operation-singular-tag",
    "an operation with two tags",
    (d) => {
      list(d).tags = ["Computers", "Hosts"];
      d.tags = [...listOf(d.tags), { name: "Hosts", description: "Hosts." }];
    },
  ],
  [
    "operation-tag-defined",
    "an undescribed tag",
    (d) => {
      list(d).tags = ["Hosts"];
    },
  ],
  ["info-contact", "no contact", (d) => delete at(d, "info").contact],
  [
    "bounds/no-bounds-without-effect",
    "a minimum length of 0",
    (d) => {
      at(schema(d, "Computer"), "properties", "name").minLength = 0;
    },
  ],
  [
    "bounds/no-bounds-without-effect",
    "an empty list of required fields",
    (d) => {
      schema(d, "ProvisioningStep").required = [];
    },
  ],
];

interface LintReport {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly { readonly ruleId: string; readonly severity: string }[];
}

/** Lints all texts with the repository's configuration in one run. */
async function lintAll(texts: readonly string[]): Promise<LintReport[]> {
  const folder = await mkdtemp(join(tmpdir(), "spec-canaries-"));
  const files = texts.map((_text, index) => join(folder, `${String(index).padStart(3, "0")}.json`));
  await Promise.all(files.map((file, index) => writeFile(file, texts[index] ?? "")));
  const { stdout } = await redocly("lint", ...files, "--config", config, "--format", "json");
  return stdout
    .trim()
    .split(/(?<=^\})(?=\{)/m)
    .map((part) => JSON.parse(part) as LintReport);
}

describe("the lint", () => {
  let reports: LintReport[] = [];

  beforeAll(async () => {
    const texts = await Promise.all(
      mistakes.map(async ([, , plant]) => {
        const document = mutableCopy(await readDescription(source));
        plant(document);
        return JSON.stringify(document);
      }),
    );
    const bundle = await readFile(join(specFolder, "dist/openapi.json"), "utf8");
    reports = await lintAll([...texts, bundle, JSON.stringify(await readDescription(source))]);
  });

  test("finds nothing in the description itself and its bundle, and ignores nothing", () => {
    expect(reports).toHaveLength(mistakes.length + 2);
    for (const report of reports.slice(-2))
      expect(report).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
  });

  test.each(mistakes.map(([rule, mistake], index) => [rule, mistake, index] as const))(
    "%s fails on %s",
    (rule, _mistake, index) => {
      const errors = reports[index]?.problems.filter(({ severity }) => severity === "error") ?? [];
      expect(errors.map(({ ruleId }) => ruleId)).toContain(rule);
    },
  );
});

describe("the lint of the workflows", () => {
  const workflows = join(specFolder, "workflows.arazzo.yaml");

  test("finds nothing, and fails on an unnamed step", async () => {
    const text = await readFile(workflows, "utf8");
    const [clean, broken] = await lintAll([
      JSON.stringify(parse(text)),
      JSON.stringify(parse(text.replace("- stepId: readBack", "- step: readBack"))),
    ]);
    expect(clean?.totals.errors).toBe(0);
    expect(broken?.problems.map(({ ruleId }) => ruleId)).toContain("struct");
  });
});

describe("the lint's configuration", () => {
  test("has no ignore file", () => {
    for (const folder of [specFolder, join(specFolder, "..")]) {
      expect(existsSync(join(folder, ".redocly.lint-ignore.yaml"))).toBe(false);
    }
  });

  test("extends the strict and the diff rules, and turns none of them off or down", async () => {
    const { extends: bases, rules } = parse(await readFile(config, "utf8")) as {
      extends: string[];
      rules: Record<string, string | { severity?: string }>;
    };
    expect(bases).toEqual(expect.arrayContaining(["recommended-strict", "diff-recommended"]));
    const severities = Object.values(rules).map((rule) => (typeof rule === "string" ? rule : rule.severity));
    expect(new Set(severities)).toEqual(new Set(["error"]));
  });

  test("has a canary for every rule that it adds", async () => {
    const { rules } = parse(await readFile(config, "utf8")) as { rules: Record<string, unknown> };
    const covered = new Set(mistakes.map(([rule]) => rule));
    // It compares the names of bundled files, and this description is one file.
    const added = Object.keys(rules).filter(
      (rule) => rule !== "component-name-unique" && !rule.startsWith("breaking"),
    );
    expect(added.filter((rule) => !covered.has(rule))).toEqual([]);
  });
});
