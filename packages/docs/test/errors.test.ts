import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as client from "@compute-host/client";
import { knownValues, objectOf, type Schema } from "@compute-host/openapi";
import { readApi } from "@compute-host/openapi/read-api";
import { expect, test } from "vitest";
import { problemKinds } from "../src/pages/problem-kinds.ts";
import {
  attribute,
  byId,
  type Element,
  elementsBelow,
  type HtmlTree,
  parseHtml,
  textOf,
} from "./html-tree.ts";

const api = await readApi(fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml")));
const kinds = await problemKinds(api);
const site = new URL("../dist/site/", import.meta.url);
const treeOf = (path: string) => parseHtml(readFileSync(new URL(`${path}index.html`, site), "utf8"));
const bodiesIn = (elements: readonly Element[]) =>
  elements.filter(({ tagName }) => tagName === "pre").map((element) => JSON.parse(textOf(element)));

test("every type of problem that the spec names has a page, and no other", () => {
  const { type } = objectOf(api.schemas.Problem?.properties);
  expect(kinds.map((kind) => kind.type).toSorted()).toEqual(
    knownValues(objectOf(type) as Schema)?.toSorted(),
  );
});

test("ARCHITECTURE.md names errors with their statuses", () => {
  const text = readFileSync(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");
  const named = [...text.matchAll(/\b(\d{3}) ([a-z]+(?:-[a-z]+)+)/g)].map(([pair]) => pair);
  expect(named.length).toBeGreaterThan(5);
  expect(kinds.map(({ status, name }) => `${status} ${name}`)).toEqual(expect.arrayContaining(named));
});

test("each has a class that the client exports", () => {
  for (const { clientClass } of kinds) expect(client).toHaveProperty(clientClass);
});

test("a kind that no text explains, and a text about no kind, stop the build", async () => {
  const unknown = JSON.parse(JSON.stringify(api).replaceAll("/problems/name-taken", "/problems/name-lost"));
  await expect(problemKinds(unknown)).rejects.toThrow(
    /^spec\/dist\/openapi\.json has no example of name-taken\. .*`turbo run build --filter=@compute-host\/docs`/,
  );
});

test.each(kinds)("the page of $name shows its body", ({ name, example }) => {
  expect(bodiesIn(treeOf(`errors/${name}/`).elements)).toEqual([example]);
});

/** What the reference says of a status: in its item, or in the section of a shared response that the item links to. */
function elementsOfStatus(tree: HtmlTree, id: string): Element[] {
  const own = elementsBelow(byId(tree, id) as Element);
  const [link] = own.flatMap((element) => attribute(element, "href") ?? []);
  const heading = byId(tree, link?.slice(1) ?? "");
  if (!/^h\d$/.test(heading?.tagName ?? "") || own.some(({ tagName }) => tagName === "details")) return own;
  const after = elementsBelow(heading?.parentNode as Element).slice(1);
  const rest = after.slice(after.indexOf(heading as Element) + 1);
  return rest.slice(
    0,
    rest.findIndex(({ tagName }) => /^h\d$/.test(tagName)),
  );
}

test("the reference has the bodies of each error status, closed until the reader opens them", () => {
  const tree = treeOf("reference/");
  for (const { operationId, responses } of api.operations) {
    for (const { status, content } of responses.filter((one) => !one.status.startsWith("2"))) {
      const id = `${operationId}.${status}`;
      const details = elementsOfStatus(tree, id).filter(({ tagName }) => tagName === "details");
      expect(
        details.map((one) => attribute(one, "open")),
        id,
      ).toEqual([undefined]);
      expect(bodiesIn(details.flatMap(elementsBelow)), id).toEqual(
        content?.examples.map(({ value }) => value),
      );
    }
  }
});
