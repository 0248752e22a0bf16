import { testTypeScript } from "../../src/typescript-tests.ts";

testTypeScript("full");
