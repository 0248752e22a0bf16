import { bugs } from "../../reference/bugs/bugs.ts";
import { testBugs } from "../reference/test-bugs.ts";

testBugs(bugs);
