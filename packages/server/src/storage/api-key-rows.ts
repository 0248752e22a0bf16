import type { ApiKeyRecord } from "../auth/api-key-store.ts";

/** The columns of an API key in the order of {@link apiKeyColumns}. */
export type ApiKeyRow = [
  id: string,
  name: string,
  ownerId: string,
  ownerKind: string,
  sha256: string,
  createdAt: number,
  expiresAt: number | null,
  revokedAt: number | null,
];

/** The columns of the table of API keys. */
export const apiKeyColumns = "id, name, owner_id, owner_kind, sha256, created_at, expires_at, revoked_at";

/** An API key as its row holds it. */
export function rowOfKey(key: ApiKeyRecord): ApiKeyRow {
  const { id, name, ownerId, ownerKind, sha256, createdAt, expiresAt = null, revokedAt = null } = key;
  return [id, name, ownerId, ownerKind, sha256, createdAt, expiresAt, revokedAt];
}

/** The API key of a row. */
export function keyOfRow(row: ApiKeyRow): ApiKeyRecord {
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
