import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Runs axe on a page, or on a part of it, for WCAG 2.2, levels A and AA; returns one line per finding. */
export async function accessibilityFindings(page: Page, part = "html"): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .include(part)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}
