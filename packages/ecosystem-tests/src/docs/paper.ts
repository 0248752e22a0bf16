import type { Page } from "playwright-core";

/** The width of an A4 sheet between margins of 10 mm, in CSS pixels. */
const sheetWidth = 718;

/** Lists the content of a page that is missing on paper: hidden texts, and parts that are wider than the sheet. */
export async function lostOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: sheetWidth, height: 1000 });
  return page.evaluate(() => {
    const main = document.querySelector("main") ?? document.body;
    // Forms and the ways through the page need a screen, and the links beside headings a pointer.
    const aside =
      "[data-try], .take, .rail, .copy, .switch, .anchor, .tabs legend, .tabs label, .neighbours, svg title, svg desc";
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const lost: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (parent === null || text === "" || parent.closest(aside) !== null) continue;
      const isShown = parent.checkVisibility({
        contentVisibilityAuto: true,
        visibilityProperty: true,
        opacityProperty: true,
      });
      const range = document.createRange();
      range.selectNodeContents(node);
      const { width, right } = range.getBoundingClientRect();
      if (!isShown || width === 0) lost.push(`hidden: ${text}`);
      else if (right > innerWidth + 1) lost.push(`beyond the edge: ${text}`);
    }
    return lost;
  });
}
