import type { ApiKeyRecord, ApiKeyStore } from "../../auth/api-key-store.ts";
import type { Nothing } from "../../computers/computer-store.ts";
import { fromDatabaseText, toDatabaseText } from "../database-text.ts";
import { type Engine, limitValue } from "../engine.ts";

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
  const find = engine.find<ApiKeyRow>(`select ${names} from api_keys where sha256 in given`);
  const list = engine.read<ApiKeyRow>(
    `select ${names} from api_keys where (created_at, id) > (?, ?)
     order by created_at, id limit ${limitValue}`,
  );
  const insert = engine.prepareEach(columns, `insert into api_keys (${names}) select * from given`);
  const lockUnrevoked = engine.prepare(
    "select id, {transaction} from api_keys where id = ? and revoked_at is null for update",
  );
  const revoke = engine.prepare("update api_keys set revoked_at = ? where id = ?");
  // In the order of IDs, so that nodes that record uses of the same keys do not deadlock.
  const lock = engine.prepareEach(
    { id: "text" },
    "select id, {transaction} from api_keys where id in given order by id for update",
  );
  const noteUses = engine.prepareEach(
    { id: "text", used_at: "double precision" },
    `update api_keys set used_at = given.used_at from given
     where api_keys.id = given.id and (api_keys.used_at is null or api_keys.used_at < given.used_at)`,
  );

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
        decide: () => ({ writes: [noteUses([...uses])], result: undefined }),
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
