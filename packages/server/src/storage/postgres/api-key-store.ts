import type { ApiKeyStore } from "../../auth/api-key-store.ts";
import {
  type ApiKeyRow,
  apiKeyColumns,
  createApiKeyStore as createStore,
  trustedMs,
} from "../api-key-store.ts";
import type { Connections } from "./connections.ts";
import { gatherReads } from "./gather-reads.ts";
import { createStatements } from "./statements.ts";

const insert = {
  name: "insert-keys",
  text: `
    insert into compute_host.api_keys (${apiKeyColumns})
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::double precision[],
      $7::double precision[], $8::double precision[], $9::double precision[])`,
};

/** In the order of IDs, so that nodes that note the same keys do not deadlock. */
const noteUses = {
  name: "note-uses",
  text: `
    with used as (
      select key.id, noted.used_at from compute_host.api_keys as key
      join unnest($1::text[], $2::double precision[]) as noted (id, used_at) on noted.id = key.id
      where key.used_at is null or key.used_at < noted.used_at
      order by key.id for update of key
    )
    update compute_host.api_keys as key set used_at = used.used_at from used where key.id = used.id`,
};

const findQuery = {
  name: "find-keys",
  text: `select ${apiKeyColumns} from compute_host.api_keys where sha256 = any($1)`,
};

/** Keeps API keys in PostgreSQL. */
export function createApiKeyStore(connections: Connections): ApiKeyStore {
  return createStore({
    statements: createStatements(connections),
    trustedMs,
    find: gatherReads(async (hashes) => {
      const rows = await connections.read<ApiKeyRow>(findQuery, [hashes]);
      return new Map(rows.map((row) => [row[4], row]));
    }),
    async insert(rows) {
      await connections.write(
        insert,
        Array.from({ length: 9 }, (_, column) => rows.map((row) => row[column])),
      );
    },
    async noteUses(uses) {
      await connections.write(noteUses, [[...uses.keys()], [...uses.values()]]);
    },
  });
}
