import type { MaybePromise } from "../computers/computer-store.ts";

/** An API key as it is stored. The key itself is shown once, when it is created, and never stored. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** For example `user` or `service_account`. */
  readonly ownerKind: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly sha256: string;
  /** Milliseconds since the Unix epoch, as every time here. */
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

/** Keeps API keys. */
export interface ApiKeyStore {
  /** How long a lookup may be trusted, in milliseconds; absent if no other process can revoke a key. */
  readonly trustedMs?: number;
  /** The key with this hash, valid or not. */
  find(sha256: string): MaybePromise<ApiKeyRecord | undefined>;
  /** Resolves when the key is on disk. */
  insert(key: ApiKeyRecord): Promise<void>;
  /** Adds keys, all or none. */
  insertAll(keys: readonly ApiKeyRecord[]): Promise<void>;
  /** Every key, oldest first. */
  list(): MaybePromise<readonly ApiKeyRecord[]>;
  /** Whether there is any key. */
  hasAny(): MaybePromise<boolean>;
  /** Revokes a key; resolves, once that is on disk, to whether there was such an unrevoked key. */
  revoke(id: string, revokedAt: number): Promise<boolean>;
}
