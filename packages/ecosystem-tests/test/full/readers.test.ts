import { testReaders } from "../../src/reader/reader-tests.ts";

testReaders({ majors: [20, 22, 26], isBuilding: true });
