import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { killersIn, readMatrix } from "../../mutants/matrix.ts";
import { forEach, runOnHost } from "../../mutants/run-on-host.ts";
import { bugs } from "../../reference/bugs/bugs.ts";
import { allCases } from "../../src/cases/all-cases.ts";
import type { Theme } from "../../src/cases/contract-case.ts";
import { loadApi } from "../../src/openapi/load-api.ts";

/** The themes whose failures need no state: the last request alone shows them. */
const stateless: readonly Theme[] = ["credentials", "methods and paths", "queries", "bodies", "responses"];

const runShell = promisify(execFile);

test("the last curl line of a failure shows it again", async () => {
  const killers = killersIn(readMatrix());
  const cases = new Map(allCases(loadApi()).map((one) => [one.title, one]));
  const differences: string[] = [];
  await forEach(bugs, async ({ id, act }) => {
    const killer = cases.get(killers[id] ?? "");
    // A limit depends on the requests before.
    if (killer === undefined || act === "limit" || !stateless.includes(killer.theme)) return;
    const repeat = async (env: Readonly<Record<string, string>>, curl: string) => {
      const { stdout } = await runShell("bash", ["-c", `${curl} -s -o /dev/null -w '%{http_code}'`], {
        env: { ...process.env, ...env },
      });
      return Number(stdout.replace("000", "0"));
    };
    const shown = await runOnHost({ bugs: [id] }, [killer], {
      stopsAtFailure: true,
      async beforeEnd(host, { outcomes }) {
        const last = outcomes.find(({ failure }) => failure)?.failure?.exchanges.at(-1);
        if (last === undefined || last.curl.includes("# shortened")) return;
        const status = await repeat(host.environment, last.curl);
        if (status !== last.status) differences.push(`${id}: ${status}, not ${last.status}: ${last.curl}`);
      },
    });
    expect(shown.outcomes).toHaveLength(1);
  });
  expect(differences).toEqual([]);
}, 1_800_000);
