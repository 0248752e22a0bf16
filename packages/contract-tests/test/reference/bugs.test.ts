import { bugs } from "../../reference/bugs/bugs.ts";
import { testBugs } from "./test-bugs.ts";

// The first bug of each theme; `test/full` tries all of them.
testBugs(bugs.filter(({ theme }, index) => bugs.findIndex((one) => one.theme === theme) === index));
