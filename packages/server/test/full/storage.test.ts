import { expect, test } from "vitest";
import { describeEngines } from "../describe-engines.ts";
import { oldestEngines } from "../engines.ts";
import { query } from "../postgres/query.ts";
import { testStorage } from "../storage/test-storage.ts";

describeEngines(oldestEngines, (engine) => {
  testStorage(engine);

  test("is of the version that its name says", async () => {
    const { url } = await engine.takeDatabase();
    const [row] = await query(url, "select version()");
    expect(row).toMatchObject({ version: expect.stringMatching(new RegExp(`^${engine.name}\\.`)) });
  });
});
