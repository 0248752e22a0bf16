import { readFileSync } from "node:fs";
import { maxBodyBytes, maxViolations } from "@compute-host/core";
import { expect, test } from "vitest";
import { maxProblems } from "../src/admin/import-computers.ts";
import { useIntervalMs } from "../src/auth/api-keys.ts";
import * as jwks from "../src/auth/jwk-set.ts";
import { maxOwnerIdLength } from "../src/computers/computer.ts";
import { defaultHttpLimits } from "../src/http/http-limits.ts";
import { longListsAtATime } from "../src/http/list-pages.ts";
import { windowMs } from "../src/observability/refusal-log.ts";
import { maxPendingBytes } from "../src/observability/service-log.ts";
import { settledMs } from "../src/observability/state-log.ts";
import { keptBytes } from "../src/provisioning/bounded-log.ts";
import { renewalIntervalMs, stopAheadMs } from "../src/provisioning/lease-keeper.ts";
import { keptMs } from "../src/provisioning/step-logs.ts";
import { trustedMs } from "../src/storage/api-key-store.ts";
import { firstPageSize } from "../src/storage/computer-list.ts";
import { repeatLimitMs } from "../src/storage/postgres/connections.ts";
import * as postgres from "../src/storage/postgres/open-storage.ts";

const { requestTimeoutMs, headersTimeoutMs, inactivityTimeoutMs } = defaultHttpLimits;
const words = "zero one two three four five six seven eight nine ten".split(" ");
const inWords = (ms: number, unitMs = 1_000) => words[ms / unitMs] ?? `${ms / unitMs}`;
const s = (ms: number) => `${ms / 1_000} s`;

test.each([
  ["operations", `takes effect within ${inWords(trustedMs)} seconds`],
  ["operations", `up to ${s(requestTimeoutMs)} later if its body is slow`],
  ["operations", `writes uses every ${inWords(useIntervalMs, 60_000)} minutes`],
  ["operations", `larger than ${jwks.maxBytes / 2 ** 20} MiB is not read`],
  [
    "operations",
    `every ${jwks.maxAgeMs / 60_000} minutes, and for an unknown key at most every ${s(jwks.cooldownMs)}.`,
  ],
  ["operations", `valid for ${jwks.maxStaleMs / 3_600_000} hours;`],
  ["operations", `at most ${maxOwnerIdLength} characters`],
  ["operations", `up to ${maxProblems === 20 ? "twenty" : maxProblems} problems`],
  ["operations", `up to ${firstPageSize} computers`],
  ["operations", `${words[longListsAtATime]} long lists at a time`],
  ["operations", `keeps the last ${keptBytes / 1_024} KiB of the output`],
  ["operations", `kept for ${keptMs / 86_400_000} days`],
  ["operations", `such lines in ${inWords(windowMs)} seconds`],
  ["operations", `over for ${inWords(settledMs)} seconds`],
  ["operations", `up to ${maxPendingBytes / 2 ** 20} MiB of lines`],
  ["postgresql", `a free one | ${s(postgres.connectTimeoutMs)} | 503`],
  ["postgresql", `drops packets | ${s(postgres.networkTimeoutMs)} longer`],
  ["postgresql", `lock of another node | ${s(postgres.lockTimeoutMs)} | 503`],
  ["postgresql", `has stopped | ${s(postgres.idleTransactionTimeoutMs)} | PostgreSQL`],
  ["postgresql", `at most ${s(repeatLimitMs)}.`],
  ["postgresql", `503 after ${s(postgres.lockTimeoutMs)}.`],
  ["guarantees", `renews every ${inWords(renewalIntervalMs)} seconds`],
  ["guarantees", `up to ${inWords(stopAheadMs)} seconds | Commands`],
  ["guarantees", `stops ${inWords(stopAheadMs)} seconds early`],
  ["guarantees", `${inWords(stopAheadMs + renewalIntervalMs)} seconds after its last renewal`],
  ["guarantees", `closed after ${s(headersTimeoutMs)} |`],
  ["guarantees", `${maxBodyBytes / 1_024} KiB of JSON`],
  ["guarantees", `at most ${maxViolations} places`],
  ["guarantees", `${inactivityTimeoutMs / 1_000} to ${s(2 * inactivityTimeoutMs)} without progress`],
  ["guarantees", `${jwks.maxBytes / 2 ** 20} MiB, ${s(jwks.fetchTimeoutMs)}, no redirect`],
])("the manual %s says `%s`, as the code does", (manual, figure) => {
  const text = readFileSync(new URL(`../docs/${manual}.md`, import.meta.url), "utf8");
  expect(text.replaceAll(/\s+/g, " ")).toContain(figure);
});
