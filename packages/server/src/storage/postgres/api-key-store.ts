import type { ApiKeyRecord, ApiKeyStore } from "../../auth/api-key-store.ts";
import { type ApiKeyRow, apiKeyColumns, keyOfRow, rowOfKey } from "../api-key-rows.ts";
import type { Connections } from "./connections.ts";
import { fromDatabaseText, toDatabaseText } from "./database-text.ts";
import { gatherReads } from "./gather.ts";

/** How long a revocation by another node may take to reach this one, in milliseconds. */
const trustedMs = 5_000;

const table = "compute_host.api_keys";

const queries = {
  insert: {
    name: "insert-keys",
    text: `
      insert into ${table} (${apiKeyColumns})
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::double precision[],
        $7::double precision[], $8::double precision[])`,
  },
  find: { name: "find-keys", text: `select ${apiKeyColumns} from ${table} where sha256 = any($1)` },
  list: { name: "list-keys", text: `select ${apiKeyColumns} from ${table} order by created_at, id` },
  any: { name: "any-key", text: `select 1 from ${table} limit 1` },
  revoke: {
    name: "revoke-key",
    text: `update ${table} set revoked_at = $1 where id = $2 and revoked_at is null`,
  },
};

/** Keeps API keys in PostgreSQL. */
export function createApiKeyStore({ read, write }: Connections): ApiKeyStore {
  async function insertAll(keys: readonly ApiKeyRecord[]): Promise<void> {
    const rows = keys.map((key) => withTexts(rowOfKey(key), toDatabaseText));
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
      return new Map(rows.map((row) => [row[4], keyOfStored(row)]));
    }),
    list: async () => (await read<ApiKeyRow>(queries.list, [])).map(keyOfStored),
    hasAny: async () => (await read(queries.any, [])).length > 0,
    revoke: async (id, revokedAt) => (await write(queries.revoke, [revokedAt, toDatabaseText(id)])) === 1,
  };
}

/** Converts the texts that a caller chose. */
function withTexts(
  [id, name, ownerId, ownerKind, ...rest]: ApiKeyRow,
  convert: (text: string) => string,
): ApiKeyRow {
  return [id, convert(name), convert(ownerId), convert(ownerKind), ...rest];
}

function keyOfStored(row: ApiKeyRow): ApiKeyRecord {
  return keyOfRow(withTexts(row, fromDatabaseText));
}
