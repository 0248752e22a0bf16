import { describe } from "vitest";
import { testRaces } from "./test-races.ts";

describe("two nodes on PostgreSQL", () => {
  testRaces({ nodes: 2, computers: 12, retries: 40, hosts: 20, writes: 60 });
});
