import { setTimeout as sleep } from "node:timers/promises";
import { remoteLacks } from "./capabilities.ts";
import { defaultLimits, type Target } from "./target.ts";

/** The environment that points the suite at a service; all of it is read here. */
export interface RemoteEnvironment {
  readonly CONTRACT_BASE_URL?: string | undefined;
  readonly CONTRACT_TOKEN?: string | undefined;
  readonly CONTRACT_OTHER_TOKEN?: string | undefined;
  readonly CONTRACT_DISPOSABLE?: string | undefined;
  readonly CONTRACT_MAX_RESPONSE_MS?: string | undefined;
  readonly CONTRACT_SETTLE_MS?: string | undefined;
}

/** Describes the service that the environment names. */
export function remoteTarget(env: RemoteEnvironment): Target {
  const { CONTRACT_BASE_URL: baseUrl, CONTRACT_TOKEN: token, CONTRACT_OTHER_TOKEN: otherToken } = env;
  if (!baseUrl || !URL.canParse(baseUrl)) {
    throw new Error("Set CONTRACT_BASE_URL to the address of the service, such as http://127.0.0.1:4010.");
  }
  if (!token) throw new Error("Set CONTRACT_TOKEN to an API key or a JWT of the service.");
  const maxResponseMs = milliseconds(env, "CONTRACT_MAX_RESPONSE_MS", defaultLimits.maxResponseMs);
  return {
    name: "remote",
    baseUrl: baseUrl.replace(/\/+$/, ""),
    token,
    ...(otherToken ? { otherToken } : {}),
    fetch: globalThis.fetch,
    lacks: remoteLacks({ isDisposable: env.CONTRACT_DISPOSABLE === "1", hasOtherOwner: Boolean(otherToken) }),
    timeoutMs: Math.max(defaultLimits.timeoutMs, maxResponseMs),
    maxResponseMs,
    settleWithinMs: milliseconds(env, "CONTRACT_SETTLE_MS", defaultLimits.settleWithinMs),
    passTime: sleep,
    async close() {},
  };
}

function milliseconds(env: RemoteEnvironment, name: keyof RemoteEnvironment, byDefault: number): number {
  const value = Number(env[name] ?? byDefault);
  if (value > 0) return value;
  throw new Error(`Set ${name} to a number of milliseconds above 0, or leave it out.`);
}
