import { testRaces } from "./test-races.ts";

testRaces({ nodes: 2, computers: 12, retries: 40, hosts: 20, writes: 60 });
