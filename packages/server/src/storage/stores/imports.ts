import type { ComputerStore } from "../../computers/computer-store.ts";
import {
  type ComputerConflictCode,
  ComputerConflictError,
  maxConflicts,
  StorageError,
  throwConflicts,
} from "../../computers/store-errors.ts";
import { type ComputerRow, computerColumns, rowOfComputer } from "../computer-record.ts";
import type { Engine, SqlValue } from "../engine.ts";
import { givenRows, now } from "../sql.ts";

/** The most rows in a statement. */
const rowsPerStatement = 2_500;
/** How often the transaction is tried. */
const maxAttempts = 4;

/** A computer of an import, in the order of {@link computerColumns}. */
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

/** Makes the function that adds computers, all of them or none in one transaction. */
export function createImport(engine: Engine): ComputerStore["add"] {
  const insert = engine.prepareEach({
    sqlite: `insert into computers (${computerColumns}) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
    postgres: `insert into computers (${computerColumns}) select * from ${givenRows({
      id: "text",
      owner_id: "text",
      name: "text",
      host_id: "text",
      created_at: "double precision",
      head: "text",
      steps: "text",
    })}`,
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

  function insertAll(rows: readonly AddedRow[]): Promise<void> {
    // If rows are locked, in the order of IDs, as in groups of writes, so that imports of the same computers do not
    // deadlock.
    const sorted = engine.hasNodes ? rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : rows;
    const values = ({ id, ownerId, name, hostId, createdAt, head, steps }: AddedRow) => [
      id,
      ownerId,
      name,
      hostId,
      createdAt,
      head,
      steps,
    ];
    const jobs = rows.filter(({ needsJob }) => needsJob);
    // Built before the transaction begins, because PostgreSQL ends a transaction that is idle for long.
    const writes = [
      ...inParts(sorted.map(values)).map(insert),
      ...inParts(jobs.map(({ id, ownerId, position }) => [id, ownerId, position])).map(beginJobs),
    ];
    return engine.transaction({ reads: [], decide: () => ({ writes, result: undefined }), isLong: true });
  }

  /**
   * @throws ComputerConflictError for the first computers that conflict with the database or with earlier ones, if
   * there are any.
   */
  async function refuseConflicts(rows: readonly AddedRow[]): Promise<void> {
    const lookups = uniqueKeys.flatMap(({ code, of, findTaken }) => {
      const wanted = rows.map((row): SqlValue[] => [row.position, ...of(row)]);
      return inParts(wanted).map((part) => ({ code, query: findTaken(part) }));
    });
    const found = await engine.transaction({
      reads: lookups.map(({ query }) => query),
      decide: (...found) => ({ writes: [], result: found }),
      isLong: true,
    });
    const taken = new Set<string>();
    for (const [index, { code }] of lookups.entries())
      for (const [position] of found[index] ?? []) taken.add(`${code} ${Number(position)}`);
    const earlier = new Set<string>();
    const conflicts: ComputerConflictError[] = [];
    for (const row of rows) {
      const broken = uniqueKeys.filter(({ code, of }) => {
        const values = of(row);
        // A computer without a host cannot share one.
        if (values.includes(null)) return false;
        const key = JSON.stringify([code, ...values]);
        const isRepeated = earlier.has(key);
        earlier.add(key);
        return isRepeated || taken.has(`${code} ${row.position}`);
      });
      if (broken[0]) conflicts.push(new ComputerConflictError(broken[0].code, row.id, row.position));
      if (conflicts.length === maxConflicts) break;
    }
    throwConflicts(conflicts);
  }

  return async (computers) => {
    const rows: AddedRow[] = [];
    for await (const computer of computers) {
      const needsJob = computer.status === "provisioning";
      rows.push({ ...rowOfComputer(computer), position: rows.length, needsJob });
    }
    for (let attempt = 1; ; attempt++) {
      try {
        await insertAll(rows);
        return rows.length;
      } catch (error) {
        const cause = error instanceof StorageError ? error.cause : error;
        const isConflict = engine.conflictOf(cause) !== undefined;
        if (isConflict) await refuseConflicts(rows);
        // If there is no conflict any more, what caused it is gone.
        const canRepeat = isConflict || engine.kindOf(cause) === "collision";
        if (!canRepeat || attempt === maxAttempts) throw error;
      }
    }
  };
}

function inParts<Value>(values: readonly Value[]): readonly (readonly Value[])[] {
  const count = Math.ceil(values.length / rowsPerStatement);
  return Array.from({ length: count }, (_, part) =>
    values.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement),
  );
}
