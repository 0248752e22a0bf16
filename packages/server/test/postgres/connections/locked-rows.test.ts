import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../../src/index.ts";
import { openStorage } from "../../../src/storage/open-storage.ts";
import { type ApiRequest, apiOf, rename } from "../../http/api-client.ts";
import { takeTestDatabase } from "../test-database.ts";
import { transactionElsewhere } from "../transaction-elsewhere.ts";

const rounds = [0, 1, 2];
const ids = (kind: string, round: number, count = 10) =>
  Array.from({ length: count }, (_, index) => `${kind}-${round}-${index}`);

interface Write extends ApiRequest {
  readonly path?: string;
}

test.each([
  [
    "the computers",
    "update compute_host.computers set created_at = created_at where id like 'locked-%'",
    (id: string): Write => rename(`${id}-renamed`),
    10,
  ],
  [
    "the jobs",
    "update compute_host.jobs set position = position where computer_id like 'locked-%'",
    (): Write => ({ method: "POST", path: "/install-deps" }),
    10,
  ],
  [
    "the names",
    `update compute_host.computers set name = 'name-of-' || replace(id, 'other', 'locked')
      where id like 'other-%'`,
    (id: string) => rename(`name-of-${id}`),
    1,
  ],
])(
  "writes to other rows overtake those whose rows an operator's transaction has locked: %s",
  async (what, sql, write, count) => {
    const database = await takeTestDatabase();
    onTestFinished(database.release);
    const all = ["locked", "free", "other"].flatMap((kind) => rounds.flatMap((round) => ids(kind, round)));
    await using server = await startServer({
      databaseUrl: database.url,
      computers: all.map((id) => {
        const hasJob = what === "the jobs" && id.startsWith("locked");
        return { id, name: id, providerType: "byom", ...(!hasJob && { status: "active" }) };
      }),
      stepDurationMs: 3_600_000,
    });
    const api = apiOf(server);
    const send = async (id: string, { path = "", ...request }: Write) =>
      (await api(`/api/v0/computers/${id}${path}`, request)).status;
    const rollBack = await transactionElsewhere(database.url, sql);
    const ended: string[] = [];
    const waiting: Promise<number>[] = [];
    try {
      for (const round of rounds) {
        const [locked, free] = [ids("locked", round, count), ids("free", round)];
        const sent = locked.map(async (id) => {
          const status = await send(id, write(id));
          // The retry of a step that was already running is refused, which needs no lock.
          if (status !== 409) ended.push(id);
          return status;
        });
        waiting.push(...sent);
        const statuses = await Promise.all(free.map((id) => send(id, rename(`${id}-renamed`))));
        expect(statuses).toEqual(free.map(() => 200));
        expect(ended.filter((id) => locked.includes(id))).toEqual([]);
      }
    } finally {
      await rollBack();
    }
    for (const status of await Promise.all(waiting)) expect([200, 202, 409, 503]).toContain(status);
  },
);

test("the last uses of other keys are recorded while another session has locked one", async () => {
  const database = await takeTestDatabase();
  onTestFinished(database.release);
  const { apiKeys, close } = await openStorage({ databaseUrl: database.url });
  onTestFinished(close);
  const key = { name: "ci", ownerId: "usr_ada", ownerKind: "user", createdAt: 1 };
  await apiKeys.insert(["key_1", "key_2"].map((id) => ({ ...key, id, sha256: id })));
  const lock = "select from compute_host.api_keys where id = 'key_1' for update";
  const rollBack = await transactionElsewhere(database.url, lock);
  const uses = new Map([
    ["key_1", 7],
    ["key_2", 8],
  ]);
  expect(await apiKeys.noteUses(uses)).toEqual(["key_2"]);
  await rollBack();
  expect(await apiKeys.noteUses(uses)).toEqual(["key_1", "key_2"]);
});
