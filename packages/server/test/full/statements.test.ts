import { describeStatements } from "../storage/test-statements.ts";

// The number at which an engine chooses its plans as for a large database.
describeStatements(100_000);
