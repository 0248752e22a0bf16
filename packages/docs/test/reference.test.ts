import { readFileSync } from "node:fs";
import { type Api, apiOf, type JsonObject } from "@compute-host/openapi";
import { tourDescription } from "@compute-host/openapi/tour";
import { beforeAll, describe, expect, test } from "vitest";
import { escapeHtml, Html } from "../src/html.ts";
import { writeMarkdown } from "../src/machines/html-markdown.ts";
import { referencePage } from "../src/reference/reference-page.ts";
import { findUnrendered } from "../src/reference/unrendered.ts";
import { byId, type HtmlTree, parseHtml, repeatedIds, textOf } from "./html-tree.ts";

const dist = new URL("../dist/site/", import.meta.url);

describe("the reference of this interface", () => {
  const tree = parseHtml(readFileSync(new URL("reference/index.html", dist), "utf8"));

  test.each([
    ["updateComputer", "Update a computer"],
    ["updateComputer.body.name", "1 to 63 characters"],
    ["updateComputer.409", "/problems/host-already-set"],
    ["updateComputer.path.computerId", "required"],
    ["listComputers.query.hostId", "format uuid"],
    ["Computer.hostId", "format uuid"],
    ["Computer.status", "One of provisioning, active, error"],
    ["ProvisioningStep.status", "Known values pending, running, completed, failed"],
    ["Violation.pointer", "JSON Pointer"],
    ["listComputers.429.Retry-After", "Example 5"],
    [
      "listComputers.200.computers.provisioningSteps.status",
      "Known values pending, running, completed, failed",
    ],
    ["updateComputer.429", "as for List computers"],
  ])("#%s says %s", (id, text) => {
    const element = byId(tree, id);
    expect(element && textOf(element).replaceAll(/\s+/g, " ")).toContain(text);
  });
});

describe("all that the profile of OpenAPI allows", () => {
  let document: JsonObject;
  let body: Html;
  let tree: HtmlTree;
  beforeAll(async () => {
    document = await tourDescription();
    body = referencePage(apiOf(document)).body;
    tree = parseHtml(`<!doctype html><html lang="en"><title>T</title>${body}`);
  });
  const said = (id: string) => {
    const element = byId(tree, id);
    return element && textOf(element).replaceAll(/\s+/g, " ");
  };

  test.each([
    ["page", (page: Html) => page],
    ["Markdown", (page: Html) => new Html(escapeHtml(writeMarkdown(page)))],
  ])("is said as %s, each text, value and name", (_form, formOf) => {
    expect(findUnrendered(document, (api) => formOf(referencePage(api).body))).toEqual([]);
  });

  test("what no part of the page says is found, with its place", () => {
    const withoutContact = (api: Api) => referencePage({ ...api, info: { ...api.info, contact: {} } }).body;
    expect(findUnrendered(document, withoutContact)).toContain("/info/contact/url");
  });

  test("is valid HTML with unique IDs", () => {
    expect(tree.errors).toEqual([]);
    expect(repeatedIds(tree)).toEqual([]);
  });

  test.each([
    ["startPublic", "Credentials none"],
    ["listVolumes", "Credentials bearerAuth"],
    ["getOld", "deprecated since 2026-05-01, removed on 2027-06-01 at the earliest"],
    ["listVolumes.query.limit", "integer, 1 to 100 Default 20"],
    ["listVolumes.query.kinds", "Once for each item: kinds=a&kinds=b."],
    ["replaceVolume.header.If-Match", "string required"],
    ["getLevel.header.X-Day", "string deprecated"],
    ["createVolume", "application/json Volume, in requests"],
    ["createVolume.201", "application/json Volume, in responses"],
    ["getOld.204.X-Total-Count", "integer, at least 0 required"],
    ["buyQuota.402", "Ask whoever pays."],
    ["Volume.id", "only in responses"],
    ["Volume.passphrase", "only in requests"],
    ["VolumeKind", "Deprecated"],
    ["Computer.hostname", "string deprecated"],
    ["Folder", "no other properties"],
    ["Folder.labels", "map to string, names: matches ^[a-z]+$ Values string, at most 5 characters"],
    ["Folder.children", "array of Folder, at least 1 item, no item twice"],
    ["Shapes.kinds", "Choice string"],
    ["Shapes.nulls", "note string or null"],
    ["Shapes.sources", "map to ComputerSource"],
  ])("#%s says %s", (id, text) => {
    expect(said(id)).toContain(text);
  });

  test("shows what may be sent and what comes, without a section for each direction", () => {
    expect(byId(tree, "createVolume.body.passphrase")).toBeDefined();
    expect(byId(tree, "createVolume.body.id")).toBeUndefined();
    expect(byId(tree, "VolumeWritable")).toBeUndefined();
  });

  test("the form of an operation asks for a token, unless it is public", () => {
    expect(byId(tree, "listVolumes.try.token")).toBeDefined();
    expect(byId(tree, "startPublic.try.token")).toBeUndefined();
  });

  test.each([
    "#### 402\n\nToo much.\n\nAsk whoever pays.",
    "#### Headers\n\n- `X-Total-Count` (integer, at least 0, required)\n  Example: `3`",
    "- `folder` (Folder, no other properties)",
    "- `texts` (object)\n  - `day` (string, format date)\n  - `at` (string, format date-time)",
  ])("the Markdown says %j", (expected) => {
    expect(writeMarkdown(body)).toContain(expected);
  });
});
