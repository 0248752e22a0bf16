import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { readyOf, runOrThrow, runProcess, StartedProcess } from "@compute-host/command-line/process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../cluster/free-port.ts";
import { type DockerfileStep, readDockerfile } from "../docker/dockerfile-steps.ts";
import { takeTestDatabase } from "../postgres/test-database.ts";
import { get } from "../run-command.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const dockerfile = join(root, "packages/server/Dockerfile");
/** Who runs the image where the tests run as root: not root. */
const otherUser = 65_534;

/** Carries out the instructions in a folder that stands for the file system of the image; no engine builds it. */
describe("what the Dockerfile says, carried out without an engine", () => {
  const folder = mkdtempSync(join(tmpdir(), "compute-host-image-"));
  const steps = readDockerfile(readFileSync(dockerfile, "utf8"));
  const environment: Record<string, string> = {};
  let workingFolder = "/";

  const inFolder = (path: string) => join(folder, path);
  /** Absolute paths of the image become those of the folder. */
  const mapPaths = (text: string) => text.replaceAll(/(?<=^|[\s"'])\/(src|app|data)\b/g, `${folder}/$1`);

  async function carryOut({
    instruction,
    flags,
    words: [rest = "", ...others],
  }: DockerfileStep): Promise<void> {
    if (instruction === "FROM") workingFolder = "/";
    if (instruction === "WORKDIR") {
      workingFolder = rest;
      mkdirSync(inFolder(rest), { recursive: true });
    }
    if (instruction === "ENV") {
      const [, name = "", value = ""] = /^(\w+)=(\S+)$/.exec(rest) ?? [];
      environment[name] = value;
    }
    if (instruction === "RUN") {
      expect(others).toEqual([]);
      const Path = [join(folder, "bin"), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
      await runOrThrow("sh", ["-c", mapPaths(rest)], {
        cwd: inFolder(workingFolder),
        env: { PATH: Path, CI: "1", npm_config_prefer_offline: "true" },
      });
    }
    if (instruction === "COPY") await copy(rest.split(/\s+/), flags.from);
  }

  async function copy(paths: readonly string[], stage: string | undefined): Promise<void> {
    const [from = "", to = ""] = paths;
    if (stage !== undefined) {
      if (from !== to) cpSync(inFolder(from), inFolder(to), { recursive: true, verbatimSymlinks: true });
      return;
    }
    const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", from];
    const files = await runOrThrow("git", list, { cwd: root });
    for (const file of files.split("\0").filter((name) => name !== "" && existsSync(join(root, name)))) {
      const target = join(inFolder(workingFolder), to, file);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(root, file), target);
    }
  }

  /** The words of the last instruction of this name, for the folder. */
  const wordsOf = (instruction: string) =>
    (steps.findLast((step) => step.instruction === instruction)?.words ?? []).map(mapPaths);

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, "bin"));
    // The workspace's own pnpm stands for the one that the image installs, and no user `node` is needed.
    writeFileSync(join(folder, "bin/npm"), `#!/bin/sh\necho "$@" > ${folder}/npm-arguments\n`, {
      mode: 0o755,
    });
    writeFileSync(join(folder, "bin/chown"), `#!/bin/sh\necho "$@" > ${folder}/chown-arguments\n`, {
      mode: 0o755,
    });
    for (const step of steps) await carryOut(step);
    if (process.getuid?.() === 0) chownSync(inFolder("data"), otherUser, otherUser);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** Starts the entry point as the image does, as a user that is not root. */
  async function startImage(more: Readonly<Record<string, string>> = {}) {
    const [program = "", ...args] = [...wordsOf("ENTRYPOINT"), ...wordsOf("CMD"), "--ready-json"];
    const port = String(await freePort());
    const service = new StartedProcess(program === "node" ? process.execPath : program, args, {
      cwd: inFolder(workingFolder),
      inherited: {
        PATH: process.env.PATH,
        ...environment,
        COMPUTE_HOST_PROVISIONER: "simulated",
        PORT: port,
        ...more,
      },
      ...(process.getuid?.() === 0 && { uid: otherUser, gid: otherUser }),
    });
    await readyOf(service);
    return { service, port, url: `http://127.0.0.1:${port}` };
  }

  async function healthOf(port: string): Promise<number | null> {
    const [program = "", ...args] = wordsOf("HEALTHCHECK");
    expect(program).toBe("node");
    return (await runProcess(process.execPath, args, { inherited: { ...environment, PORT: port } })).exitCode;
  }

  async function keyOf(owner: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
    const [, file = ""] = wordsOf("ENTRYPOINT");
    const key = await runOrThrow(process.execPath, [file, "keys", "create", "--owner", owner], {
      cwd: inFolder(workingFolder),
      inherited: { PATH: process.env.PATH, ...environment, ...more },
      ...(process.getuid?.() === 0 && { uid: otherUser, gid: otherUser }),
    });
    return key.trim();
  }

  test("runs the service on the volume, as a user without rights", async () => {
    const { service, port, url } = await startImage();
    expect(existsSync(inFolder("data/compute-host.db"))).toBe(true);
    expect((await get(`${url}/api/v0/computers`, await keyOf("usr_ada"))).status).toBe(200);
    expect((await get(`${url}/docs/`)).status).toBe(200);
    expect(await healthOf(port)).toBe(0);
    expect((await service.stop()).exitCode).toBe(0);
    expect(await healthOf(port)).toBe(1);
  });

  test("runs it on PostgreSQL, and leaves the volume alone", async () => {
    rmSync(inFolder("data/compute-host.db"), { force: true });
    const database = { DATABASE_URL: (await takeTestDatabase()).url };
    const { service, port, url } = await startImage(database);
    expect((await get(`${url}/api/v0/computers`, await keyOf("usr_ada", database))).status).toBe(200);
    expect(await healthOf(port)).toBe(0);
    expect((await service.stop()).exitCode).toBe(0);
    expect(existsSync(inFolder("data/compute-host.db"))).toBe(false);
  });

  test("installs the pinned pnpm, gives the volume to the user, and does not run as root", () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const pinnedNode = readFileSync(join(root, ".node-version"), "utf8").trim();
    expect(readFileSync(join(folder, "npm-arguments"), "utf8").trim()).toBe(
      `install --global pnpm@${dependencies.pnpm}`,
    );
    expect(readFileSync(join(folder, "chown-arguments"), "utf8").trim()).toBe(`node:node ${folder}/data`);
    expect(wordsOf("USER")).toEqual(["node"]);
    for (const { words } of steps.filter(({ instruction }) => instruction === "FROM")) {
      expect(words[0]).toMatch(new RegExp(`^node:${pinnedNode.replaceAll(".", "\\.")}-slim(?: AS build)?$`));
    }
  });

  test("takes nothing into the build that this machine made", () => {
    const ignored = readFileSync(`${dockerfile}.dockerignore`, "utf8").trim().split("\n");
    for (const path of [
      "node_modules",
      "packages/server/node_modules",
      "packages/server/dist",
      ".git",
      "data",
      "packages/docs/reports",
    ]) {
      expect(
        ignored.some((pattern) => matchesGlob(path, pattern)),
        path,
      ).toBe(true);
    }
    expect(ignored.some((pattern) => matchesGlob("packages/server/src/cli/main.ts", pattern))).toBe(false);
  });
});
