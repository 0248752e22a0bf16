import type { ApiKeyRecord, ApiKeyStore } from "../../auth/api-key-store.ts";
import type { Connections } from "./connections.ts";
import { fromDatabaseText, toDatabaseText } from "./database-text.ts";
import { gatherReads } from "./gather.ts";

type ApiKeyRow = [
  id: string,
  name: string,
  ownerId: string,
  ownerKind: string,
  sha256: string,
  createdAt: number,
  expiresAt: number | null,
  revokedAt: number | null,
];

/** How long a revocation by another node may take to reach this one, in milliseconds. */
const trustedMs = 5_000;

const columns = "id, name, owner_id, owner_kind, sha256, created_at, expires_at, revoked_at";
const table = "compute_host.api_keys";

const queries = {
  insert: {
    name: "insert-keys",
    text: `
      insert into ${table} (${columns})
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::double precision[],
        $7::double precision[], $8::double precision[])`,
  },
  find: { name: "find-keys", text: `select ${columns} from ${table} where sha256 = any($1)` },
  list: { name: "list-keys", text: `select ${columns} from ${table} order by created_at, id` },
  any: { name: "any-key", text: `select 1 from ${table} limit 1` },
  revoke: {
    name: "revoke-key",
    text: `update ${table} set revoked_at = $1 where id = $2 and revoked_at is null`,
  },
};

/** Keeps API keys in PostgreSQL. */
export function createApiKeyStore({ read, write }: Connections): ApiKeyStore {
  async function insertAll(keys: readonly ApiKeyRecord[]): Promise<void> {
    const rows = keys.map(rowOfKey);
    await write(
      queries.insert,
      Array.from({ length: 8 }, (_, column) => rows.map((row) => row[column])),
    );
  }

  return {
    trustedMs,
    insert: (key) => insertAll([key]),
    insertAll,
    find: gatherReads(async (hashes) => {
      const rows = await read<ApiKeyRow>(queries.find, [hashes]);
      return new Map(rows.map((row) => [row[4], keyOfRow(row)]));
    }),
    list: async () => (await read<ApiKeyRow>(queries.list, [])).map(keyOfRow),
    hasAny: async () => (await read(queries.any, [])).length > 0,
    revoke: async (id, revokedAt) => (await write(queries.revoke, [revokedAt, toDatabaseText(id)])) === 1,
  };
}

function rowOfKey(key: ApiKeyRecord): ApiKeyRow {
  const { id, sha256, createdAt, expiresAt = null, revokedAt = null } = key;
  const [name, ownerId, ownerKind] = [key.name, key.ownerId, key.ownerKind].map(toDatabaseText) as [
    string,
    string,
    string,
  ];
  return [id, name, ownerId, ownerKind, sha256, createdAt, expiresAt, revokedAt];
}

function keyOfRow(row: ApiKeyRow): ApiKeyRecord {
  const [id, name, ownerId, ownerKind, sha256, createdAt, expiresAt, revokedAt] = row;
  return {
    id,
    name: fromDatabaseText(name),
    ownerId: fromDatabaseText(ownerId),
    ownerKind: fromDatabaseText(ownerKind),
    sha256,
    createdAt,
    ...(expiresAt !== null && { expiresAt }),
    ...(revokedAt !== null && { revokedAt }),
  };
}
