import { testTypeScript } from "../../src/typescript/typescript-tests.ts";

testTypeScript("everyday");
