/**
 * Tests of programs that read their arguments with this package.
 *
 * @packageDocumentation
 */
export { gitOfTests } from "./git-of-tests.ts";
export { hasProgram } from "./has-program.ts";
export { type ProgramPlace, type ProgramRun, runProgram, wrongUsage } from "./run-program.ts";
