import { setImmediate as nextTurn } from "node:timers/promises";

/** An API key as it is stored. The key itself is shown once, when it is created, and never stored. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** For example `user` or `service_account`. */
  readonly ownerKind: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly sha256: string;
  /** Milliseconds since the Unix epoch, like every time here. */
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  /** At most some minutes before its last use; absent if it was never used. */
  readonly usedAt?: number;
}

/** A page of the list of keys. */
export interface ApiKeyPage {
  /** Only what follows this key. */
  readonly after: Pick<ApiKeyRecord, "createdAt" | "id"> | undefined;
  readonly limit: number;
}

/** The end of an API key. */
export interface KeyRevocation {
  readonly id: string;
  readonly revokedAt: number;
}

/** Keeps API keys. */
export interface ApiKeyStore {
  /** How long a lookup may be trusted, in milliseconds, because other processes can revoke a key. */
  readonly trustedMs: number;
  /** The key with this hash, valid or not. */
  find(sha256: string): Promise<ApiKeyRecord | undefined>;
  /** Adds keys, all or none; resolves when they are on disk. */
  insert(keys: readonly ApiKeyRecord[]): Promise<void>;
  /** A page of the keys, oldest first. */
  list(page: ApiKeyPage): Promise<readonly ApiKeyRecord[]>;
  /** Whether there is any key. */
  hasAny(): Promise<boolean>;
  /** Revokes a key. Resolves, once that is on disk, to whether there was an unrevoked key with this ID. */
  revoke(revocation: KeyRevocation): Promise<boolean>;
  /**
   * Sets {@link ApiKeyRecord.usedAt} of keys, by their IDs, unless that is later. Resolves to the IDs of these keys,
   * without those that another session has locked.
   */
  noteUses(uses: ReadonlyMap<string, number>): Promise<readonly string[]>;
}

const pageSize = 1_000;

/** Every key, in pages, oldest first. */
export async function* apiKeyPages(store: ApiKeyStore): AsyncGenerator<readonly ApiKeyRecord[]> {
  for (let after: ApiKeyPage["after"]; ; ) {
    // An embedded database reads within one turn of the event loop; this lets other requests run between the pages.
    await nextTurn();
    const keys = await store.list({ after, limit: pageSize });
    if (keys.length > 0) yield keys;
    after = keys.at(-1);
    if (keys.length < pageSize) return;
  }
}
