import { expect, onTestFinished, test } from "vitest";
import { describeEngines } from "../describe-engines.ts";
import { engines } from "../engines.ts";
import { computerRecord as computer, openPlace } from "./open-place.ts";
import { get } from "./run-command.ts";

const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";

describeEngines(engines, ({ takeDatabase, isShared = false }) => {
  /** Starts services, two on PostgreSQL: every command works while they run. */
  async function openWithServices() {
    const { url, release } = await takeDatabase();
    onTestFinished(release);
    const opened = openPlace({ COMPUTE_HOST_DATABASE_URL: url });
    const { place, environment } = opened;
    const services = [await place.serveHere({ environment })];
    if (isShared) services.push(await place.serveHere({ environment }));
    return { ...opened, services };
  }

  test("keys are created, listed and revoked, and services notice", async () => {
    const { does, fails, services } = await openWithServices();
    const key = (await does("keys create --owner usr_ada --name ci --expires 90d")).trim();
    expect(key).toMatch(/^chk_\w{38}$/);
    const statuses = () =>
      Promise.all(services.map(async ({ url }) => (await get(`${url}/api/v0/computers`, key)).status));
    expect(new Set(await statuses())).toEqual(new Set([200]));
    const json = await does("keys list --json");
    const { id, ...listed } = JSON.parse(json);
    expect(listed).toMatchObject({ name: "ci", ownerId: "usr_ada", ownerKind: "user" });
    const table = await does("keys list");
    expect(table).toMatch(/^ID +NAME +OWNER +KIND +CREATED +EXPIRES +LAST USE +STATE\n/);
    expect(table).toMatch(new RegExp(`\n${id} +ci +usr_ada +user .*valid\n$`));
    expect(table + json).not.toContain(key.slice(4, 20));
    expect(await does(`keys revoke ${id}`)).toBe(`Revoked ${id}.\n`);
    expect(await does("keys list")).toContain("revoked");
    await fails(`keys revoke ${id}`, `There is no valid key ${id}`);
    await expect.poll(async () => new Set(await statuses())).toEqual(new Set([401]));
  });

  test("times have a zone, and can be given as they are shown", async () => {
    const { place, does } = openPlace();
    const create = (when: string) => place.run(["keys", "create", "--owner", "usr_ada", "--expires", when]);
    const shown = "2087-02-28T00:00:00Z";
    for (const when of ["2087-02-28", shown])
      expect(await create(when)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(shown) });
    expect(await does("keys list")).toMatch(new RegExp(`(\\S+Z +${shown} +never +valid\n.*){2}`));
    await does("computers create --owner usr_ada --name box");
    expect(await does("computers list")).toMatch(/ \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n$/);
  });

  test("computers are imported, created and listed, and a list can be imported", async () => {
    const { place, does } = await openWithServices();
    const name = "a\u2028b\u2029";
    const file = place.write("new.ndjson", `${computer(1)}\n${computer(2, { ownerId: "usr_eve", name })}\n`);
    expect(await does(`computers import ${file}`)).toBe("Imported 2 computers.\n");
    const made = await does("computers create --owner usr_ada --name slow-box --hostname 192.0.2.7 --json");
    const fields = { name: "slow-box", status: "provisioning", hostname: "192.0.2.7" };
    expect(JSON.parse(made)).toMatchObject(fields);
    expect(await does("computers list")).toMatch(/^ID +NAME +STATUS.*\n(.*\n){3}$/);
    const listed = await does("computers list --owner usr_eve --json");
    expect(JSON.parse(listed)).toMatchObject({ id: "cmp_2", name, provisioningSteps: [] });
    expect(listed).not.toMatch(/[\u2028\u2029]/);
    const other = openPlace();
    const again = other.place.write("listed.ndjson", listed);
    expect(await other.does(`computers import ${again}`)).toBe("Imported 1 computer.\n");
  });

  test("a computer is retried from any step, and deleted", async () => {
    const { place, does, fails } = await openWithServices();
    const steps = {
      "create-computer": "completed",
      "configure-environment": "failed",
      "install-deps": "pending",
    };
    const provisioningSteps = Object.entries(steps).map(([id, status]) => ({ id, name: id, status }));
    const stuck = (number: number) =>
      computer(number, { name: `slow-${number}`, status: "error", provisioningSteps });
    await does(
      `computers import ${place.write("stuck.ndjson", [stuck(1), stuck(2), computer(3)].join("\n"))}`,
    );
    const statuses = async (id: string) =>
      JSON.parse(await does(`computers get ${id}`))
        .provisioningSteps.map(({ status }: { status: string }) => status)
        .join();
    expect(await does("computers retry cmp_1")).toBe("Provisioning cmp_1 again.\n");
    expect(await statuses("cmp_1")).toMatch(/^completed,(pending|running),pending$/);
    await does("computers retry cmp_2 --from create-computer");
    expect(await statuses("cmp_2")).toMatch(/^(pending|running),pending,pending$/);
    await fails("computers retry cmp_9", "There is no computer cmp_9.");
    await fails(
      "computers retry cmp_1 --from nonsense",
      "The computer has no such step; it has: create-computer, configure-environment, install-deps.",
    );
    await fails("computers retry cmp_3", "Every step of the computer has completed");
    expect(await does("computers delete cmp_1")).toBe("Deleted cmp_1.\n");
    await fails("computers delete cmp_1", "There is no computer cmp_1.");
    expect(await does("computers list --json")).not.toContain("cmp_1");
  });

  test("one computer is shown and changed, and those in a status are listed", async () => {
    const { place, environment, does, fails } = await openWithServices();
    const failed = {
      id: "install-deps",
      name: "Install",
      status: "failed",
      startedAt: 0,
      error: "no \u001b space",
    };
    const broken = computer(1, { status: "error", hostname: "old", provisioningSteps: [failed] });
    await does(`computers import ${place.write("new.ndjson", `${broken}\n${computer(2, { hostId })}`)}`);
    expect(await does("computers list --status error --owner usr_ada")).toMatch(/^ID.*\ncmp_1 .*\n$/);
    for (const [args, message] of [
      ["cmp_1 --hostname 192.0.2.7 --host-id x", "not updated. /hostId: must be a UUID\n"],
      ["cmp_1 --name n2", "Another computer of this owner has this name."],
      [`cmp_1 --host-id ${hostId}`, "is linked to this host"],
      [`cmp_2 --host-id ${hostId.replace("3f", "4f")}`, "cannot be changed"],
      ["cmp_9 --name n9", "There is no computer cmp_9."],
    ] as const)
      await fails(`computers update ${args}`, message);
    await fails("computers update cmp_1", "Give at least one field", 2);
    expect(await does("computers update cmp_1 --hostname 192.0.2.7")).toBe("Updated cmp_1.\n");
    const shown = JSON.parse(await does("computers get cmp_1"));
    expect(shown).toMatchObject({ hostname: "192.0.2.7", provisioningSteps: [failed] });
    expect(await place.run(["computers", "logs", "cmp_1"], { environment })).toMatchObject({
      exitCode: 0,
      stdout: "",
      stderr: expect.stringContaining("There is no log of install-deps here"),
    });
    await fails("computers logs cmp_1 --step nonsense", "it has: install-deps");
  });

  test("each mistake in a file has a line, and none of it is imported", async () => {
    const { place, does, fails } = await openWithServices();
    const first = `\ufeff${computer(1)}\r\n  \n{\n${computer(4, { nmae: "x" })}\n{"a":"`;
    const file = place.write("computers.ndjson", Buffer.from([...Buffer.from(first), 0xff, 0x22, 0x7d]));
    const lines = (await fails(`computers import ${file}`, "Nothing was imported")).split("\n");
    expect(lines).toEqual([
      `compute-host: Nothing was imported from ${file}:`,
      expect.stringMatching(/^ {2}line 3: is not JSON/),
      "  line 4, /nmae: is not a known property",
      "  line 5: is not UTF-8",
      "",
    ]);
    expect(await does("computers list --json")).toBe("");
  });

  test.each([
    ["in the database", ""],
    ["in the file", `${computer(1, { hostId })}\n${computer(2)}\n`],
  ])("each computer %s that is in the way has a line, and none is imported", async (_where, earlier) => {
    const { place, does, fails } = await openWithServices();
    const before = place.write("before.ndjson", `${computer(1, { hostId })}\n${computer(2)}\n`);
    if (earlier === "") await does(`computers import ${before}`);
    const host = { hostId: hostId.toUpperCase() };
    const taken = [computer(1, { name: "free" }), computer(4, { name: "n2" }), computer(5, host)];
    const file = place.write("new.ndjson", `${earlier || "\n\n"}${taken.join("\n")}`);
    const said = await fails(`computers import ${file}`, "Nothing was imported");
    expect(said).toContain("  line 3, /id: another computer has this id\n");
    expect(said).toContain("  line 4, /name: another computer of this owner has this name\n");
    expect(said).toContain("  line 5, /hostId: another computer of this owner is linked to this host\n");
    expect((await does("computers list --json")).split("\n")).toHaveLength(earlier === "" ? 3 : 1);
  });
});
