import { globSync } from "node:fs";
import { expect, test } from "vitest";
import {
  docsFolder,
  findBarriers,
  layoutShiftOf,
  useDocs,
  type Variant,
} from "../../src/docs/docs-reader.ts";

const phone: Variant = { colorScheme: "dark", width: 390 };
const desk: Variant = { colorScheme: "light", width: 1280 };

/** Every page, and one of each kind on a desk as well. Each colour and each width once: no rule of the styles is about both. */
const visits: readonly (Variant & { readonly path: string })[] = [
  ...globSync("**/index.html", { cwd: docsFolder })
    .toSorted()
    .map((path) => ({ path: path.replace(/index\.html$/, ""), ...phone })),
  ...["", "reference/", "client/", "errors/name-taken/", "settings/", "changelog/", "guides/waiting/"].map(
    (path) => ({ path, ...desk }),
  ),
];

const docs = useDocs();

test.each(visits)(
  "/$path, $colorScheme and $width pixels wide, has no barrier",
  async ({ path, ...variant }) => {
    await using opened = await docs.open(docs.url + path, variant);
    const { page, errors } = opened;
    // A busy machine may paint between two parts.
    expect(await layoutShiftOf(page)).toBeLessThan(0.01);
    // What opens here moves the rest.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll("details:not([data-try])")) part.setAttribute("open", "");
    });
    expect(await findBarriers(page, "body")).toEqual([]);
    expect(errors).toEqual([]);
  },
);
