import type { Principal } from "@compute-host/core";
import { newId } from "../computers/new-id.ts";
import { generateApiKey, hashApiKey, isApiKey } from "./api-key.ts";
import { type ApiKeyRecord, type ApiKeyStore, apiKeyPages } from "./api-key-store.ts";
import type { Authentication } from "./authenticator.ts";
import { BoundedMap } from "./bounded-map.ts";

/** How often uses are written, in milliseconds: a key in constant use costs one write per interval. */
export const useIntervalMs = 300_000;
/** How many uses a transaction writes: with more, other requests wait longer. */
const usesPerWrite = 1_000;

/** The properties of a new API key. */
export interface NewApiKey {
  /** A label, so that people know which key to revoke. */
  readonly name: string;
  readonly ownerId: string;
  /** For example `user` or `service_account`. */
  readonly ownerKind: string;
  /** Milliseconds since the Unix epoch. @default never */
  readonly expiresAt?: number;
}

/** A new key. It can be shown only now. */
export interface CreatedApiKey {
  readonly key: string;
  readonly record: ApiKeyRecord;
}

interface KnownKey {
  readonly principal: Principal;
  readonly expiresAt: number;
  /** When the lookup began, by the monotonic clock. */
  readonly readAt: number;
}

/** Options of {@link ApiKeys}. */
export interface ApiKeysOptions {
  /** Milliseconds since the Unix epoch. @default Date.now */
  readonly now?: () => number;
  /** Milliseconds of a monotonic clock. @default performance.now */
  readonly monotonicNow?: () => number;
  /** How many keys are remembered. */
  readonly cacheSize?: number;
}

/**
 * The API keys of the service. A key is looked up when it is first presented, so a start reads none, and again after
 * {@link ApiKeyStore.trustedMs}, because commands and other nodes may revoke it. The cache stores the presented text
 * itself, because hashing it would cost a tenth of a request.
 */
export class ApiKeys {
  readonly #store: ApiKeyStore;
  readonly #now: () => number;
  readonly #monotonicNow: () => number;
  readonly #known: BoundedMap<KnownKey>;
  /** When each key was first used since the last write of uses. */
  readonly #uses = new Map<string, number>();

  constructor(store: ApiKeyStore, options: ApiKeysOptions = {}) {
    const { now = Date.now, monotonicNow = () => performance.now(), cacheSize = 10_000 } = options;
    this.#store = store;
    this.#now = now;
    this.#monotonicNow = monotonicNow;
    this.#known = new BoundedMap(cacheSize);
  }

  /** Finds the owner of a key. */
  async authenticate(key: string): Promise<Authentication> {
    const known = this.#known.get(key);
    const readAt = this.#monotonicNow();
    if (known !== undefined && readAt - known.readAt < this.#store.trustedMs) return this.#inForce(known);
    if (known === undefined && !isApiKey(key)) return "the API key is incomplete or misspelt";
    // A lookup by hash leaks no timing: callers cannot choose the hash.
    return this.#admit(key, await this.#store.find(hashApiKey(key)), readAt);
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
    await this.#store.insert([record]);
    return { key, record };
  }

  /** Every key in pages, oldest first. */
  list(): AsyncGenerator<readonly ApiKeyRecord[]> {
    return apiKeyPages(this.#store);
  }

  /**
   * Writes which keys were used since the last call; call it every {@link useIntervalMs}. Uses that could not be
   * written are kept for the next call.
   */
  async writeUses(): Promise<void> {
    const uses = [...this.#uses];
    this.#uses.clear();
    for (let from = 0; from < uses.length; from += usesPerWrite) {
      const part = uses.slice(from, from + usesPerWrite);
      try {
        const written = new Set(await this.#store.noteUses(new Map(part)));
        this.#keepUses(part.filter(([id]) => !written.has(id)));
      } catch (error) {
        this.#keepUses(uses.slice(from));
        throw error;
      }
    }
  }

  #keepUses(uses: readonly (readonly [id: string, usedAt: number])[]): void {
    for (const [id, usedAt] of uses) this.#uses.set(id, usedAt);
  }

  /** Whether there is any key, valid or not. */
  async hasAny(): Promise<boolean> {
    return this.#store.hasAny();
  }

  /** Revokes a key, and resolves to whether there was an unrevoked key with this ID. */
  revoke(id: string): Promise<boolean> {
    return this.#store.revoke({ id, revokedAt: this.#now() });
  }

  #admit(key: string, record: ApiKeyRecord | undefined, readAt: number): Authentication {
    if (record === undefined || record.revokedAt !== undefined) {
      this.#known.delete(key);
      return record === undefined ? "the API key is unknown" : `the API key ${record.id} is revoked`;
    }
    const { id, ownerId, expiresAt = Number.POSITIVE_INFINITY } = record;
    const known = { principal: { ownerId, credentialId: id }, expiresAt, readAt };
    this.#known.set(key, known);
    return this.#inForce(known);
  }

  /** An expired key stays cached: if the clock jumped ahead and is then set back, the key is valid again. */
  #inForce({ principal, expiresAt }: KnownKey): Authentication {
    const now = this.#now();
    if (expiresAt <= now) return `the API key ${principal.credentialId} has expired`;
    if (!this.#uses.has(principal.credentialId)) this.#uses.set(principal.credentialId, now);
    return principal;
  }
}
