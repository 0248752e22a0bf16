import { setTimeout as sleep } from "node:timers/promises";
import type { Lacks } from "./capabilities.ts";
import { defaultLimits, type Target } from "./target.ts";

/** A remote service, and how much of it the suite may use. */
export interface RemoteOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly otherToken?: string | undefined;
  readonly revokedToken?: string | undefined;
  readonly expiredToken?: string | undefined;
  /** The computers that may be changed, by ID. */
  readonly computers?: readonly string[] | undefined;
  /** Whether these computers, or all if none is named, may be changed permanently. @default false */
  readonly isDisposable?: boolean | undefined;
  /** @default {@link defaultLimits} */
  readonly maxResponseMs?: number | undefined;
  /** @default {@link defaultLimits} */
  readonly settleWithinMs?: number | undefined;
}

/** Creates a target from a remote service. */
export function remoteTarget(options: RemoteOptions): Target {
  const { baseUrl, token, computers, maxResponseMs = defaultLimits.maxResponseMs } = options;
  const tokens = ["otherToken", "revokedToken", "expiredToken"] as const;
  return {
    name: baseUrl,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    token,
    ...Object.fromEntries(tokens.flatMap((name) => (options[name] ? [[name, options[name]]] : []))),
    ...(computers && computers.length > 0 ? { computers } : {}),
    fetch: (url, init) => globalThis.fetch(url, init),
    lacks: lacksOf(options),
    timeoutMs: Math.max(defaultLimits.timeoutMs, maxResponseMs),
    maxResponseMs,
    settleWithinMs: options.settleWithinMs ?? defaultLimits.settleWithinMs,
    passTime: sleep,
    async close() {},
  };
}

function lacksOf(options: RemoteOptions): Lacks {
  const { isDisposable = false, computers = [] } = options;
  return {
    ...(isDisposable || computers.length > 0
      ? {}
      : { mayChange: "No computer may be changed: name some with --computers" }),
    ...(isDisposable
      ? {}
      : { isDisposable: "No computer may be changed permanently: --disposable is not set" }),
    ...(options.otherToken ? {} : { hasOtherOwner: "CONTRACT_OTHER_TOKEN is not set" }),
    ...(options.revokedToken ? {} : { hasRevokedToken: "CONTRACT_REVOKED_TOKEN is not set" }),
    ...(options.expiredToken ? {} : { hasExpiredToken: "CONTRACT_EXPIRED_TOKEN is not set" }),
  };
}
