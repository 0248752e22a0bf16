/**
 * Prints a line for each thing that breaks between two roots: yesterday's, with a built client, and the new one.
 * The clients of each call the fake of the other, and yesterday's contract suite runs against the new fake.
 */
import { join } from "node:path";
import type { ComputeHostClient } from "@compute-host/client";
import { witnesses } from "./witness-names.ts";

type Client = typeof import("@compute-host/client");
type Testing = typeof import("@compute-host/client/testing");

const [yesterday = "", changed = ""] = process.argv.slice(2);
const packed = (name: string) => import(join(yesterday, `packages/client/dist/${name}.mjs`));
const next = (name: string) => import(join(changed, `packages/client/src/${name}.ts`));

const id = "cmp_01k9x3d5t1";
const hostId = "8a7d2f64-0c35-4b19-a5e2-6f90d1c7b382";
const changes = { name: "n".repeat(63), hostId: hostId.replace("8", "9"), remoteUser: "x" };

/** What programs do, each with a new fake. */
const programs: Readonly<Record<string, (client: ComputeHostClient) => PromiseLike<unknown>>> = {
  list: ({ computers }) => computers.list(),
  "list by host with steps": ({ computers }) => computers.list({ hostId, includeProvisioningSteps: true }),
  get: ({ computers }) => computers.get(id),
  "get what is missing": ({ computers }) => computers.get("cmp_missing"),
  "update nothing": ({ computers }) => computers.update(id, {}),
  "update all": ({ computers }) => computers.update(id, changes),
  "update to a name that is taken": ({ computers }) => computers.update(id, { name: "workshop-mac" }),
  retry: ({ computers }) => computers.retryInstallDeps(id),
  "retry too early": ({ computers }) => computers.retryInstallDeps("cmp_01k9x7q2m4"),
};

async function outcomes({ createClient }: Client, { createFakeService }: Testing, options: object = {}) {
  const calls = Object.entries(programs).map(async ([name, call]) => {
    const { fetch } = createFakeService();
    try {
      await call(createClient({ baseUrl: "http://fake", token: "any", fetch, ...options }));
      return `${name}: a result`;
    } catch (error) {
      const { name: kind, message, problem } = error as Error & { problem?: { type: string } };
      return `${name}: ${kind} ${problem?.type ?? message}`;
    }
  });
  return Promise.all(calls);
}

const [earlierClient, earlierFake] = [await packed("index"), await packed("testing/index")];
const [nextClient, nextFake] = [await next("index"), await next("testing/index")];
const { schemas: validate } = await packed("schemas");
const before = new Set(await outcomes(earlierClient, earlierFake));
const broken = (lines: string[], witness: string) =>
  lines.filter((line) => !before.has(line)).map((line) => `${witness}: ${line}`);
const found = [
  ...broken(await outcomes(earlierClient, nextFake, { validate }), witnesses.earlierClient),
  ...broken(await outcomes(nextClient, earlierFake), witnesses.newClient),
];

// Callers do not send what the description of yesterday forbids, so a service that accepts it breaks nobody.
const refusals = ["negative_data_rejection", "missing_required_header", "unsupported_method", "ignored_auth"];
const isAccepted = ({ check, message }: { check: string; message: string }) =>
  refusals.includes(check) || /, not 400\b|^errors names |^Allow names .*, which is refused$/.test(message);
const suite = join(yesterday, "packages/contract-tests");
const { runContract }: typeof import("@compute-host/contract-tests") = await import(`${suite}/src/index.ts`);
const { startFakeTarget } = await import(`${suite}/test/targets/fake-target.ts`);
const { outcomes: cases } = await runContract(await startFakeTarget(nextFake.createFakeService));
for (const { contractCase, failure } of cases) {
  const violations = failure?.violations.filter((one) => !isAccepted(one)) ?? [];
  found.push(...violations.map(({ message }) => `${witnesses.suite}: ${contractCase.title}: ${message}`));
}
for (const line of found) process.stdout.write(`${line.replaceAll(/\s+/g, " ")}\n`);
process.exit();
