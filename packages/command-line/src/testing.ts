/**
 * Tests of programs that read their arguments with this package.
 *
 * @packageDocumentation
 */
export { type ProgramPlace, type ProgramRun, runProgram, wrongUsage } from "./run-program.ts";
export { testUsages, type WrongUsage } from "./test-usages.ts";
