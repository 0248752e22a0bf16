import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartedProcess } from "@compute-host/command-line/process";
import { expect, onTestFinished, test } from "vitest";
import { settings } from "../src/config/settings.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const example = fileURLToPath(new URL("../../../examples/operator/", import.meta.url));
const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const read = (name: string) => readFileSync(join(example, name), "utf8");

/** Copies the folder, with the built program in place of an installed one, and its data in a temporary folder. */
function install() {
  const folder = temporaryFolder();
  cpSync(example, folder, { recursive: true });
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(main, join(bin, "compute-host"));
  const settings = read("compute-host.env")
    .replaceAll("/opt/compute-host", folder)
    .replaceAll("/var/lib/compute-host", join(folder, "data"))
    .replace("PORT=4010", "PORT=0");
  writeFileSync(join(folder, "compute-host.env"), settings);
  const env = {
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    BACKUPS: join(folder, "backups"),
    MACHINES: join(folder, "machines"),
  };
  const run = (script: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(join(folder, script), args, { encoding: "utf8", env });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining("rror")]);
    return stdout.trim();
  };
  const serve = () => {
    const service = new StartedProcess(join(folder, "compute-host.sh"), ["serve", "--ready-json"], { env });
    onTestFinished(() => void service.child.kill("SIGKILL"));
    return service;
  };
  return { folder, env, run, serve };
}

test("an operator's day: a computer, a backup, a drill, a rotated key, a restore", async () => {
  const { folder, run, serve } = install();
  const service = serve();
  await service.prints(/^\{"url".*\}$/);
  const id = run("compute-host.sh", "computers", "create", "--owner", "usr_ada", "--name", "build-box");
  const computer = () => JSON.parse(run("compute-host.sh", "computers", "get", id));
  await expect.poll(() => computer().status).toBe("active");
  expect(computer().hostname).toBe(`${id}.internal`);
  run("backup.sh");
  expect(run("restore-drill.sh")).toContain("1 computers could be read");
  const keys = [1, 2].map(() => run("compute-host.sh", "keys", "create", "--owner", "usr_ada"));
  expect(keys[1]).not.toBe(keys[0]);
  const listed = () => run("compute-host.sh", "keys", "list", "--json").split("\n");
  const [old = ""] = listed();
  run("compute-host.sh", "keys", "revoke", JSON.parse(old).id);
  expect(listed().filter((key) => JSON.parse(key).revokedAt === undefined)).toHaveLength(1);
  expect(await service.stop("SIGTERM")).toMatchObject({ exitCode: 0 });
  const [backup = ""] = globSync("*.db", { cwd: join(folder, "backups") });
  run("compute-host.sh", "restore", join(folder, "backups", backup), "--overwrite");
  expect(run("compute-host.sh", "keys", "list", "--json")).toBe("");
  await serve().prints(/^\{"url".*\}$/);
  expect(computer().status).toBe("active");
});

test("the drill fails if the restored copy cannot be read", () => {
  const { folder, env, run } = install();
  run("compute-host.sh", "computers", "create", "--owner", "usr_ada", "--name", "a");
  run("backup.sh");
  const command = join(folder, "node_modules/.bin/compute-host");
  rmSync(command);
  writeFileSync(command, `#!/bin/sh\n[ "$1" != computers ] && exec "${main}" "$@"\n`, { mode: 0o755 });
  const { status, stdout } = spawnSync(join(folder, "restore-drill.sh"), { encoding: "utf8", env });
  expect([status, stdout]).toEqual([1, expect.not.stringContaining("could be read")]);
});

test("the scripts read a URL with & and $ as systemd does", () => {
  const { folder, env } = install();
  const url = "postgres://compute_host:$1@127.0.0.1/compute_host?sslmode=verify-full&application_name=day";
  writeFileSync(join(folder, "compute-host.env"), `COMPUTE_HOST_DATABASE_URL=${url}\n`);
  const script = join(folder, "compute-host.sh");
  const { status, stderr } = spawnSync(script, ["backup", "copy.db"], { encoding: "utf8", env, cwd: folder });
  expect([status, stderr]).toEqual([1, expect.stringContaining("PostgreSQL has its own tools")]);
});

test.each(["nginx.conf", "Caddyfile", "Caddyfile.nodes"])(
  "%s passes callers' routes and none of the operator's",
  (file) => {
    const nginx = /location ~ (\S+) \{/.exec(read(file))?.[1];
    const caddy = /path (.+)/.exec(read(file))?.[1]?.replaceAll(".", "\\.").replaceAll("*", ".*").split(" ");
    const passed = new RegExp(nginx ?? `^(${caddy?.join("|")})$`);
    const callers = [
      "api/v0/computers",
      "docs",
      "docs/",
      "docs/client/",
      "problems",
      "problems/x",
      "packages/client.tgz",
    ];
    const paths = [...callers, "llms.txt", "openapi.yaml", "metrics", "healthz", "readyz", "documents"];
    expect(paths.filter((path) => passed.test(`/${path}`))).toEqual([...callers, "llms.txt", "openapi.yaml"]);
  },
);

test("systemd waits longer than a shutdown that leaves the steps takes", () => {
  const { shutdownDelaySeconds, shutdownTimeoutSeconds } = settings;
  const most = Number(shutdownDelaySeconds.default) + Number(shutdownTimeoutSeconds.default) + 10;
  const waits = /^TimeoutStopSec=(\d+)$/m.exec(read("compute-host.service"))?.[1];
  expect(Number(waits)).toBeGreaterThan(most);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(hasSystemd)("systemd accepts the units (needs systemd-analyze)", () => {
  const { folder } = install();
  const units = globSync("{,nodes/}*.{service,timer}", { cwd: folder }).map((name) => {
    const path = join(folder, name);
    writeFileSync(
      path,
      read(name)
        .replaceAll("/opt/compute-host", folder)
        .replaceAll(/^User=.*\n/gm, ""),
    );
    return path;
  });
  expect(units).toHaveLength(5);
  // Alone, because two of them have the same name.
  for (const unit of units) {
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    expect([unit, status, stderr]).toEqual([unit, 0, ""]);
  }
});
