import { describe } from "vitest";
import { testRaces } from "../faults/test-races.ts";

describe("three nodes on PostgreSQL", () => {
  testRaces({ nodes: 3, computers: 40, retries: 200, hosts: 60, writes: 300 });
});
