import type { DatabaseSync } from "node:sqlite";
import type { ApiKeyStore } from "../../auth/api-key-store.ts";
import {
  type ApiKeyRow,
  apiKeyColumns,
  createApiKeyStore as createStore,
  trustedMs,
} from "../api-key-store.ts";
import { type Statements, whenRead } from "../statements.ts";
import type { GroupCommit } from "./group-commit.ts";

/** Keeps API keys in SQLite. */
export function createApiKeyStore(
  database: DatabaseSync,
  group: GroupCommit,
  statements: Statements,
): ApiKeyStore {
  const insert = database.prepare(
    `insert into api_keys (${apiKeyColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const noteUse = database.prepare(
    "update api_keys set used_at = ?1 where id = ?2 and (used_at is null or used_at < ?1)",
  );
  const find = statements.read<ApiKeyRow>(`select ${apiKeyColumns} from api_keys where sha256 = ?`);
  return createStore({
    statements,
    find: (sha256) => whenRead(find([sha256]), ([row]) => row),
    trustedMs,
    insert: (rows) =>
      group.write(() => {
        for (const row of rows) insert.run(...row);
      }),
    noteUses: (uses) =>
      group.write(() => {
        for (const [id, usedAt] of uses) noteUse.run(usedAt, id);
      }),
  });
}
