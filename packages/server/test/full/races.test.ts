import { testRaces } from "../faults/test-races.ts";

testRaces({ nodes: 3, computers: 40, retries: 200, hosts: 60, writes: 300 });
