import type { ApiKeyRecord, ApiKeyStore } from "../auth/api-key-store.ts";
import type { MaybePromise, Nothing } from "../computers/computer-store.ts";
import { fromDatabaseText, toDatabaseText } from "./database-text.ts";
import { limitValue, type Statements, whenRead } from "./statements.ts";

/** The columns of an API key in the order of {@link apiKeyColumns}. */
export type ApiKeyRow = readonly [
  id: string,
  name: string,
  ownerId: string,
  ownerKind: string,
  sha256: string,
  createdAt: number,
  expiresAt: number | null,
  revokedAt: number | null,
  usedAt: number | null,
];

/** The columns of the table of API keys. */
export const apiKeyColumns =
  "id, name, owner_id, owner_kind, sha256, created_at, expires_at, revoked_at, used_at";

/** How long a revocation by another process may take to reach this one, in milliseconds. */
export const trustedMs = 5_000;

/** What differs between the engines. */
export interface ApiKeyEngine extends Pick<ApiKeyStore, "trustedMs" | "noteUses"> {
  readonly statements: Statements;
  /** Finds a key by its hash. */
  find(sha256: string): MaybePromise<ApiKeyRow | undefined>;
  /** Adds rows, all or none. */
  insert(rows: readonly ApiKeyRow[]): Promise<void>;
}

/** Makes the store of an engine. */
export function createApiKeyStore({ statements, find, insert, ...engine }: ApiKeyEngine): ApiKeyStore {
  const { read, write } = statements;
  const table = statements.table("api_keys");
  const any = read(`select 1 from ${table} limit 1`);
  const list = read<ApiKeyRow>(
    `select ${apiKeyColumns} from ${table} where (created_at, id) > (?, ?) order by created_at, id limit ${limitValue}`,
  );
  const revoke = write(`update ${table} set revoked_at = ? where id = ? and revoked_at is null`);

  return {
    ...engine,
    insert: (keys) => insert(keys.map(rowOfKey)),
    find: (sha256) => whenRead(find(sha256), (row) => row && keyOfRow(row)),
    list({ after, limit, ...rest }) {
      rest satisfies Nothing;
      const values = [after?.createdAt ?? Number.NEGATIVE_INFINITY, after?.id ?? "", limit];
      return whenRead(list(values), (rows) => rows.map(keyOfRow));
    },
    hasAny: () => whenRead(any([]), (rows) => rows.length > 0),
    async revoke({ id, revokedAt, ...rest }) {
      rest satisfies Nothing;
      return (await revoke([revokedAt, toDatabaseText(id)])) === 1;
    },
  };
}

function rowOfKey(key: ApiKeyRecord): ApiKeyRow {
  const { id, name, ownerId, ownerKind, sha256, createdAt, expiresAt, revokedAt, usedAt, ...rest } = key;
  rest satisfies Nothing;
  const texts = [name, ownerId, ownerKind].map(toDatabaseText) as [string, string, string];
  return [id, ...texts, sha256, createdAt, expiresAt ?? null, revokedAt ?? null, usedAt ?? null];
}

function keyOfRow(row: ApiKeyRow): ApiKeyRecord {
  const [id, name, ownerId, ownerKind, sha256, createdAt, expiresAt, revokedAt, usedAt] = row;
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
