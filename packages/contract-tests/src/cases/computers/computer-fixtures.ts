import { parametersIn } from "@compute-host/openapi";
import type { Fixtures } from "../contract-case.ts";
import { examplePath } from "../examples.ts";
import { getComputer, listComputers } from "./calls.ts";
import { restoring } from "./changing.ts";
import { findComputer } from "./find-computers.ts";
import { anyComputer, settled } from "./kinds.ts";

/** The ID of no computer, and not a word, so that a text shows where it names the ID. */
export const missingId = "cmp_no_such_computer";

/** Fixtures for a target with computers; for a target without state, the examples of the description. */
export const computerFixtures: Fixtures = {
  ids: async (context) => (await listComputers(context)).map(({ id }) => id),

  async existing(context, operation) {
    if (parametersIn(operation, "path").length === 0) return {};
    if (context.target.lacks.keepsState !== undefined) return examplePath(operation);
    return { computerId: (await findComputer(context, anyComputer, "read")).id };
  },

  async changeable(context, operation) {
    if (parametersIn(operation, "path").length === 0) return {};
    if (context.target.lacks.keepsState !== undefined) return examplePath(operation);
    return { computerId: (await findComputer(context, settled, "change")).id };
  },

  missing: (operation) =>
    Object.fromEntries(parametersIn(operation, "path").map(({ name }) => [name, missingId])),

  harmlessBody: ({ body }) => (body ? {} : undefined),

  /** A host stays linked, and a remote user cannot be unset. */
  reversible({ journal, target }, { computerId = "" }, body) {
    if (target.lacks.keepsState !== undefined || typeof body !== "object" || body === null) return body;
    const former = journal.entries.get(computerId) ?? {};
    return Object.fromEntries(Object.entries(body).filter(([name]) => name in former));
  },

  async refusing(context, { computerId }, send) {
    const aside = { ...context, send: context.sendAside };
    const isKept = computerId !== undefined && context.target.lacks.keepsState === undefined;
    await send();
    // The observer of records compares it.
    if (isKept) await getComputer(aside, computerId);
  },

  async restoring(context, { computerId }, run) {
    if (computerId === undefined || context.target.lacks.keepsState !== undefined) return run();
    await restoring(context, [await getComputer(context, computerId)], run);
  },
};
