import { describeStatements } from "./test-statements.ts";

describeStatements(0);
