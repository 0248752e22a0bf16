/**
 * Holds what the gate says of each change in changes.yaml against those who did not update: programs, clients and the
 * contract suite. Prints a row for each, and exits with 1 if one contradicts the gate.
 *
 *     pnpm --filter @compute-host/repo spec:witnesses [--count N] [--seed N]
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { JsonObject } from "@compute-host/openapi";
import { checkedSources } from "@compute-host/openapi/checked-sources";
import { readDescription } from "@compute-host/openapi/read-api";
import { WorkspaceCopy } from "@compute-host/openapi/workspace-copy";
import { diff, readPolicy } from "@compute-host/spec-gate";
import { root } from "../checks/workspace.ts";
import { readChanges } from "./changes.ts";
import { compilePrograms, readEarlierPrograms } from "./earlier-programs.ts";
import { witnesses } from "./witness-names.ts";

const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
const name = "spec/openapi.yaml";
const ours = join(root, name);
const runner = fileURLToPath(new URL("run-witnesses.ts", import.meta.url));
const policies = await readFile(join(root, "packages/spec-gate/docs/policies.md"), "utf8");
const earlier = await readEarlierPrograms(root);
/** The programs of callers, and the fake, which does not compile where core asks for more than the description. */
const callers = [...earlier.programs].filter(([, text]) => !/@compute-host\/(?!client\b|types\b)/.test(text));
callers.push(["fake.ts", 'import "@compute-host/client/testing";']);
const clients = [witnesses.earlierClient, witnesses.newClient];
const copy = new WorkspaceCopy();
process.once("exit", () => copy.remove());

/** Returns the verdict, what breaks, and what the new sources still need, as the compiler says it. */
async function rowOf(description: JsonObject) {
  const text = JSON.stringify(description, undefined, 2);
  try {
    const sources = Object.entries(checkedSources(text, name));
    for (const [path, source] of [...sources, [name, text] as const]) copy.write(path, source);
  } catch (error) {
    const lines = (error as Error).message.split("\n");
    const silent = lines.filter((line) => !/^spec\/openapi\.yaml:[1-9]\d*: .+\.$/.test(line));
    return { verdict: "refused", breaks: silent, open: lines[0], contradicts: silent.length > 0 };
  }
  const [{ impact = "none", changes }, compiled, ran] = await Promise.all([
    diff({ base: ours, revision: join(copy.folder, name), policy: readPolicy(join(root, "spec-gate.yaml")) }),
    compilePrograms(copy.folder, { ...earlier, programs: new Map(callers) }),
    copy.run(".", process.execPath, [runner, root, copy.folder]),
  ]);
  const errors = compiled.split("\n").filter((line) => line.includes(": error TS"));
  const open = errors.find((line) => line.startsWith("../"))?.replace(/^[./]+/, "");
  const found = errors
    .filter((line) => !line.startsWith("../"))
    .map((line) => `${witnesses.compiler}: ${line}`);
  for (const line of ran.output.split("\n")) {
    // The suite cannot judge what a person has yet to write.
    const isOfClient = clients.some((client) => line.startsWith(`${client}: `));
    if (line !== "" && (open === undefined || isOfClient)) found.push(line);
  }
  const isMajor = !["none", "patch", "minor"].includes(impact);
  const isExplained = changes.some((one) => one.impact === impact && policies.includes(`\`${one.rule}\``));
  const contradicts = isMajor ? found.length === 0 && !isExplained : found.length > 0;
  return { verdict: impact, breaks: found, open, contradicts };
}

const { count = Infinity, seed = Date.now() % 10_000 } = values;
const drawn = (change: string) => createHash("sha256").update(`${seed} ${change}`).digest("hex");
const changes = [...(await readChanges(await readDescription(ours)))];
const some = changes.toSorted(([a], [b]) => (drawn(a) < drawn(b) ? -1 : 1)).slice(0, Number(count));
process.stdout.write(`${some.length} of ${changes.length} changes, --seed ${seed}\n\n`);
let contradictions = 0;
for (const [change, description] of some) {
  const { verdict, breaks, open = "", contradicts } = await rowOf(description);
  contradictions += Number(contradicts);
  const more = breaks.length > 1 ? ` (and ${breaks.length - 1} more)` : "";
  const cells = [contradicts ? "CONTRADICTS" : "agrees", (breaks[0] ?? "").slice(0, 200) + more, open];
  const row = [change, verdict, ...cells].map((cell) => cell.replaceAll("|", "\\|"));
  process.stdout.write(`| ${row.join(" | ")} |\n`);
}
process.stdout.write(`\n${contradictions} contradictions\n`);
process.exitCode = contradictions > 0 ? 1 : 0;
