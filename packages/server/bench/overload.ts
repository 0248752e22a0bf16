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

async function run(contender: Contender, load: string): Promise<readonly object[]> {
  const { name: server, url, owners } = contender;
  const next = () => loads[load]?.(owners) ?? "";
  await sendLoad(url, next, 2);
  const capacity = (await sendLoad(url, next, Number(seconds))) / Number(seconds);
  const rows: object[] = [];
  for (const factor of factors) {
    contender.forgetLog();
    const probe = new Worker(new URL("probe-readyz.ts", import.meta.url), { workerData: url });
    const result: OpenLoadResult = await sendOpenLoad(url, next, {
      rate: capacity * factor,
      seconds: Number(seconds),
    });
    probe.postMessage("stop");
    const [ready] = (await once(probe, "message")) as [readonly number[]];
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
      "/readyz p99 (ms)": at(ready, 0.99),
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
