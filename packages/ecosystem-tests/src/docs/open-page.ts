import type { Browser, Page } from "playwright-core";

/** A reader's colour scheme and window. */
export interface Variant {
  readonly colorScheme: "light" | "dark";
  /** Width of the window in pixels. */
  readonly width: number;
}

/** Both colour schemes, on a phone and on a desktop. */
export const variants: readonly Variant[] = [
  { colorScheme: "light", width: 390 },
  { colorScheme: "dark", width: 390 },
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 1440 },
];

/**
 * A Cumulative Layout Shift that no reader sees: a tenth of what counts as good. A browser on a busy machine may paint
 * between two parts of a page.
 */
export const unseenShift = 0.01;

/** An open page, and what happened while it was open. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors in scripts and on the console, such as those of the Content-Security-Policy. */
  readonly errors: string[];
  /** Addresses on other hosts that were requested or blocked by the policy. */
  readonly outside: string[];
  /** Returns the Cumulative Layout Shift since the page was opened. */
  layoutShift(): Promise<number>;
}

/** Opens an address in its own window. */
export async function openPage(
  browser: Browser,
  url: string,
  { colorScheme, width, javaScriptEnabled = true }: Variant & { readonly javaScriptEnabled?: boolean },
): Promise<OpenPage> {
  const context = await browser.newContext({
    colorScheme,
    javaScriptEnabled,
    viewport: { width, height: width < 600 ? 844 : 900 },
  });
  await context.addInitScript(countLayoutShifts);
  // Only ends what hangs: a busy machine takes its time.
  context.setDefaultTimeout(300_000);
  const page = await context.newPage();
  const errors: string[] = [];
  const outside: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(url).origin) outside.push(request.url());
  });
  await page.goto(url);
  return {
    page,
    errors,
    outside,
    layoutShift: () => page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** An entry of the [Layout Instability API](https://wicg.github.io/layout-instability/). */
interface ShiftEntry {
  readonly value: number;
}

/** Runs in the page. */
function countLayoutShifts(): void {
  const counter = window as unknown as { layoutShift: number };
  counter.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as ShiftEntry[]) {
      counter.layoutShift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true } as unknown as PerformanceObserverInit);
}
