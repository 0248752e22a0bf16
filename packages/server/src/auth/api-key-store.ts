import type { MaybePromise } from "../computers/computer-store.ts";

/** An API key as it is stored: the key itself is shown once, when it is made, and kept nowhere. */
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
  /** How long what was found may be trusted, in milliseconds; absent where no other process can revoke a key. */
  readonly trustedMs?: number;
  /** The key with this hash, in force or not. */
  find(sha256: string): MaybePromise<ApiKeyRecord | undefined>;
  /** Resolves when the key is on disk. */
  insert(key: ApiKeyRecord): Promise<void>;
  /** Adds keys, all or none. */
  insertAll(keys: readonly ApiKeyRecord[]): Promise<void>;
  /** Every key, oldest first. */
  list(): MaybePromise<readonly ApiKeyRecord[]>;
  /** Whether there is any key. */
  hasAny(): MaybePromise<boolean>;
  /** Resolves, when it is on disk, to whether there was such a key that was not revoked yet. */
  revoke(id: string, revokedAt: number): Promise<boolean>;
}
