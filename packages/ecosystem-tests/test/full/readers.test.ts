import { testReaders } from "../../src/reader/reader-tests.ts";

testReaders({ which: "full", isBuilding: true });
