import { expect, test } from "vitest";
import { Lab } from "../faults/lab.ts";
import { transactionElsewhere } from "../postgres/transaction-elsewhere.ts";

/** How many steps a node runs at a time. */
const room = 5;

const lockQueries = (table: string) =>
  ["asc", "desc"].map(
    (order) => `select * from compute_host.${table} order by 1 ${order} limit 1 for update`,
  );

test("a row that another session has locked delays only itself, in every table, while a node dies", {
  timeout: 1_200_000,
}, async () => {
  await using lab = await Lab.start({
    engine: "PostgreSQL",
    nodes: 1,
    spares: 3,
    installs: 0,
    environment: { COMPUTE_HOST_PROVISIONER_CONCURRENCY: String(room) },
  });
  const { load, step, ids, spares } = lab;
  const tables = await lab.sql("select tablename from pg_tables where schemaname = 'compute_host'");
  const queries = (tables as { tablename: string }[]).flatMap(({ tablename }) => lockQueries(tablename));
  expect(queries.length).toBeGreaterThan(8);
  load.start();
  for (const [round, lockRow] of queries.entries()) {
    const [dying, living] = round % 2 === 0 ? [0, 1] : [1, 0];
    const installing = ids.slice(0, room);
    const runsOf = (computerIds: readonly string[]) =>
      step.runs().filter(({ computerId }) => computerIds.includes(computerId));
    const install = async (...computerIds: readonly string[]) => {
      const before = runsOf(computerIds).length;
      for (const id of computerIds) expect(await load.install(id, lab.node(dying).url)).toBe(202);
      await expect.poll(() => runsOf(computerIds).length).toBe(before + computerIds.length);
    };
    step.hold();
    await install(...installing);
    await lab.startNode(living);
    const { url } = lab.node(living);
    // The other node has no room for it.
    await install(ids[room] ?? "");
    const rollBack = await transactionElsewhere(lab.url(), lockRow);
    try {
      const runs = runsOf(installing);
      await lab.node(dying).stop("SIGKILL");
      const environment = { COMPUTE_HOST_DATABASE_URL: lab.url() };
      const made = await lab.place.run(["keys", "create", "--owner", "usr_ada"], { environment });
      expect(made, made.stderr).toMatchObject({ exitCode: 0 });
      for (const id of spares.slice(0, -1)) {
        const body = { remoteUser: `round-${round}` };
        expect(await load.call("write", url, "PATCH", `/${id}`, body)).toMatchObject({ outcome: 200 });
      }
      // Of the dead node's steps, all but one fit on the living node, which keeps its own.
      const taken = () =>
        new Set(
          runsOf(installing)
            .slice(runs.length)
            .map(({ computerId }) => computerId),
        );
      await expect.poll(() => taken().size, { message: lockRow }).toBe(room - 1);
      expect(runsOf(ids.slice(room)).length, `runs once: ${lockRow}`).toBe(round + 1);
    } finally {
      await rollBack();
    }
    step.release();
    const running = async () => (await load.list(url))?.filter(({ status }) => status === "provisioning");
    await expect.poll(running).toEqual([]);
  }
  await lab.startNode(queries.length % 2 === 0 ? 1 : 0);
  await lab.judge();
});
