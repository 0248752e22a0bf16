import type { DatabaseSync } from "node:sqlite";
import type { ApiKeyRecord, ApiKeyStore } from "../../auth/api-key-store.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Health } from "./health.ts";
import { prepareRows } from "./open-database.ts";

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

const columns = "id, name, owner_id, owner_kind, sha256, created_at, expires_at, revoked_at";

/** Keeps API keys in SQLite. */
export function createApiKeyStore(
  database: DatabaseSync,
  group: GroupCommit,
  { reading }: Health,
): ApiKeyStore {
  const insert = database.prepare(`insert into api_keys (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  const find = prepareRows(database, `select ${columns} from api_keys where sha256 = ?`);
  const any = database.prepare("select 1 from api_keys limit 1");
  const list = prepareRows(database, `select ${columns} from api_keys order by created_at, id`);
  const revoke = database.prepare("update api_keys set revoked_at = ? where id = ? and revoked_at is null");

  return {
    insert: (key) => group.write(() => void insert.run(...rowOfKey(key))),
    insertAll: (keys) =>
      group.write(() =>
        group.atomically(() => {
          for (const key of keys) insert.run(...rowOfKey(key));
        }),
      ),
    find(sha256) {
      const row = reading(() => find.get(sha256)) as ApiKeyRow | undefined;
      return row && keyOfRow(row);
    },
    list: () => reading(() => list.all() as unknown as ApiKeyRow[]).map(keyOfRow),
    hasAny: () => reading(() => any.get()) !== undefined,
    revoke: (id, revokedAt) => group.write(() => revoke.run(revokedAt, id).changes === 1),
  };
}

function rowOfKey(key: ApiKeyRecord): ApiKeyRow {
  const { id, name, ownerId, ownerKind, sha256, createdAt, expiresAt = null, revokedAt = null } = key;
  return [id, name, ownerId, ownerKind, sha256, createdAt, expiresAt, revokedAt];
}

function keyOfRow(row: ApiKeyRow): ApiKeyRecord {
  const [id, name, ownerId, ownerKind, sha256, createdAt, expiresAt, revokedAt] = row;
  return {
    id,
    name,
    ownerId,
    ownerKind,
    sha256,
    createdAt,
    ...(expiresAt !== null && { expiresAt }),
    ...(revokedAt !== null && { revokedAt }),
  };
}
