import { newId } from "../computers/new-id.ts";
import { generateApiKey, hashApiKey } from "./api-key.ts";
import type { ApiKeyRecord, ApiKeyStore } from "./api-key-store.ts";
import type { Principal } from "./authenticator.ts";

/** What a new API key is for. */
export interface NewApiKey {
  /** For people, so that they know which key to revoke. */
  readonly name: string;
  readonly ownerId: string;
  /** For example `user` or `service_account`. */
  readonly ownerKind: string;
  /** Milliseconds since the Unix epoch. @default never */
  readonly expiresAt?: number;
}

/** A key that was just made: the only moment at which it can be shown. */
export interface CreatedApiKey {
  readonly key: string;
  readonly record: ApiKeyRecord;
}

interface KnownKey {
  readonly principal: Principal;
  readonly expiresAt: number;
}

/**
 * The API keys of the service. Those in force are held in memory by their SHA-256, so that a request costs one
 * hash and one lookup. The process that serves is the only one that writes them, so a revocation works at once.
 */
export class ApiKeys {
  readonly #store: ApiKeyStore;
  readonly #now: () => number;
  readonly #known = new Map<string, KnownKey>();

  private constructor(store: ApiKeyStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Reads the keys that are in force. */
  static async open(store: ApiKeyStore, now: () => number = Date.now): Promise<ApiKeys> {
    const keys = new ApiKeys(store, now);
    for (const record of await store.list()) {
      if (record.revokedAt === undefined) keys.#accept(record);
    }
    return keys;
  }

  /** Tells whose key this is, or `undefined` for one that is unknown, revoked or expired. */
  principalOf(key: string): Principal | undefined {
    // The comparison is of hashes that nobody can choose, so its duration tells nothing about a key.
    const sha256 = hashApiKey(key);
    const known = this.#known.get(sha256);
    if (known === undefined) return undefined;
    if (known.expiresAt > this.#now()) return known.principal;
    this.#known.delete(sha256);
    return undefined;
  }

  /** Makes a key; it works as soon as the promise resolves. */
  async create({ name, ownerId, ownerKind, expiresAt }: NewApiKey): Promise<CreatedApiKey> {
    const key = generateApiKey();
    const record: ApiKeyRecord = {
      id: newId("key"),
      name,
      ownerId,
      ownerKind,
      sha256: hashApiKey(key),
      createdAt: this.#now(),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    await this.#store.insert(record);
    this.#accept(record);
    return { key, record };
  }

  /** Every key, oldest first. */
  async list(): Promise<readonly ApiKeyRecord[]> {
    return this.#store.list();
  }

  /** Revokes a key and resolves to whether there was one with this id that was not revoked yet. */
  async revoke(id: string): Promise<boolean> {
    for (const [sha256, { principal }] of this.#known) {
      if (principal.credentialId === id) this.#known.delete(sha256);
    }
    return this.#store.revoke(id, this.#now());
  }

  #accept({ sha256, id, ownerId, expiresAt = Number.POSITIVE_INFINITY }: ApiKeyRecord): void {
    this.#known.set(sha256, { principal: { ownerId, credentialId: id }, expiresAt });
  }
}
