import { apiOf } from "@compute-host/openapi";
import { expect, test } from "vitest";
import { changelogFeed, changelogPage, readVersions, versionsIn } from "../src/changelog-page.ts";
import { referencePage } from "../src/reference/reference-page.ts";
import { versionMarks } from "../src/reference/version-marks.ts";
import { attribute, parseHtml, textOf } from "./html-tree.ts";

const thing = {
  type: "object",
  properties: { name: { type: "string" }, size: { type: "string", deprecated: true } },
};
const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } };
const api = apiOf({
  openapi: "3.1.0",
  info: { title: "Things", version: "0.3.0" },
  paths: {
    "/things": {
      post: {
        operationId: "addThing",
        parameters: [{ name: "dry", in: "query", schema: { type: "boolean" } }],
        requestBody: body,
        responses: { "200": { description: "Added.", ...body } },
      },
    },
  },
  components: { schemas: { Thing: thing } },
});

const version = (name: string, ...changes: string[]) => ({
  name,
  date: "2026-11-20",
  text: changes.join("\n"),
});
const versions = [
  version(
    "0.3.0",
    "- `POST /things › schema Thing › size`: it was marked as deprecated.",
    "- `POST /things › request body › application/json › name`: an optional property was added.",
  ),
  version(
    "0.2.0",
    "- `GET /old, POST /things › schema Thing › size`: a property was added.",
    "- `POST /things › query parameter dry`: an optional parameter was added.",
  ),
  version("0.1.0", "First version, with these operations:", "", "- `addThing`: `POST /things`"),
];

test("operations and fields say which version added and deprecated them, wherever they are shown", () => {
  const { body: shown } = referencePage(api, { versionsOf: versionMarks(api, versions, "log/") });
  const tree = parseHtml(`<!doctype html><title>T</title>${shown.text}`);
  const marksAt = (id: string) => {
    const place = tree.elements.find((element) => attribute(element, "id") === id);
    return /(since|deprecated in) [\d.]+( deprecated in [\d.]+)?/.exec(textOf(place as never))?.[0];
  };
  expect(marksAt("addThing")).toBe("since 0.1.0");
  expect(marksAt("addThing.query.dry")).toBe("since 0.2.0");
  expect(marksAt("addThing.body.name")).toBe("since 0.3.0");
  expect(marksAt("Thing.size")).toBe("since 0.2.0 deprecated in 0.3.0");
  expect(marksAt("addThing.200.size")).toBe("since 0.2.0 deprecated in 0.3.0");
  expect(marksAt("Thing.name")).toBeUndefined();
  expect(shown.text).toContain('href="log/#0-2-0"');
});

test("the feed has an entry with a date for each version", () => {
  const { content } = changelogFeed(versions);
  expect(String(content).match(/<updated>2026-11-20T00:00:00Z<\/updated>/g)).toHaveLength(4);
  expect(content).toContain("&#60;code&#62;addThing&#60;/code&#62;");
  expect(readVersions().at(-1)).toMatchObject({
    name: "0.1.0",
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

test("a version that is not released is on the page, and not in the feed", () => {
  const read = versionsIn("# Changes\n\n## 0.2.0\n\n- New.\n\n## 0.1.0\n\n_2026-11-20_\n\n- Old.\n");
  expect(changelogPage(read).text).toContain("## 0.2.0\n\nNot released yet\n\n- New.");
  expect(changelogPage(read).text).toContain("## 0.1.0\n\n2026-11-20\n\n- Old.");
  expect(String(changelogFeed(read).content)).not.toContain("0.2.0");
});
