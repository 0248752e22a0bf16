import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Api, readApi } from "@compute-host/openapi";
import { beforeAll, describe, expect, test } from "vitest";
import { buildAssets } from "../src/assets.ts";
import { layout } from "../src/layout/layout.ts";
import { referencePage } from "../src/reference/reference-page.ts";
import { attribute, byId, type HtmlTree, parseHtml, textOf } from "./html-tree.ts";
import { missingFromPage, repeatedIds } from "./missing-from-page.ts";

const dist = new URL("../dist/site/", import.meta.url);
const fileOf = (name: string) => fileURLToPath(import.meta.resolve(name));
const foreign = (name: string) => fileURLToPath(new URL(`descriptions/${name}`, import.meta.url));

describe("the reference of this interface", () => {
  let api: Api;
  let html: string;
  let tree: HtmlTree;
  beforeAll(async () => {
    api = await readApi(fileOf("@compute-host/spec/openapi.yaml"));
    html = readFileSync(new URL("reference/index.html", dist), "utf8");
    tree = parseHtml(html);
  });

  test("says everything that the description says", () => {
    expect(missingFromPage(api, tree)).toEqual([]);
  });

  test.each([
    ["updateComputer", "Update a computer"],
    ["updateComputer.body.name", "1 to 63 characters"],
    ["updateComputer.409", "/problems/host-already-set"],
    ["updateComputer.path.computerId", "required"],
    ["listComputers.query.hostId", "format uuid"],
    ["Computer.hostId", "format uuid"],
    ["Computer.status", "One of provisioning active error"],
    ["ProvisioningStep.status", "Known values pending running completed failed"],
    ["Violation.pointer", "JSON Pointer"],
    ["listComputers.429.Retry-After", "Example 5"],
  ])("#%s says %s", (id, text) => {
    const element = byId(tree, id);
    expect(element && textOf(element).replaceAll(/\s+/g, " ")).toContain(text);
  });

  test("is valid HTML with unique IDs", () => {
    expect(tree.errors).toEqual([]);
    expect(repeatedIds(tree)).toEqual([]);
  });

  test("has no script and no style in the page", () => {
    expect(tree.elements.filter((element) => attribute(element, "style") !== undefined)).toEqual([]);
    expect(tree.elements.filter(({ tagName }) => tagName === "style")).toEqual([]);
    expect(
      tree.elements.filter((one) => one.tagName === "script" && attribute(one, "src") === undefined),
    ).toEqual([]);
    expect(html).not.toMatch(/\son[a-z]+=/);
  });

  test("has at most 30 KB gzipped with its style sheet", async () => {
    const { files } = await buildAssets();
    const style = files.find(({ path }) => path.endsWith(".css"))?.content ?? "";
    expect(gzipSync(html).length + gzipSync(style).length).toBeLessThanOrEqual(30_000);
  });
});

describe.each([
  ["several files and OpenAPI 3.0", foreign("../../../../tools/openapi/test/descriptions/harbour.yaml")],
  ["choices, maps and text that looks like HTML", foreign("observatory.yaml")],
])("the reference of a description with %s", (_what, file) => {
  let api: Api;
  let tree: HtmlTree;
  beforeAll(async () => {
    api = await readApi(file);
    const { assets } = await buildAssets();
    const { title, summary, body, headings, records } = referencePage(api);
    const page = { path: "", title, group: "Reference", summary, body, headings, records, source: "" };
    tree = parseHtml(layout({ name: title, assets, pages: [page], searchIndex: "" }, page));
  });

  test("says everything that the description says", () => {
    expect(missingFromPage(api, tree)).toEqual([]);
  });

  test("is valid HTML with unique IDs", () => {
    expect(tree.errors).toEqual([]);
    expect(repeatedIds(tree)).toEqual([]);
  });
});
