import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StartedProcess } from "@compute-host/command-line/process";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../cluster/free-port.ts";
import { get, Workplace } from "../commands/run-command.ts";
import { describeEngines } from "../describe-engines.ts";
import { PgBouncer, pgBouncer } from "../postgres/pgbouncer.ts";
import { query } from "../postgres/query.ts";
import { TemporaryPostgres } from "../postgres/temporary-postgres.ts";
import { takeTestDatabase } from "../postgres/test-database.ts";
import { missingProgram } from "../programs.ts";
import { caddy } from "../shipped-proxies.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const example = fileURLToPath(new URL("../../../../examples/operator/", import.meta.url));
const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const read = (name: string) => readFileSync(join(example, name), "utf8");

/** Debian's PostgreSQL, because pg_dump must not be older than the server. */
const debian = "/usr/lib/postgresql/15";
const postgresTools = {
  name: "PostgreSQL 15 with its tools",
  ...(!existsSync(`${debian}/bin/pg_dump`) && { missing: `${debian} is missing: install postgresql-15` }),
};

describeEngines([postgresTools], () => {
  test("the backup of nodes can be restored, which the drill proves without a change to the service", async () => {
    await using postgres = await TemporaryPostgres.start([], debian);
    await query(postgres.url, "create database compute_host_drill");
    await using place = new Workplace();
    const environment = { COMPUTE_HOST_DATABASE_URL: postgres.url };
    for (const name of ["one", "two"])
      await place.run(["computers", "create", "--owner", "usr_ada", "--name", name], { environment });

    const folder = temporaryFolder();
    cpSync(example, folder, { recursive: true });
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
    symlinkSync(main, join(folder, "node_modules/.bin/compute-host"));
    writeFileSync(join(folder, "compute-host.env"), `COMPUTE_HOST_DATABASE_URL=${postgres.url}\n`);
    const run = (script: string) => {
      const env = {
        PATH: [`${debian}/bin`, dirname(process.execPath), process.env.PATH].join(delimiter),
        BACKUPS: join(folder, "backups"),
      };
      const { status, stdout, stderr } = spawnSync(join(folder, "nodes", script), { encoding: "utf8", env });
      expect([status, stderr]).toEqual([0, ""]);
      return stdout;
    };
    run("backup.sh");
    for (const _ of [1, 2]) expect(run("restore-drill.sh")).toContain("2 computers could be read");
    const { stdout } = await place.run(["computers", "list", "--json"], { environment });
    expect(stdout.trim().split("\n")).toHaveLength(2);
  });
});

describeEngines([pgBouncer], () => {
  test("nodes work behind the shipped configuration of PgBouncer", async () => {
    const database = await takeTestDatabase();
    onTestFinished(() => database.release());
    const shipped = read("nodes/pgbouncer.ini").split("[pgbouncer]")[1] ?? "";
    const settings = shipped
      .split("\n")
      .filter((line) => /^(?:pool_mode|server_reset|default_pool)/.test(line));
    expect(settings).toHaveLength(3);
    await using pooler = await PgBouncer.start(database.url, settings);
    await using place = new Workplace();
    const environment = { COMPUTE_HOST_DATABASE_URL: pooler.url };
    const { stdout: key } = await place.run(["keys", "create", "--owner", "usr_ada"], { environment });
    const services = await Promise.all([1, 2].map(() => place.serveHere({ environment })));
    for (const { url } of services)
      expect((await get(`${url}/api/v0/computers`, key.trim())).status).toBe(200);
  });
});

const promtool = { name: "promtool", ...missingProgram("promtool", ["--version"], "prometheus") };

describeEngines([promtool], () => {
  test("Prometheus accepts the shipped configuration, with the rules of the manual", () => {
    const rules = fileURLToPath(new URL("../../docs/alerts.yml", import.meta.url));
    const file = join(temporaryFolder(), "prometheus.yml");
    writeFileSync(file, read("nodes/prometheus.yml").replace("/etc/prometheus/alerts.yml", rules));
    const { status, stderr } = spawnSync("promtool", ["check", "config", file], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });
});

describe("a rolling restart", () => {
  describeEngines([caddy], () => {
    test("of three nodes behind the shipped proxy fails none of 5,000 requests", async () => {
      const database = await takeTestDatabase();
      onTestFinished(() => database.release());
      await using place = new Workplace();
      const environment = {
        COMPUTE_HOST_DATABASE_URL: database.url,
        COMPUTE_HOST_SHUTDOWN_DELAY_SECONDS: "1",
      };
      const { stdout } = await place.run(["keys", "create", "--owner", "usr_ada"], { environment });
      const created = await place.run(["computers", "create", "--owner", "usr_ada", "--name", "a"], {
        environment,
      });
      const [key, id] = [stdout.trim(), created.stdout.trim()];
      const ports = [await freePort(), await freePort(), await freePort()];
      const start = async (port: number): Promise<StartedProcess> => {
        const node = place.start(["serve", "--port", String(port), "--ready-json"], environment);
        await node.prints(/^\{"url".*\}$/);
        return node;
      };
      const nodes = await Promise.all(ports.map(start));
      const urls = ports.map((port) => `http://127.0.0.1:${port}`);
      await using proxy = await caddy.start("Caddyfile.nodes", temporaryFolder(), urls);
      const outcomes = new Map<number | string, number>();
      let isOver = false;
      let sent = 0;
      const callers = Array.from({ length: 8 }, async (_, caller) => {
        while (!isOver || sent < 5_000) {
          sent += 1;
          const isWrite = sent % 4 === 0;
          const response = await fetch(`${proxy.url}/api/v0/computers/${id}`, {
            method: isWrite ? "PATCH" : "GET",
            headers: {
              authorization: `Bearer ${key}`,
              ...(isWrite && { "content-type": "application/json" }),
            },
            ...(isWrite && { body: JSON.stringify({ remoteUser: `u-${caller}-${sent}` }) }),
          }).catch((error: Error) => error);
          // The body says whether the proxy or a node refused it.
          const text =
            response instanceof Response ? await response.text() : String(response.cause ?? response);
          const status = response instanceof Response ? response.status : "lost";
          const outcome = status === 200 ? status : `${status} ${text}`;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }
      });
      try {
        for (const [index, port] of ports.entries()) {
          expect(await nodes[index]?.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
          await start(port);
          await expect.poll(async () => (await get(`${urls[index]}/readyz`)).status).toBe(200);
          const before = sent;
          await expect.poll(() => sent).toBeGreaterThan(before + 500);
        }
      } finally {
        isOver = true;
        await Promise.all(callers);
      }
      expect([...outcomes]).toEqual([[200, sent]]);
    });
  });
});
