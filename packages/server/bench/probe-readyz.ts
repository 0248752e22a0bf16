import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/**
 * Requests `/readyz` of the origin in `workerData`, each time over a new connection, until a message comes; then posts
 * the durations, ascending, in milliseconds. A worker, so that the load's sender does not delay it.
 */

let isStopped = false;
parentPort?.once("message", () => {
  isStopped = true;
});
const durations: Promise<number>[] = [];
while (!isStopped) {
  const startedAt = performance.now();
  const asked = fetch(`${workerData}/readyz`, { headers: { connection: "close" } });
  const read = asked.then((response) => response.text());
  durations.push(
    read.then(
      () => performance.now() - startedAt,
      () => Number.POSITIVE_INFINITY,
    ),
  );
  await wait(50);
}
parentPort?.postMessage((await Promise.all(durations)).toSorted((a, b) => a - b));
