import { parseArgs } from "node:util";
import { fuzz } from "./fuzz.ts";
import { loadApi, startServiceTarget } from "./suite.ts";

/**
 * `pnpm fuzz`: sends all kinds of requests to this repository's service and checks each response against the spec.
 * Prints the seed, which repeats the run, and for a failure the shortest requests that show it.
 */

const { values } = parseArgs({
  // pnpm passes on the two hyphens that separate its own options.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    requests: { type: "string", default: "10000" },
  },
});
const [seed, requests] = [Number(values.seed), Number(values.requests)];
if (!Number.isSafeInteger(seed) || !(Number.isSafeInteger(requests) && requests > 0)) {
  console.error("usage: pnpm fuzz [--seed NUMBER] [--requests NUMBER]");
  process.exit(2);
}

console.log(`seed ${seed}, ${requests} requests`);
const startedAt = performance.now();
const result = await fuzz({ api: loadApi(), seed, requests, start: startServiceTarget });
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
const statuses = [...result.byStatus].sort(([a], [b]) => a - b);
console.log(
  `${result.requests} requests in ${seconds} s: ${statuses.map(([status, count]) => `${count} x ${status}`).join(", ")}`,
);
if (result.failure === undefined) console.log("0 responses outside the spec");
else {
  const { message, lines } = result.failure;
  console.error(
    `\n${message}\n\n${lines.join("\n")}\n\nTo repeat: pnpm fuzz --seed ${seed} --requests ${requests}`,
  );
  process.exitCode = 1;
}
