import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** Asks for a URL, again and again, until the response has this status; gives up after 30 s. */
export async function waitForStatus(url: string, status: number): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const found = await statusOf(url);
    if (found === status) return;
    if (performance.now() - startedAt > 30_000) throw new Error(`${url} responds ${found}, not ${status}`);
    await wait(1);
  }
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", () => resolve(undefined));
  });
}
