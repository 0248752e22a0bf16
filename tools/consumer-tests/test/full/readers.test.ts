import { testReaders } from "../../src/clones/reader-tests.ts";

testReaders("full");
