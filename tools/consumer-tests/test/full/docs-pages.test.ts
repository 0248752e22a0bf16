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
const desktop: Variant = { colorScheme: "light", width: 1280 };

/** Every page, and one of each kind on a desktop as well. Each colour and width once: no style depends on both. */
const visits: readonly (Variant & { readonly path: string })[] = [
  ...globSync("**/index.html", { cwd: docsFolder })
    .toSorted()
    .map((path) => ({ path: path.replace(/index\.html$/, ""), ...phone })),
  ...["", "reference/", "client/", "errors/name-taken/", "settings/", "changelog/", "guides/waiting/"].map(
    (path) => ({ path, ...desktop }),
  ),
];

const docs = useDocs();

test.each(visits)(
  "/$path, $colorScheme and $width pixels wide, is accessible",
  async ({ path, ...variant }) => {
    await using opened = await docs.open(docs.url + path, variant);
    const { page, errors } = opened;
    // A busy machine may paint before all parts are there.
    expect(await layoutShiftOf(page)).toBeLessThan(0.01);
    // What opens here moves the rest.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll("details:not([data-try])")) part.setAttribute("open", "");
    });
    expect(await findBarriers(page, "body")).toEqual([]);
    expect(errors).toEqual([]);
  },
);
