import type { DatabaseSync } from "node:sqlite";
import type { ApiKeyStore } from "../../auth/api-key-store.ts";
import { type ApiKeyRow, apiKeyColumns, keyOfRow, rowOfKey } from "../api-key-rows.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Health } from "./health.ts";
import { prepareRows } from "./open-database.ts";

/** Keeps API keys in SQLite. */
export function createApiKeyStore(
  database: DatabaseSync,
  group: GroupCommit,
  { reading }: Health,
): ApiKeyStore {
  const insert = database.prepare(`insert into api_keys (${apiKeyColumns}) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  const find = prepareRows(database, `select ${apiKeyColumns} from api_keys where sha256 = ?`);
  const any = database.prepare("select 1 from api_keys limit 1");
  const list = prepareRows(database, `select ${apiKeyColumns} from api_keys order by created_at, id`);
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
