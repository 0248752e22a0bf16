import { testReaders } from "../src/reader-tests.ts";

testReaders("everyday");
