// Generated from test/harbour/harbour.yaml by `vitest run test/harbour --update`. Do not edit.

import type { operations } from "./types.gen.ts";

/** The schemas of the problems that have more members than every problem (RFC 9457, section 3.2). */
export interface ExtendedProblems {
  "low-tide": operations["createShip"]["responses"][412]["content"]["application/problem+json"];
}

/** Every kind of problem that the description shows, by the last part of its type. */
export const problemTypes = {
  "low-tide": {
    type: "/problems/low-tide",
    title: "Low tide",
    status: 412,
    detail: "Wait for the tide.",
  },
} as const;

/** The key of a problem type. */
export type ProblemKey = keyof typeof problemTypes;

/** The largest request body, in bytes. */
export const maxBodyBytes: number = 1048576;
