import { chmodSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { get, Workplace } from "./run-command.ts";

const computer = (number: number, more: object = {}) =>
  JSON.stringify({
    id: `cmp_${number}`,
    name: `n${number}`,
    providerType: "byom",
    ownerId: "usr_ada",
    status: "active",
    ...more,
  });

const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
const words = (line: string) => line.split(" ");

/** Every command works with and without a running service: each test runs both ways. */
const ways = [
  ["with the service stopped", false],
  ["with the service running", true],
] as const;

describe.each(ways)("the command line, %s", (_, isRunning) => {
  test("creates, lists and revokes keys", async () => {
    await using place = new Workplace();
    if (isRunning) await place.serveHere();
    const created = await place.run(words("keys create --owner usr_ada --name ci --expires 90d"));
    expect(created).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^chk_\w{38}\n$/) });
    const { stdout: json } = await place.run(["keys", "list", "--json"]);
    const key = JSON.parse(json) as { id: string };
    expect(key).toMatchObject({ name: "ci", ownerId: "usr_ada", ownerKind: "user" });
    const table = await place.run(["keys", "list"]);
    expect(table.stdout).toMatch(
      new RegExp(
        `^ID +NAME +OWNER +KIND +CREATED +EXPIRES +LAST USE +STATE\n${key.id} +ci +usr_ada +user .*valid\n$`,
      ),
    );
    expect(table.stdout + json).not.toContain(created.stdout.slice(4, 20));
    expect(await place.run(["keys", "revoke", key.id])).toMatchObject({
      exitCode: 0,
      stdout: `Revoked ${key.id}.\n`,
    });
    expect((await place.run(["keys", "list"])).stdout).toContain("revoked");
    const again = await place.run(["keys", "revoke", key.id]);
    expect(again).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`There is no valid key ${key.id}`),
    });
  });

  test("imports, creates and lists computers, and imports what it listed", async () => {
    await using place = new Workplace();
    if (isRunning) await place.serveHere();
    const file = place.write("new.ndjson", `${computer(1)}\n${computer(2, { ownerId: "usr_eve" })}\n`);
    const imported = await place.run(["computers", "import", file]);
    expect(imported).toMatchObject({ exitCode: 0, stdout: "Imported 2 computers.\n" });
    const created = await place.run(
      words("computers create --owner usr_ada --name slow-box --hostname 192.0.2.7 --json"),
    );
    expect(JSON.parse(created.stdout)).toMatchObject({
      name: "slow-box",
      status: "provisioning",
      hostname: "192.0.2.7",
    });
    expect((await place.run(["computers", "list"])).stdout).toMatch(/^ID +NAME +STATUS.*\n(.*\n){3}$/);
    const { stdout: listed } = await place.run(["computers", "list", "--owner", "usr_eve", "--json"]);
    expect(listed).toMatch(/^.*\n$/);
    expect(JSON.parse(listed)).toMatchObject({ id: "cmp_2", provisioningSteps: [] });
    await using other = new Workplace();
    const listFile = other.write("listed.ndjson", listed);
    expect((await other.run(["computers", "import", listFile])).stdout).toBe("Imported 1 computer.\n");
  });

  test("retries a computer from any step, and deletes one", async () => {
    await using place = new Workplace();
    if (isRunning) await place.serveHere();
    const step = (id: string, status: string) => ({ id, name: id, status });
    const stuck = (number: number) =>
      computer(number, {
        name: `slow-${number}`,
        status: "error",
        provisioningSteps: [
          step("create-computer", "completed"),
          step("configure-environment", "failed"),
          step("install-deps", "pending"),
        ],
      });
    const file = place.write("stuck.ndjson", [stuck(1), stuck(2), computer(3)].join("\n"));
    await place.run(["computers", "import", file]);
    const retry = (...args: string[]) => place.run(["computers", "retry", ...args]);
    const statuses = async (id: string) => {
      const { stdout } = await place.run(["computers", "get", id]);
      const { provisioningSteps } = JSON.parse(stdout) as { provisioningSteps: { status: string }[] };
      return provisioningSteps.map(({ status }) => status).join();
    };
    expect((await retry("cmp_1")).stdout).toBe("Provisioning cmp_1 again.\n");
    expect(await statuses("cmp_1")).toMatch(/^completed,(pending|running),pending$/);
    expect((await retry("cmp_2", "--from", "create-computer")).exitCode).toBe(0);
    expect(await statuses("cmp_2")).toMatch(/^(pending|running),pending,pending$/);
    for (const [args, message] of [
      [["cmp_9"], "There is no computer cmp_9."],
      [["cmp_1", "--from", "nonsense"], "no such step"],
      [["cmp_3"], "Every step of the computer has completed"],
    ] as const) {
      const result = await retry(...args);
      expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(message) });
    }
    expect(await place.run(["computers", "delete", "cmp_1"])).toMatchObject({
      exitCode: 0,
      stdout: "Deleted cmp_1.\n",
    });
    expect(await place.run(["computers", "delete", "cmp_1"])).toMatchObject({ exitCode: 1 });
    expect((await place.run(["computers", "list", "--json"])).stdout).not.toContain("cmp_1");
  });

  test("shows and changes one computer, and lists those in a status", async () => {
    await using place = new Workplace();
    if (isRunning) await place.serveHere();
    const failed = {
      id: "install-deps",
      name: "Install",
      status: "failed",
      startedAt: 0,
      error: "no \u001b space",
    };
    const broken = computer(1, { status: "error", hostname: "old", provisioningSteps: [failed] });
    const linked = computer(2, { hostId });
    await place.run(["computers", "import", place.write("new.ndjson", `${broken}\n${linked}`)]);
    const { stdout } = await place.run(["computers", "list", "--status", "error", "--owner", "usr_ada"]);
    expect(stdout).toMatch(/^ID.*\ncmp_1 .*\n$/);
    const update = (...args: readonly string[]) => place.run(["computers", "update", ...args]);
    for (const [args, message] of [
      ["cmp_1 --hostname 192.0.2.7 --host-id x", "not updated. /hostId: must be a UUID\n"],
      ["cmp_1 --name n2", "Another computer of this owner has this name."],
      [`cmp_1 --host-id ${hostId}`, "is linked to this host"],
      [`cmp_2 --host-id ${hostId.replace("3f", "4f")}`, "cannot be changed"],
      ["cmp_9 --name n9", "There is no computer cmp_9."],
    ] as const) {
      expect(await update(...words(args))).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining(message),
      });
    }
    expect(await update("cmp_1")).toMatchObject({ exitCode: 2 });
    expect(await update("cmp_1", "--hostname", "192.0.2.7")).toMatchObject({ stdout: "Updated cmp_1.\n" });
    const shown = (await place.run(["computers", "get", "cmp_1"])).stdout;
    expect(JSON.parse(shown)).toMatchObject({ hostname: "192.0.2.7", provisioningSteps: [failed] });
    expect(await place.run(["computers", "logs", "cmp_1"])).toMatchObject({
      exitCode: 0,
      stdout: "",
      stderr: expect.stringContaining("There is no log of install-deps here"),
    });
    expect(await place.run(["computers", "logs", "cmp_1", "--step", "nonsense"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("it has: install-deps"),
    });
  });

  test("prints one line for each mistake in a file, and imports none of it", async () => {
    await using place = new Workplace();
    if (isRunning) await place.serveHere();
    const file = place.write("computers.ndjson", [computer(1), "{", computer(3, { nmae: "x" })].join("\n"));
    const { exitCode, stderr, stdout } = await place.run(["computers", "import", file]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    const lines = stderr.split("\n").filter((line) => !/^Made /.test(line));
    expect(lines).toEqual([
      `compute-host: ${file} cannot be imported; nothing was.`,
      expect.stringMatching(/^ {2}line 2: is not JSON/),
      "  line 3, /nmae: is not a known property",
      "",
    ]);
    await place.run(["keys", "create", "--owner", "usr_ada"]);
    expect((await place.run(["computers", "list", "--json"])).stdout).toBe("");
  });
});

test.each([
  ["in the database", ""],
  ["in the file", `${computer(1, { hostId })}\n${computer(2)}\n`],
])("says in a line each which computers %s are in the way, and imports none", async (_where, earlier) => {
  await using place = new Workplace();
  const taken = [
    computer(1, { name: "free" }),
    computer(4, { name: "n2" }),
    computer(5, { hostId: hostId.toUpperCase() }),
  ];
  const before = place.write("before.ndjson", `${computer(1, { hostId })}\n${computer(2)}\n`);
  if (earlier === "") await place.run(["computers", "import", before]);
  const file = place.write("new.ndjson", `${earlier || "\n\n"}${taken.join("\n")}`);
  const { exitCode, stderr } = await place.run(["computers", "import", file]);
  expect(exitCode).toBe(1);
  for (const line of [
    "  line 3, /id: another computer has this id\n",
    "  line 4, /name: another computer of this owner has this name\n",
    "  line 5, /hostId: another computer of this owner is linked to this host\n",
  ])
    expect(stderr).toContain(line);
  const listed = await place.run(["computers", "list", "--json"]);
  expect(listed.stdout.match(/\n/g)?.length ?? 0).toBe(earlier === "" ? 2 : 0);
});

test("imports and lists more computers than a batch has, and reports twenty problems of a file at most", async () => {
  await using place = new Workplace();
  const lines = (make: (number: number) => string) =>
    Array.from({ length: 2_500 }, (_, at) => make(at)).join("\n");
  const file = place.write("all.ndjson", lines(computer));
  expect((await place.run(["computers", "import", file])).stdout).toBe("Imported 2500 computers.\n");
  for (const filter of [[], ["--owner", "usr_ada"]]) {
    const { stdout } = await place.run(["computers", "list", "--json", ...filter]);
    expect(new Set(stdout.trim().split("\n")).size).toBe(2_500);
  }
  const wrong = place.write(
    "wrong.ndjson",
    lines((number) => computer(number, { nmae: "x" })),
  );
  const { stderr } = await place.run(["computers", "import", wrong]);
  expect(stderr.match(/^ {2}line \d+, \/nmae/gm)).toHaveLength(20);
});

describe("a wrong use", () => {
  test.each([
    [["srve"], 2, "unknown command 'srve'"],
    [["serve", "--prot", "1"], 2, "unknown option '--prot'\n(Did you mean --port?)"],
    [["serve", "--port", "65536"], 2, "It must be a whole number from 0 to 65535"],
    [["keys"], 2, "Usage: compute-host keys"],
    [["keys", "create"], 2, "required option '--owner <id>' not specified"],
    [["keys", "create", "--owner", "u", "--expires", "2020-01-01"], 2, "in the future"],
    [["keys", "create", "--owner", "u", "--expires", "soon"], 2, "must be a duration such as 12h"],
    [["computers", "delete", "a", "b"], 2, "too many arguments"],
    [["computers", "create", "--owner", "u", "--name", "n", "--provider", "cloud"], 2, "managed, byom"],
    [["computers", "import", "missing.json"], 1, "missing.json cannot be read: there is no such file."],
    [["keys", "list"], 1, "There is no database at"],
    [["keys", "create", "--owner", "x".repeat(256)], 2, "not have more than 255 characters"],
    [["copy", "sqlite:missing.db", "sqlite:x.db"], 1, "There is no database at missing.db."],
    [["copy", "missing.db", "sqlite:x.db"], 2, "such as postgres://user:password@host/database"],
    [["copy", "sqlite:x.db", "UNHEARD_OF"], 2, "The variable UNHEARD_OF is not set."],
    [["restore", "."], 1, "cannot be restored: it is not a file."],
  ])("like %j ends with %i and says why", async (args, exitCode, message) => {
    await using place = new Workplace();
    const result = await place.run(args);
    expect(result).toMatchObject({ exitCode, stdout: "", stderr: expect.stringContaining(message) });
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });

  test("of the environment is reported with every wrong variable", async () => {
    await using place = new Workplace();
    const result = await place.run(["serve"], {
      environment: { COMPUTE_HOST_PORT: "x", COMPUTE_HOST_LOG_LEVEL: "loud" },
    });
    expect(result).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/COMPUTE_HOST_PORT must be .*\n.*COMPUTE_HOST_LOG_LEVEL must be /),
    });
  });

  test.each([
    ["--help"],
    ["serve", "--help"],
    ["keys", "create", "--help"],
    ["computers", "import", "--help"],
  ])("is helped by %s %s %s", async (...args) => {
    await using place = new Workplace();
    const { exitCode, stdout } = await place.run(args);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Usage: compute-host[\s\S]*Examples:\n {2}\$ /);
  });
});

test.each(["/nonexistent/step", tmpdir()])(
  "a provisioning command that cannot be run, %s, is refused at the start",
  async (command) => {
    await using place = new Workplace();
    const result = await place.run(["serve", "--port", "0"], {
      environment: { COMPUTE_HOST_PROVISIONER: "command", COMPUTE_HOST_PROVISIONER_COMMAND: command },
    });
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${command}, cannot be run by this user`),
    });
  },
);

test("the program ends with the exit code of its command", async () => {
  await using place = new Workplace();
  expect(await place.start(["keys", "list"]).ended).toMatchObject({
    exitCode: 1,
    stdout: "",
    stderr: expect.stringMatching(/^compute-host: There is no database/),
  });
});

// /dev/full is a device of Linux.
if (process.platform === "linux") {
  test("a result that cannot be written ends a command with a sentence", async () => {
    await using place = new Workplace();
    place.launcher = ["sh", "-c", 'exec "$@" >/dev/full', "sh"];
    const { exitCode, stderr } = await place.run(["keys", "create", "--owner", "usr_ada"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("compute-host: Standard output cannot be written: ENOSPC");
    expect(stderr).not.toMatch(/^\s+at /m);
  });
}

describe("the database", () => {
  test("is named by the command that creates it", async () => {
    await using place = new Workplace();
    const first = await place.run(["keys", "create", "--owner", "usr_ada"]);
    expect(first.stderr).toContain(`Made a new database at ${place.databasePath}.`);
    expect((await place.run(["keys", "create", "--owner", "usr_ada"])).stderr).not.toContain("Made a new");
  });

  test("is named by the start that creates it, as a warning", async () => {
    await using place = new Workplace();
    const logs: string[] = [];
    for (const _start of [1, 2]) logs.push(await (await place.serveHere()).close());
    const [first = "", second] = logs;
    expect(first).toMatch(/"level":"warn".*there was no database, so this start made an empty one/);
    expect(first).toContain(`"file":"${place.databasePath}"`);
    expect(second).not.toContain("there was no database");
  });

  test.each(["~/data.db", "data.db?mode=ro", "file:data.db"])("is not made at sqlite:%s", async (path) => {
    await using place = new Workplace();
    const environment = { COMPUTE_HOST_DATABASE_URL: `sqlite:${path}` };
    expect(await place.run(["keys", "create", "--owner", "usr_ada"], { environment })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`The database URL sqlite:${path} must be sqlite: and a path as it is`),
    });
  });

  test("is found through a link to its file", async () => {
    await using place = new Workplace();
    await place.serveHere({ isSandbox: true });
    const link = join(place.folder, "link.db");
    symlinkSync(place.databasePath, link);
    const environment = { COMPUTE_HOST_DATABASE_URL: `sqlite:${link}` };
    expect((await place.run(["keys", "list", "--json"], { environment })).stdout).toContain("usr_sandbox");
  });

  test("is reported in one line if another process has it", async () => {
    await using place = new Workplace();
    await place.serveHere();
    await using other = new Workplace();
    const result = await other.run(["serve", "--port", "0"], {
      environment: { COMPUTE_HOST_DATABASE_URL: `sqlite:${place.databasePath}` },
    });
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("a service runs on it"),
    });
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
  });

  test("is left unchanged when the port is taken, which is reported in one line", async () => {
    await using place = new Workplace();
    const { url } = await place.serveHere();
    await using other = new Workplace();
    const result = await other.run(["serve", "--port", new URL(url).port]);
    expect(result).toMatchObject({ exitCode: 1, stdout: "" });
    expect(result.stderr).toMatch(
      /^compute-host: Cannot listen on 127\.0\.0\.1, port \d+: another process is listening there.*\n$/,
    );
    expect((await other.run(["keys", "list", "--json"])).stdout).toBe("");
  });

  test("and the files beside it are for their owner only", async () => {
    await using place = new Workplace();
    await place.serveHere();
    const modes = ["", "-wal", "-shm", "-lock"].map((end) => statSync(place.databasePath + end).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600]);
    expect(statSync(join(place.folder, "data")).mode & 0o777).toBe(0o700);
  });
});

describe("while the service runs", () => {
  test("an imported computer is provisioned", async () => {
    await using place = new Workplace();
    const { url } = await place.serveHere();
    const { stdout: key } = await place.run(["keys", "create", "--owner", "usr_ada"]);
    const { stdout: id } = await place.run(words("computers create --owner usr_ada --name fast-box"));
    const status = async () => {
      const response = await get(`${url}/api/v0/computers/${id.trim()}`, key.trim());
      return ((await response.json()) as { status: string }).status;
    };
    await expect.poll(status, { interval: 100 }).toBe("active");
  });

  test("a deleted computer is no longer provisioned", async () => {
    await using place = new Workplace();
    const command = place.write("step.sh", "#!/bin/sh\nexec sleep 300\n");
    chmodSync(command, 0o755);
    const { url } = await place.serveHere({
      environment: { COMPUTE_HOST_PROVISIONER: "command", COMPUTE_HOST_PROVISIONER_COMMAND: command },
    });
    const { stdout: id } = await place.run(words("computers create --owner usr_ada --name slow-box"));
    const running = async () =>
      /^compute_host_provisioning_steps_running (\d+)$/m.exec(
        await (await get(`${url}/metrics`)).text(),
      )?.[1];
    await expect.poll(running, { interval: 100 }).toBe("1");
    await place.run(["computers", "delete", id.trim()]);
    await expect.poll(running, { interval: 100 }).toBe("0");
  });

  test("an import whose file stalls holds up no write, and leaves nothing when it is killed", async () => {
    await using place = new Workplace();
    await place.serve();
    const importing = place.start(["computers", "import", "-"], {}, "pipe");
    importing.child.stdin?.write(Array.from({ length: 8_000 }, (_, at) => `${computer(at)}\n`).join(""));
    expect((await place.run(words("computers create --owner usr_eve --name meanwhile"))).exitCode).toBe(0);
    importing.child.kill("SIGKILL");
    await importing.ended;
    expect((await place.run(["computers", "list", "--json"])).stdout.trim().split("\n")).toHaveLength(1);
  });
});
