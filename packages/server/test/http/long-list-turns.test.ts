import { expect, test } from "vitest";
import { get, Workplace } from "../run-command.ts";

const computerCount = 20_000;

test("a long list lets other callers have their turn between its pages", async () => {
  // A process of its own: in this one the reading side would give the server its pauses.
  await using place = new Workplace();
  const hostname = "h".repeat(1_500);
  const lines = Array.from({ length: computerCount }, (_, index) =>
    JSON.stringify({
      id: `c-${index}`,
      name: `c-${index}`,
      providerType: "byom",
      status: "active",
      ownerId: "usr_ada",
      hostname,
    }),
  );
  await place.run(["computers", "import", "-"], { input: lines.join("\n") });
  const { stdout } = await place.run(["keys", "create", "--owner", "usr_ada"]);
  const { url } = await place.serve();
  const key = stdout.trim();

  const list = await get(`${url}/api/v0/computers`, key);
  let isRead = false;
  const text = list.text().finally(() => {
    isRead = true;
  });
  let served = 0;
  while (!isRead) {
    const response = await get(`${url}/api/v0/computers/c-7`, key);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    served += 1;
  }
  expect((JSON.parse(await text) as { computers: unknown[] }).computers).toHaveLength(computerCount);
  // Of some 130 pages; without turns the list is over before the second of these calls.
  expect(served).toBeGreaterThanOrEqual(10);
}, 60_000);
