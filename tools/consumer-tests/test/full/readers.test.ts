import { testReaders } from "../../src/reader/reader-tests.ts";

testReaders({ run: "full", isBuilding: true });
