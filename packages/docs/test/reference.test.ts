import { readFileSync } from "node:fs";
import { apiOf } from "@compute-host/openapi";
import { tourDescription } from "@compute-host/openapi/tour";
import { beforeAll, describe, expect, test } from "vitest";
import { referencePage } from "../src/reference/reference-page.ts";
import { renderPage } from "../src/rendered-page.ts";
import {
  attribute,
  byId,
  type Element,
  elementsBelow,
  type HtmlTree,
  parseHtml,
  repeatedIds,
  textOf,
} from "./html-tree.ts";

const dist = new URL("../dist/site/", import.meta.url);

/** The text of what an address names, and, for a heading, of what follows it. */
function said(tree: HtmlTree, id: string): string | undefined {
  const named = byId(tree, id);
  // A further address of a field.
  const element = named?.tagName === "span" ? (named.parentNode as Element) : named;
  const parent = element?.parentNode;
  const all = parent && "childNodes" in parent ? parent.childNodes : [];
  const shown = element?.tagName.startsWith("h") ? all.slice(all.indexOf(element)) : element && [element];
  return shown
    ?.map(textOf)
    .join(" ")
    .replaceAll(/[\s#]+/g, " ");
}

describe("the reference of this interface", () => {
  const tree = parseHtml(readFileSync(new URL("reference/index.html", dist), "utf8"));

  test.each([
    ["updateComputer", "Update a computer PATCH /api/v0/computers/{computerId}"],
    ["updateComputer.body.name", "1 to 63 characters"],
    ["updateComputer.409", "host-already-set"],
    ["updateComputer.path.computerId", "required"],
    ["listComputers.query.hostId", "format uuid"],
    ["listComputers.200.computers.name", "Name of the computer."],
    ["listComputers.200.computers.provisioningSteps.status", "known values pending, running"],
    ["Computer.hostId", "format uuid"],
    ["Computer.status", "one of provisioning, active, error"],
    ["Violation.pointer", "JSON Pointer"],
    ["Retry-After", "for example 5"],
    ["Unauthenticated", "The request has no valid credentials."],
  ])("#%s says %s", (id, text) => {
    expect(said(tree, id)).toContain(text);
  });

  test("the method of an operation has a class, which the style sheet gives its look", () => {
    const methods = tree.elements.filter((element) => attribute(element, "class") === "method get");
    expect(methods.map(textOf)).toEqual(["GET", "GET", "GET", "GET"]);
  });

  test("the base address and the credentials come before the first operation", () => {
    const ids = tree.elements
      .filter(({ tagName }) => tagName === "h2")
      .map((element) => attribute(element, "id"));
    expect(ids.slice(0, 3)).toEqual(["base-address", "credentials", "listComputers"]);
  });

  test("one sentence explains the line at the left of a decision, and no decision repeats the word", () => {
    const decisions = tree.elements.filter((element) => attribute(element, "class") === "decision");
    expect(decisions.length).toBeGreaterThan(50);
    expect(decisions.filter((element) => textOf(element).includes("Decision"))).toEqual([]);
    // Names at the beginning stay as they are.
    const sentences = decisions.filter(({ childNodes: [first] }) => first?.nodeName === "#text");
    expect(sentences.map(textOf).filter((text) => /^[a-z](?!\d)/.test(text))).toEqual([]);
    expect(said(tree, "api-reference")).toContain("A paragraph with a line at its left is a decision");
  });

  test.each(["listComputers", "getComputer", "updateComputer", "retryInstallDeps"])(
    "the success of %s names the fields of a computer",
    (operationId) => {
      const success = operationId === "retryInstallDeps" ? 202 : 200;
      const links = elementsBelow(byId(tree, `${operationId}.${success}`) as Element).map((element) =>
        attribute(element, "href"),
      );
      expect(links).toEqual(expect.arrayContaining(["#Computer.id", "#Computer.status"]));
    },
  );

  test("beside an operation comes first a response to the sample's request, and no object is cut off", () => {
    const beside = said(tree, "listComputers") ?? "";
    expect(beside).toContain("--data includeProvisioningSteps=true");
    expect(/200: [^{]+/.exec(beside)?.[0].trim()).toBe("200: Computers with step details");
    const json = tree.elements
      .filter(({ tagName }) => tagName === "pre")
      .map(textOf)
      .filter((text) => /^[[{]/.test(text));
    const objects = json.flatMap((text) => text.split("\n")).filter((line) => /[[{] /.test(line));
    expect(objects.length).toBeGreaterThan(0);
    expect(objects.filter((line) => line.length > 56)).toEqual([]);
  });
});

describe("all that the profile of OpenAPI allows", () => {
  let tree: HtmlTree;
  beforeAll(async () => {
    const api = apiOf(await tourDescription());
    const { html } = renderPage({ ...referencePage(api), group: "Call it" });
    tree = parseHtml(`<!doctype html><html lang="en"><title>T</title>${html}`);
  });

  test("is valid HTML with unique IDs", () => {
    expect(tree.errors).toEqual([]);
    expect(repeatedIds(tree)).toEqual([]);
  });

  test.each([
    ["startPublic", "Needs no credentials."],
    ["getOld", "Deprecated since 2026-05-01, removed on 2027-06-01 at the earliest"],
    ["listVolumes.query.limit", "integer, 1 to 100, default 20"],
    ["listVolumes.query.kinds", "Once for each item: kinds=a&kinds=b."],
    ["replaceVolume.header.If-Match", 'for example "v1", required'],
    ["getLevel.header.X-Day", "deprecated"],
    ["createVolume.body", "NewVolume, required"],
    ["createVolume.body.passphrase", "string, required"],
    ["getOld.204.X-Total-Count", "integer, at least 0, for example 3, required"],
    ["buyQuota.402", "Too much. Ask whoever pays."],
    ["buyQuota.402", '"detail": "Buy less."'],
    ["VolumeKind", "deprecated"],
    ["Computer.hostname", "string, deprecated"],
    ["Computer.boot", "What it starts from."],
    ["Folder", "no other properties"],
    ["Folder.labels", "map to string, at most 5 characters"],
    ["Folder.children", "array of Folder, at least 1 item"],
    ["sendShapes.body.kinds.size", "small: One core."],
    ["sendShapes.body.nulls.note", "string or null"],
    ["sendShapes.body.nulls.folder", "Folder or null"],
    ["sendShapes.body.sources", "map to ComputerSource"],
    ["base-address", "region, default eu, one of eu, us"],
  ])("#%s says %s", (id, text) => {
    expect(said(tree, id)).toContain(text);
  });

  test("the form of an operation asks for a token, unless it is public", () => {
    expect(byId(tree, "listVolumes.try.token")).toBeDefined();
    expect(byId(tree, "startPublic.try.token")).toBeUndefined();
  });
});

test("only fields of a request have an example, since a response shows its own", async () => {
  const tour = JSON.stringify(await tourDescription());
  const part = { type: "object", properties: { text: { type: "string", examples: ["hi"] } } };
  const both = tour.replaceAll('"next":{"type":"string"}', `"bodyParts":${JSON.stringify(part)}`);
  const { text } = referencePage(apiOf(JSON.parse(both)));
  const line = (id: string) => text.split("\n").find((one) => one.endsWith(`{#${id}}`));
  expect(line("listVolumes.200.bodyParts.text")).toContain("string {#");
  expect(line("updateComputer.body.name")).toContain("for example");
});

test("a keyword without words stops the build with its name", async () => {
  const tour = JSON.stringify(await tourDescription());
  const other = JSON.parse(tour.replace('"maxLength":63', '"multipleOf":63'));
  expect(() => referencePage(apiOf(other))).toThrow("Add words for `multipleOf` to schema-words.ts.");
});
