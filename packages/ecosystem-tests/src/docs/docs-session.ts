import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "../browser/launch-browser.ts";
import { type DocsServer, startDocsServer } from "./docs-server.ts";

/** The built docs on a host for files, and a browser. */
export interface DocsSession {
  readonly server: DocsServer;
  readonly browser: Browser;
}

/** Starts both before the tests of a file, and stops them after. */
export function useDocs(): DocsSession {
  const session: { server?: DocsServer; browser?: Browser } = {};
  beforeAll(async () => {
    session.server = await startDocsServer();
    session.browser = await launchBrowser();
  });
  afterAll(async () => {
    await session.browser?.close();
    await session.server?.[Symbol.asyncDispose]();
  });
  // What a test asks for is there by then.
  return session as DocsSession;
}
