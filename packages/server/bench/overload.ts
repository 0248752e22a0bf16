import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { type Contender, loads, startContenders } from "./contenders.ts";
import { type OpenLoadResult, sendOpenLoad } from "./open-load.ts";
import { sendLoad } from "./send-load.ts";

/**
 * Prints what a service serves of PATCH and of lists when callers send 1, 2, 5 and 10 times what it can serve, and how
 * long `/readyz` takes. The sender needs a processor of its own: "offered" says what it reached. It takes some minutes.
 */

const { values } = parseArgs({ options: { seconds: { type: "string" }, only: { type: "string" } } });
const { seconds = 5, only = "" } = values;
const factors = [1, 2, 5, 10];

const at = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);

const probeFile = new URL("probe-readyz.ts", import.meta.url);

/** The 99th percentile of a probe's durations. */
async function endProbe(probe: Worker): Promise<number> {
  probe.postMessage("stop");
  const [durations] = (await once(probe, "message")) as [readonly number[]];
  return at(durations, 0.99);
}

async function run(contender: Contender, load: string): Promise<readonly object[]> {
  const { name: server, url, probeUrl, owners } = contender;
  const next = () => loads[load]?.(owners) ?? "";
  await sendLoad(url, next, 2);
  const capacity = (await sendLoad(url, next, Number(seconds))) / Number(seconds);
  const rows: object[] = [];
  for (const factor of factors) {
    contender.forgetLog();
    const probes = [url, probeUrl].map((workerData) => new Worker(probeFile, { workerData }));
    const result: OpenLoadResult = await sendOpenLoad(url, next, {
      rate: capacity * factor,
      seconds: Number(seconds),
    });
    const [onFirst = Number.NaN, onSecond = Number.NaN] = await Promise.all(probes.map(endProbe));
    const perSecond = (count: number) => Math.round(count / Number(seconds));
    rows.push({
      load,
      server,
      factor,
      capacity: Math.round(capacity),
      offered: perSecond(result.offered),
      "goodput (%)": Math.round((result.served.length / Number(seconds) / capacity) * 100),
      "p50 (ms)": at(result.served, 0.5),
      "p99 (ms)": at(result.served, 0.99),
      "503": perSecond(result.refused.length),
      "503 p99 (ms)": at(result.refused, 0.99),
      lost: perSecond(result.lost),
      "/readyz p99 (ms)": onFirst,
      "on the second port (ms)": onSecond,
    });
    console.error(rows.at(-1));
    await wait(2_000);
  }
  return rows;
}

await using servers = new AsyncDisposableStack();
const contenders = await startContenders(servers);
const rows: object[] = [];
for (const load of ["PATCH", "list of 100"])
  for (const contender of contenders)
    if (`${contender.name} ${load}`.includes(only)) rows.push(...(await run(contender, load)));
console.table(rows);
