import { oneOf, readArguments, wholeNumber } from "@compute-host/command-line";

/**
 * `pnpm fuzz`: sends all kinds of requests to this repository's service and checks each response against the spec.
 * Prints the seed, which repeats the run, and for a failure the shortest requests that show it.
 */

const { values } = readArguments({
  command: "pnpm fuzz",
  about: "Sends random requests to the service of this repository and checks each response against the spec.",
  options: {
    seed: { type: "string", value: "NUMBER", accepts: wholeNumber(0), about: "repeats a run (a random one)" },
    requests: {
      type: "string",
      value: "NUMBER",
      accepts: wholeNumber(1),
      about: "how many it sends (10000)",
    },
    engine: {
      type: "string",
      value: "NAME",
      accepts: oneOf(["sqlite", "postgresql"]),
      about: "the database: sqlite, in a file, or postgresql (SQLite in memory)",
    },
  },
  examples: ["pnpm fuzz --seed 7 --requests 100000"],
});
// Loading the suite takes seconds, which a wrong usage does not have to wait for.
const [{ fuzz }, { loadApi, startServiceTarget }, { engines, inMemory }] = await Promise.all([
  import("./fuzz.ts"),
  import("./suite.ts"),
  import("@compute-host/server/test-engines"),
]);
const engine = engines.find(({ name }) => name.toLowerCase() === values.engine) ?? inMemory;
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const requests = Number(values.requests ?? 10_000);

console.log(`seed ${seed}, ${requests} requests, ${engine.name}`);
const startedAt = performance.now();
const result = await fuzz({
  api: loadApi(),
  seed,
  requests,
  start: (api) => startServiceTarget(api, { engine }),
});
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
const statuses = [...result.byStatus].sort(([a], [b]) => a - b);
console.log(
  `${result.requests} requests in ${seconds} s: ${statuses.map(([status, count]) => `${count} x ${status}`).join(", ")}`,
);
if (result.failure === undefined) console.log("0 responses outside the spec");
else {
  const { message, lines } = result.failure;
  console.error(
    `\n${message}\n\n${lines.join("\n")}\n\nTo repeat: pnpm fuzz --seed ${seed} --requests ${requests}${values.engine ? ` --engine ${values.engine}` : ""}`,
  );
  process.exitCode = 1;
}
// PostgreSQL would keep this process running.
process.exit();
