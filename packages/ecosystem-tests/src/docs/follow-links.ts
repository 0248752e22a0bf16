import type { Browser } from "playwright-core";
import type { DocsServer } from "./docs-server.ts";
import { openPage } from "./open-page.ts";

/** The result of following every link of a site. */
export interface FollowedLinks {
  /** How many different addresses of the site there are. */
  readonly count: number;
  /** Those that lead nowhere, or into a page without what they name. */
  readonly lost: readonly string[];
  /** Errors of scripts and the console. */
  readonly errors: readonly string[];
}

/** Opens every page of a site that a link leads to, each in a window of its own, beginning at the start page. */
export async function followLinks(
  browser: Browser,
  server: DocsServer,
  { javaScriptEnabled }: { readonly javaScriptEnabled: boolean },
): Promise<FollowedLinks> {
  const reader = { colorScheme: "light", width: 1440, javaScriptEnabled } as const;
  const links = new Set([server.url]);
  const idsOf = new Map<string, ReadonlySet<string>>();
  const lost: string[] = [];
  const errors: string[] = [];
  for (const link of links) {
    const address = link.split("#")[0] ?? "";
    if (idsOf.has(address)) continue;
    idsOf.set(address, new Set());
    if ((await fetch(address)).status !== 200) {
      lost.push(address);
      continue;
    }
    // A description is downloaded, not opened.
    if (!address.endsWith("/")) continue;
    await using opened = await openPage(browser, address, reader);
    const found = await opened.page
      .locator("a[href]")
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    for (const one of found) if (new URL(one).origin === server.origin) links.add(one);
    idsOf.set(
      address,
      new Set(await opened.page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id))),
    );
    errors.push(...opened.errors.map((error) => `${address}: ${error}`), ...opened.outside);
  }
  for (const link of links) {
    const [address = "", fragment = ""] = link.split("#");
    const id = decodeURIComponent(fragment);
    if (id !== "" && !idsOf.get(address)?.has(id)) lost.push(link);
    if (!link.startsWith(server.url)) lost.push(link);
  }
  return { count: links.size, lost, errors };
}
