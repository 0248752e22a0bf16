import { statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { computerRecord as computer, openPlace } from "./open-place.ts";
import { get } from "./run-command.ts";

test("imports and lists more computers than a batch, and reports at most twenty problems of a file", async () => {
  const { place, does, fails } = openPlace();
  const lines = (make: (number: number) => string) =>
    Array.from({ length: 2_500 }, (_, at) => make(at)).join("\n");
  const imported = await place.run(["computers", "import", "-"], { input: lines(computer) });
  expect(imported.stdout).toBe("Imported 2500 computers.\n");
  for (const filter of ["", " --owner usr_ada"]) {
    const listed = await does(`computers list --json${filter}`);
    expect(new Set(listed.trim().split("\n")).size).toBe(2_500);
  }
  const wrong = place.write(
    "wrong.ndjson",
    lines((number) => computer(number, { nmae: "x" })),
  );
  const said = await fails(`computers import ${wrong}`, "Nothing was imported");
  expect(said.match(/^ {2}line \d+, \/nmae/gm)).toHaveLength(20);
  expect(said).toMatch(/\n {2}the lines after 20 were not read\n$/);
  for (const text of [`[${computer(1)}]`, "5"])
    await fails(
      `computers import ${place.write("one.json", text)}`,
      "line 1: is not an object .a file has one record",
    );
});

test("a file that would make a service's writes wait for long is refused while one is running", async () => {
  const { place, does, fails } = openPlace();
  const file = place.write("large.ndjson", "\n".repeat(100_000) + computer(1));
  const service = await place.serveHere();
  const said = await fails(`computers import ${file}`, "To import while one is running, split the file");
  expect(said).toContain("a service is using it, or it is being restored or copied; stop that first.");
  const small = place.write("small.ndjson", "\n".repeat(99_999) + computer(2));
  expect(await does(`computers import ${small}`)).toBe("Imported 1 computer.\n");
  await service.close();
  const imported = await place.run(["computers", "import", file]);
  expect(imported.stdout).toBe("Imported 1 computer.\n");
  expect(imported.stderr).toContain("Read 100000 of 100001 lines.\n");
});

describe("wrong usage", () => {
  test.each([
    ["srve", 2, "unknown command 'srve'"],
    ["serve --prot 1", 2, "unknown option '--prot'\n\\(Did you mean --port\\?\\)"],
    ["serve --port 65536", 2, "It must be a whole number from 0 to 65535"],
    ["keys", 2, "Usage: compute-host keys"],
    ["keys create", 2, "required option '--owner <id>' not specified"],
    ["keys create --owner u --expires 2020-01-01", 2, "in the future"],
    ["keys create --owner u --expires soon", 2, "must be a duration such as 12h"],
    ["keys create --owner u --expires 2087-02-29", 2, "must be a duration such as 12h"],
    ["keys create --owner u --expires 2087-02-29T12:00:00Z", 2, "must be a duration such as 12h"],
    [`keys create --owner ${"x".repeat(256)}`, 2, "not have more than 255 characters"],
    ["keys list", 1, "There is no database at"],
    ["computers delete a b", 2, "too many arguments"],
    ["computers create --owner u --name n --provider cloud", 2, "managed, byom"],
    ["computers import missing.json", 1, "missing.json cannot be read: there is no such file."],
    ["copy sqlite:missing.db sqlite:x.db", 1, "There is no database at missing.db."],
    ["copy missing.db sqlite:x.db", 2, "such as postgres://user:password@host/database"],
    ["copy sqlite:x.db UNHEARD_OF", 2, "The variable UNHEARD_OF is not set."],
    ["copy postgres://u:%zz@127.0.0.1:1/db sqlite:x.db", 2, "The database URL cannot be parsed"],
    ["restore .", 1, "cannot be restored: it is not a file."],
  ])("like %s ends with %i and says why", async (line, exitCode, message) => {
    await openPlace().fails(line, message, exitCode);
  });

  test.each(["~/data.db", "data.db?mode=ro", "file:data.db"])("is a database at sqlite:%s", async (path) => {
    const { fails } = openPlace({ COMPUTE_HOST_DATABASE_URL: `sqlite:${path}` });
    await fails("keys create --owner usr_ada", "must be sqlite: and a plain path", 2);
  });

  test.each(["/nonexistent/step", tmpdir()])("is a step command that cannot be run, %s", async (command) => {
    const { fails } = openPlace({
      COMPUTE_HOST_PROVISIONER: "command",
      COMPUTE_HOST_PROVISIONER_COMMAND: command,
    });
    await fails("serve --port 0", `${command}, cannot be run by this user`);
  });

  test.each([[[]], [["serve"]], [["keys", "create"]], [["computers", "import"]]])(
    "is explained by --help of %j",
    async (command) => {
      const { place } = openPlace();
      const { exitCode, stdout } = await place.run([...command, "--help"]);
      expect([exitCode, stdout]).toEqual([
        0,
        expect.stringMatching(/^Usage: compute-host[\s\S]*Examples:\n {2}\$ /),
      ]);
    },
  );
});

test("the program exits with the exit code of its command", async () => {
  const { place } = openPlace();
  expect(await place.start(["keys", "list"]).ended).toMatchObject({
    exitCode: 1,
    stdout: "",
    stderr: expect.stringMatching(/^compute-host: There is no database/),
  });
});

// /dev/full is a device of Linux.
if (process.platform === "linux") {
  test("a command whose result cannot be written fails with a message", async () => {
    const { place, fails } = openPlace();
    place.launcher = ["sh", "-c", 'exec "$@" >/dev/full', "sh"];
    const stderr = await fails("keys create --owner usr_ada", "Standard output cannot be written: ENOSPC");
    // The ID tells which key to revoke.
    expect(stderr).toMatch(/^This is key_\w+\. .*\ncompute-host: Standard output cannot/m);
  });
}

describe("the database", () => {
  test("is named by the command or the start that creates it, and only then", async () => {
    const { place } = openPlace();
    const create = async () => (await place.run(["keys", "create", "--owner", "usr_ada"])).stderr;
    expect(await create()).toContain(`Created a new database at ${place.databasePath}.`);
    expect(await create()).not.toContain("Created a new");
    const { place: other } = openPlace();
    const [first, second] = [
      await (await other.serveHere()).close(),
      await (await other.serveHere()).close(),
    ];
    expect(first).toMatch(/"level":"warn".*there was no database, so an empty one was created/);
    expect(first).toContain(`"file":"${other.databasePath}"`);
    expect(second).not.toContain("there was no database");
  });

  test("of another service is refused in one line, under any name, and left empty if the port is taken", async () => {
    const { place } = openPlace();
    const { url } = await place.serveHere();
    const link = join(place.folder, "link.db");
    symlinkSync(place.databasePath, link);
    const same = openPlace({ COMPUTE_HOST_DATABASE_URL: `sqlite:${link}` });
    expect(await same.fails("serve --port 0", "a service is using it")).toMatch(/^.*\n$/);
    const { fails, does } = openPlace();
    const taken =
      /^compute-host: Cannot listen on 127\.0\.0\.1, port \d+: another process is already listening there.*\n$/;
    await fails(`serve --port ${new URL(url).port}`, taken);
    expect(await does("keys list --json")).toBe("");
  });

  test("and the files next to it are for their owner only", async () => {
    const { place, does } = openPlace();
    await place.serveHere();
    await does(`backup ${join(place.folder, "copy.db")}`);
    for (const end of ["", "-wal", "-shm", "-lock", ".last-backup"])
      expect([end, statSync(place.databasePath + end).mode & 0o777]).toEqual([end, 0o600]);
    expect(statSync(join(place.folder, "data")).mode & 0o777).toBe(0o700);
  });
});

test("a computer that is created while the service is running is provisioned until it is deleted", async () => {
  const { place, does } = openPlace();
  const { url } = await place.serveHere({ environment: place.stepsBy("exec sleep 300") });
  const id = (await does("computers create --owner usr_ada --name slow-box")).trim();
  const metrics = async () => (await get(`${url}/metrics`)).text();
  await expect.poll(metrics, { interval: 100 }).toMatch(/^compute_host_provisioning_steps_running 1$/m);
  await does(`computers delete ${id}`);
  await expect.poll(metrics, { interval: 100 }).toMatch(/^compute_host_provisioning_steps_running 0$/m);
});
