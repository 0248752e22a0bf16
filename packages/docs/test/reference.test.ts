import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Api, apiOf, readApi } from "@compute-host/openapi";
import { beforeAll, describe, expect, test } from "vitest";
import { buildAssets } from "../src/assets.ts";
import { writeMarkdown } from "../src/machines/html-markdown.ts";
import { referencePage } from "../src/reference/reference-page.ts";
import { attribute, byId, elementsBelow, type HtmlTree, parseHtml, textOf } from "./html-tree.ts";

const dist = new URL("../dist/site/", import.meta.url);
const foreign = (name: string) => fileURLToPath(new URL(`descriptions/${name}`, import.meta.url));

describe("the reference of this interface", () => {
  let html: string;
  let tree: HtmlTree;
  beforeAll(() => {
    html = readFileSync(new URL("reference/index.html", dist), "utf8");
    tree = parseHtml(html);
  });

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

  test("has at most 30 KB gzipped with its style sheet", async () => {
    const { files } = await buildAssets();
    const style = files.find(({ path }) => path.endsWith(".css"))?.content ?? "";
    expect(gzipSync(html).length + gzipSync(style).length).toBeLessThanOrEqual(30_000);
  });
});

describe("a description whose operations differ on the wire", () => {
  let api: Api;
  let tree: HtmlTree;
  let text: string;
  beforeAll(async () => {
    api = await readApi(foreign("harvest.yaml"));
    const { body } = referencePage(api);
    tree = parseHtml(`<!doctype html><html lang="en"><title>H</title>${body}`);
    text = writeMarkdown(body);
  });
  const said = (id: string) => {
    const element = byId(tree, id);
    return element && textOf(element).replaceAll(/\s+/g, " ");
  };

  test.each([
    ["getHealth", "Credentials none"],
    ["listBaskets", "Credentials gardener with baskets <b>, or orchardKey and person, or none"],
    ["createBasket", "Credentials person"],
    ["credentials.gardener", "OAuth 2 access token, as Authorization: Bearer"],
    ["credentials.gardener", "Flow client credentials, token from https://harvest.example/token"],
    ["credentials.gardener", "Scope baskets Read <i>baskets</i>."],
    ["credentials.orchardKey", "API key, in the header field X-Orchard-Key Of an orchard."],
    ["credentials.linkKey", "API key, in the query parameter key"],
    ["credentials.person", "user and password, as Authorization: Basic"],
    ["listBaskets.query.limit", "Default 20"],
    ["listBaskets.query.weight", "Written weight[min]=2&weight[max]=9 each member by its name in brackets"],
    ["listBaskets.query.kinds", "Written kinds=apple|pear separated by vertical bars"],
    ["listBaskets.query.tags", "deprecated Written tags=a&tags=b once for each item"],
    ["listBaskets.query.folder", "Written folder=a/b reserved characters such as / as they are"],
    ["listBaskets.query.where", 'Written where={"row":3} as application/json'],
    ["listBaskets.header.X-Rows", "Written 3,4 separated by commas"],
    ["getPhoto.path.basketId", "Written .b-1 after a dot"],
    ["listBaskets.200.X-Total-Count", "integer, 0 to 99 required How many there are."],
    ["createBasket.202.Location", "string"],
    ["createBasket.200", "application/json Basket, in responses"],
    ["createBasket", "application/json Basket, in requests"],
    ["createBasket", "application/x-www-form-urlencoded the fields of a form"],
    ["createBasket.402.price", "In euros."],
    ["getPhoto.200", "image/png the bytes of an image"],
    ["putPhoto", "application/octet-stream the bytes of a file"],
    ["getHealth.200", "text/plain text"],
    ["Basket.id", "only in responses"],
    ["Basket.pin", "only in requests"],
    ["Basket.label", "Default none"],
    ["Basket.seal", "encoded in base64, containing image/png"],
    ["Fruit", "Told apart by kind, red is Apple, green is Pear"],
    ["webhooks", "The service sends these requests"],
    ["onBasketRipe", "POST basketRipe Sent once for each basket. Request body application/json Fruit"],
    ["onBasketRipe", "Expected responses 202 You will collect it."],
  ])("#%s says %s", (id, expected) => {
    expect(said(id)).toContain(expected);
  });

  test("shows what may be sent and what comes, without a section for each direction", () => {
    expect(byId(tree, "createBasket.body.pin")).toBeDefined();
    expect(byId(tree, "createBasket.body.id")).toBeUndefined();
    expect(byId(tree, "BasketWritable")).toBeUndefined();
  });

  test.each([
    ["getHealth", []],
    ["createBasket", ["credentials.person.user", "credentials.person.password"]],
    ["getPhoto", ["token"]],
    ["putPhoto", []],
    [
      "listBaskets",
      [
        "credentials.gardener",
        "credentials.orchardKey",
        "credentials.person.user",
        "credentials.person.password",
      ],
    ],
  ])("the form of %s asks for its credentials alone", (operationId, ids) => {
    const own = elementsBelow(byId(tree, operationId) as never);
    const fields = own.filter((element) => attribute(element, "data-credential") !== undefined);
    expect(fields.map((field) => attribute(field, "id"))).toEqual(
      ids.map((id) => `${operationId}.try.${id}`),
    );
  });

  test("a webhook has no form and no samples", () => {
    const own = elementsBelow(byId(tree, "onBasketRipe") as never);
    expect(own.filter(({ tagName }) => tagName === "form" || tagName === "fieldset")).toEqual([]);
  });

  test.each([
    "Scope: `baskets` Read <i>baskets</i>.",
    "## List baskets (`listBaskets`)\n\nGET `/baskets`\n\nCredentials: `gardener` with",
    "- `weight` (object)\n  Written: `weight[min]=2&weight[max]=9` each member by its name in brackets\n  - `min` (integer)",
    "#### Headers\n\n- `X-Total-Count` (integer, 0 to 99, required)\n  How many there are.",
    "getHealth in curl:\n\n```\ncurl ",
    "Told apart by: `kind`, `red` is Apple, `green` is Pear",
  ])("the Markdown says %j", (expected) => {
    expect(text).toContain(expected);
  });
});

test("the Markdown lists the fields of objects without a name, at every depth, and the bounds of texts", () => {
  const integer = { type: "integer" };
  const where = { type: "object", properties: { row: integer } };
  const schema = {
    allOf: [{ properties: { kind: { type: "string" } } }],
    properties: {
      rows: { type: "array", items: { type: "object", required: ["at"], properties: { at: where } } },
    },
  };
  const put = {
    operationId: "putTree",
    parameters: [{ name: "where", in: "query", style: "deepObject", schema: where }],
    requestBody: { content: { "application/json": { schema } } },
    responses: {
      200: { description: "", content: { "text/plain": { schema: { type: "string", maxLength: 5 } } } },
      201: { description: "", content: { "application/json": { schema: integer } } },
    },
  };
  const info = { title: "", version: "" };
  const api = apiOf({ openapi: "3.1.0", info, paths: { "/trees": { put } } } as never);
  const text = writeMarkdown(referencePage(api).body);
  const at = (indent: string) => `${indent}- \`at\` (object, required)\n${indent}  - \`row\` (integer)`;
  expect(text).toContain(`- \`rows\` (array of object)\n${at("  ")}\n- \`kind\` (string)`);
  expect(text).toContain("each member by its name in brackets\n  - `row` (integer)");
  expect(text).toContain("`text/plain` text: string, at most 5 characters");
  expect(text).toContain("`application/json` integer");
});
