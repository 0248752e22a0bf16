import type { ComputerStore } from "../../computers/computer-store.ts";
import {
  type ComputerConflictCode,
  ComputerConflictError,
  maxConflicts,
  StorageError,
  throwConflicts,
} from "../../computers/store-errors.ts";
import { type ComputerRow, computerColumns, rowOfComputer } from "../computer-record.ts";
import type { Engine, SqlValue, Step } from "../engine.ts";
import { givenRows, now } from "../sql.ts";

/** The most rows in a statement. */
const rowsPerStatement = 2_500;
/** How often the transaction is tried. */
const maxAttempts = 4;

/** A computer of an import. */
type AddedRow = ComputerRow & { readonly position: number; readonly needsJob: boolean };

/** The unique keys of a computer, each with the code of its conflict. The first that is taken is reported. */
const keys: readonly {
  readonly code: ComputerConflictCode;
  readonly columns: readonly ("id" | "owner_id" | "name" | "host_id")[];
  readonly of: (row: ComputerRow) => readonly (string | null)[];
}[] = [
  { code: "id-taken", columns: ["id"], of: ({ id }) => [id] },
  { code: "name-taken", columns: ["owner_id", "name"], of: ({ ownerId, name }) => [ownerId, name] },
  { code: "host-taken", columns: ["owner_id", "host_id"], of: ({ ownerId, hostId }) => [ownerId, hostId] },
];

/** Computers that are added by one statement. */
interface Part {
  readonly rows: readonly AddedRow[];
  readonly isLast: boolean;
}

/** Makes the function that adds computers, all of them or none in one transaction. */
export function createImport(engine: Engine): ComputerStore["add"] {
  const ifFree = "on conflict do nothing returning id";
  const insert = engine.prepareEach({
    sqlite: `insert into computers (${computerColumns}) values (?1, ?2, ?3, ?4, ?5, ?6, ?7) ${ifFree}`,
    postgres: `insert into computers (${computerColumns}) select * from ${givenRows({
      id: "text",
      owner_id: "text",
      name: "text",
      host_id: "text",
      created_at: "double precision",
      head: "text",
      steps: "text",
    })} ${ifFree}`,
  });
  const insertJobs = "insert into jobs (computer_id, owner_id, position, attempt)";
  const beginJobs = engine.prepareEach({
    sqlite: `${insertJobs} values (?1, ?2, ${now.sqlite} + ?3, ${now.sqlite})`,
    postgres: `${insertJobs} select given.id, given.owner_id, ${now.postgres} + given.place, ${now.postgres}
      from ${givenRows({ id: "text", owner_id: "text", place: "bigint" })}`,
  });
  const uniqueKeys = keys.map(({ code, columns, of }) => {
    const types = Object.fromEntries(columns.map((column) => [column, "text"] as const));
    const findTaken = engine.prepareEach({
      sqlite: `select ?1 from computers
        where ${columns.map((column, index) => `${column} = ?${index + 2}`).join(" and ")}`,
      postgres: `select given.place from computers, ${givenRows({ place: "bigint", ...types })}
        where ${columns.map((column) => `computers.${column} = given.${column}`).join(" and ")}`,
    });
    return { code, of, findTaken };
  });

  /** Adds the rows that are free, and finds out why the others are not. */
  function* addPart({ rows, isLast }: Part, conflicts: ComputerConflictError[]): Step {
    const added = new Set((yield insert(rows.map(valuesOf))).map(([id]) => id));
    // If an ID is there twice, the first of them was added.
    const refused = rows.filter(({ id }) => !added.delete(id)).slice(0, maxConflicts - conflicts.length);
    const codes = new Map<number, ComputerConflictCode>();
    for (const { code, of, findTaken } of refused.length === 0 ? [] : uniqueKeys.toReversed()) {
      const taken = yield findTaken(refused.map((row): SqlValue[] => [row.position, ...of(row)]));
      for (const [position] of taken) codes.set(Number(position), code);
    }
    for (const { id, position } of refused)
      conflicts.push(new ComputerConflictError(codes.get(position) ?? "id-taken", id, position));
    if (isLast || conflicts.length === maxConflicts) throwConflicts(conflicts);
    const jobs = rows.filter(({ needsJob }) => needsJob);
    if (conflicts.length === 0 && jobs.length > 0)
      yield beginJobs(jobs.map(({ id, ownerId, position }) => [id, ownerId, position]));
  }

  function begin(): (part: Part) => Step {
    const conflicts: ComputerConflictError[] = [];
    return (part) => addPart(part, conflicts);
  }

  return async (computers) => {
    for (let attempt = 1; ; attempt++) {
      let count = 0;
      async function* parts(): AsyncGenerator<Part> {
        let rows: AddedRow[] = [];
        for await (const computer of typeof computers === "function" ? computers() : computers) {
          if (rows.length === rowsPerStatement) {
            yield { rows, isLast: false };
            rows = [];
          }
          const needsJob = computer.status === "provisioning";
          rows.push({ ...rowOfComputer(computer), position: count++, needsJob });
        }
        yield { rows, isLast: true };
      }
      try {
        await engine.longTransaction(parts(), begin);
        return count;
      } catch (error) {
        // Two imports of the same computers, in other orders, wait for each other.
        const cause = error instanceof StorageError ? error.cause : error;
        if (engine.kindOf(cause) !== "collision" || attempt === maxAttempts) throw error;
      }
    }
  };
}

function valuesOf({ id, ownerId, name, hostId, createdAt, head, steps }: AddedRow): readonly SqlValue[] {
  return [id, ownerId, name, hostId, createdAt, head, steps];
}
