import type { ApiKeyRecord, ApiKeyStore } from "../../auth/api-key-store.ts";
import type { Nothing } from "../../computers/computer-store.ts";
import { fromDatabaseText, toDatabaseText } from "../database-text.ts";
import type { Engine, TextRow } from "../engine.ts";
import { givenRows, transactionId } from "../sql.ts";

type ApiKeyRow = readonly [
  sha256: string,
  id: string,
  name: string,
  ownerId: string,
  ownerKind: string,
  createdAt: number,
  expiresAt: number | null,
  revokedAt: number | null,
  usedAt: number | null,
];

const columns = {
  sha256: "text",
  id: "text",
  name: "text",
  owner_id: "text",
  owner_kind: "text",
  created_at: "double precision",
  expires_at: "double precision",
  revoked_at: "double precision",
  used_at: "double precision",
} as const;
const names = Object.keys(columns).join(", ");

/** How long a revocation by another process may take to take effect, in milliseconds. */
export const trustedMs = 5_000;

/** Keeps API keys. */
export function createApiKeyStore(engine: Engine): ApiKeyStore {
  const any = engine.read("select 1 from api_keys limit 1");
  const find = engine.find<ApiKeyRow>({
    sqlite: `select ${names} from api_keys where sha256 = ?1`,
    postgres: `select ${names} from api_keys where sha256 = any(?1)`,
  });
  const list = engine.read<ApiKeyRow>(
    `select ${names} from api_keys where (created_at, id) > (?1, ?2)
     order by created_at, id limit cast(?3 as integer)`,
  );
  const insert = engine.prepareEach({
    sqlite: `insert into api_keys (${names}) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
    postgres: `insert into api_keys (${names}) select * from ${givenRows(columns)}`,
  });
  const lockUnrevoked = engine.prepare({
    sqlite: "select id from api_keys where id = ?1 and revoked_at is null",
    postgres: `select id, ${transactionId} from api_keys where id = ?1 and revoked_at is null for update`,
  });
  const revoke = engine.prepare("update api_keys set revoked_at = ?1 where id = ?2");
  // In the order of IDs, so that nodes that record uses of the same keys do not deadlock. A key that another session has
  // locked is left out.
  const lock = engine.prepareEach({
    sqlite: "select id from api_keys where id = ?1",
    postgres: `select id, ${transactionId} from api_keys where id = any(?1) order by id
      for update skip locked`,
  });
  const noteUses = engine.prepareEach({
    sqlite: "update api_keys set used_at = ?2 where id = ?1 and (used_at is null or used_at < ?2)",
    postgres: `update api_keys set used_at = given.used_at
      from ${givenRows({ id: "text", used_at: "double precision" })}
      where api_keys.id = given.id and (api_keys.used_at is null or api_keys.used_at < given.used_at)`,
  });

  return {
    trustedMs,
    insert: (keys) =>
      engine.transaction({
        reads: [],
        decide: () => ({ writes: [insert(keys.map(rowOfKey))], result: undefined }),
      }),
    async find(sha256) {
      const row = await find(sha256);
      return row && keyOfRow(row);
    },
    async list({ after, limit, ...rest }) {
      rest satisfies Nothing;
      const values = [after?.createdAt ?? Number.NEGATIVE_INFINITY, after?.id ?? "", limit];
      return (await list(values)).map(keyOfRow);
    },
    hasAny: async () => (await any([])).length > 0,
    revoke({ id, revokedAt, ...rest }) {
      rest satisfies Nothing;
      const text = toDatabaseText(id);
      return engine.transaction({
        reads: [lockUnrevoked([text])],
        decide: ([found] = []) => ({ writes: found ? [revoke([revokedAt, text])] : [], result: !!found }),
      });
    },
    noteUses: (uses) =>
      engine.transaction({
        reads: [lock([...uses.keys()].map((id) => [id]))],
        decide(rows: readonly TextRow[] = []) {
          const ids = rows.map(([id]) => id);
          const free = ids.map((id) => [id, uses.get(id) ?? null]);
          return { writes: free.length === 0 ? [] : [noteUses(free)], result: ids };
        },
      }),
  };
}

function rowOfKey(key: ApiKeyRecord): ApiKeyRow {
  const { id, name, ownerId, ownerKind, sha256, createdAt, expiresAt, revokedAt, usedAt, ...rest } = key;
  rest satisfies Nothing;
  const texts = [name, ownerId, ownerKind].map(toDatabaseText) as [string, string, string];
  return [sha256, id, ...texts, createdAt, expiresAt ?? null, revokedAt ?? null, usedAt ?? null];
}

function keyOfRow(row: ApiKeyRow): ApiKeyRecord {
  const [sha256, id, name, ownerId, ownerKind, createdAt, expiresAt, revokedAt, usedAt] = row;
  return {
    id,
    name: fromDatabaseText(name),
    ownerId: fromDatabaseText(ownerId),
    ownerKind: fromDatabaseText(ownerKind),
    sha256,
    createdAt,
    ...(expiresAt !== null && { expiresAt }),
    ...(revokedAt !== null && { revokedAt }),
    ...(usedAt !== null && { usedAt }),
  };
}
