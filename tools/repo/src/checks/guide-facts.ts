import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "./workspace.ts";

/** A text and where it is. */
export interface GuideFile {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
}

/** Names in guides that are not ours: of the operating system, the runtime and other projects. */
const foreignNames = new Set(
  `
CERT_HAS_EXPIRED hey-api openapi-ts generate-client setConfig orval serverUrl RssFile fsync sudo
nodejs_eventloop_lag_seconds key_strict_fifo singleton stately ssh KillMode stop-timeout
terminationGracePeriodSeconds Sec-Fetch-Site
useQuery useMutation createReactQuery QueryClient defaultOptions wal_compression lz4 max_wal_size
checkpoint_timeout autovacuum_vacuum_scale_factor pg_current_wal_lsn remote_apply remote_write
pg_last_wal_receive_lsn ssh_config BatchMode sd_notify default_pool_size
`.match(/\S+/g),
);

/** Names in guides that stand for others of their kind. */
const sampleNames = new Set("fail-install-deps-1 slow-box version-N".split(" "));

/** A figure of a guide, and the code that it repeats. */
export interface HeldFigure {
  readonly guide: string;
  readonly figure: string;
  readonly source: string;
  /** What the source says. */
  readonly says: string;
}

/** In each line a guide, its figure, and after the arrow a source and what that says; all in `packages`. */
const table = `
docs/content/guides/authentication.md: eight characters -> client/src/redact.ts: one.length > 7
docs/content/guides/errors-and-retries.md: 30,000 -> client/src/config.ts: timeoutMs: 30_000,
docs/content/guides/errors-and-retries.md: 60,000 -> client/src/config.ts: maxRetryAfterMs: 60_000,
docs/content/guides/errors-and-retries.md: \`maxRetries\` | 2 -> client/src/config.ts: maxRetries: 2,
docs/content/guides/errors-and-retries.md: 408, 425 -> client/src/retry.ts: 408|42[59]
docs/content/guides/errors-and-retries.md: 520–524, 530 -> client/src/retry.ts: 52[0-4]|530
docs/content/guides/running-the-service.md: five sample computers -> server/test/service.test.ts: has five computers in every state
docs/content/start.md: five computers -> server/test/service.test.ts: has five computers in every state
docs/content/start.md: Node.js 20 -> ../package.json: "node": ">=20"
docs/content/guides/waiting.md: one second -> client/src/computers.ts: intervalMs: 1_000
docs/content/guides/waiting.md: 1,000 -> client/src/computers.ts: intervalMs: 1_000
docs/content/guides/waiting.md: ten seconds -> client/src/computers.ts: intervalMs * 10
docs/content/guides/waiting.md: 30 minutes -> client/src/computers.ts: deadlineMs: 1_800_000
docs/content/guides/waiting.md: 1,800,000 -> client/src/computers.ts: deadlineMs: 1_800_000
docs/content/guides/waiting.md: two seconds -> docs/content/guides/waiting.py: sleep(2)
docs/src/errors/catalogue.ts: 64 KiB -> server/src/http/problems.gen.ts: maxBodyBytes: number = 65536
server/docs/operations.md: five seconds -> server/src/storage/postgres/api-key-store.ts: trustedMs = 5_000
server/docs/operations.md: five seconds -> server/src/observability/state-log.ts: settledMs = 5_000
server/docs/operations.md: 15 s -> server/src/http/http-server.ts: requestTimeoutMs = 15_000
server/docs/operations.md: five minutes -> server/src/auth/api-keys.ts: useIntervalMs = 300_000
server/docs/operations.md: 1 MiB -> server/src/auth/jwk-set.ts: maxBytes = 1024 * 1024
server/docs/operations.md: 1 MiB -> server/src/provisioning/run-leader.ts: maxOutputBytes = 1024 * 1024
server/docs/operations.md: 64 KiB -> server/src/provisioning/run-leader.ts: keptBytes = 64 * 1024
server/docs/operations.md: 10 minutes -> server/src/auth/jwk-set.ts: maxAgeMs = 10 * 60 * 1000
server/docs/operations.md: 30 s -> server/src/auth/jwk-set.ts: cooldownMs = 30 * 1000
server/docs/operations.md: 24 hours -> server/src/auth/jwk-set.ts: maxStaleMs = 24 * 60 * 60 * 1000
server/docs/operations.md: 255 characters -> server/src/computers/computer.ts: maxOwnerIdLength = 255
server/docs/operations.md: 63 characters -> ../spec/openapi.yaml: maxLength: 63
server/docs/operations.md: twenty problems -> server/src/admin/import-computers.ts: maxProblems = 20
server/docs/operations.md: 640 computers -> server/src/storage/computer-list.ts: firstPageSize = 640
server/docs/operations.md: eight long lists -> server/src/http/operation-handlers.ts: longListsAtATime = 8
server/docs/operations.md: 30 days -> server/src/provisioning/step-logs.ts: keptMs = 30 * 86_400_000
server/docs/operations.md: ten seconds -> server/src/observability/refusal-log.ts: windowMs = 10_000
server/docs/operations.md: 16 MiB -> server/src/observability/service-log.ts: maxPendingBytes = 16 * 2 ** 20
server/docs/operations.md: 10,000 -> server/src/auth/api-keys.ts: cacheSize = 10_000
server/docs/operations.md: 10,000 -> server/src/auth/jwt.ts: cacheSize = 10_000
server/docs/operations.md: 10,000 -> server/src/http/http-server.ts: maxConnections = 10_000
server/docs/operations.md: 4 s -> server/src/provisioning/lease-keeper.ts: stopAheadMs = 4_000
server/docs/operations.md: 10 s -> server/src/config/settings.ts: integer(10, 600, {
server/docs/operations.md: 600 s -> server/src/config/settings.ts: integer(10, 600, {
server/docs/postgresql.md: 5 s -> server/src/storage/postgres/open-storage.ts: connectTimeoutMs = 5_000
server/docs/postgresql.md: 5 s -> server/src/storage/postgres/open-storage.ts: lockTimeoutMs = 5_000
server/docs/postgresql.md: 2 s -> server/src/storage/postgres/open-storage.ts: networkTimeoutMs = 2_000
server/docs/postgresql.md: 3 s -> server/src/storage/postgres/open-storage.ts: idleTransactionTimeoutMs = 3_000
server/docs/postgresql.md: 8 s -> server/src/storage/postgres/connections.ts: repeatLimitMs = 8_000
server/docs/postgresql.md: five seconds -> server/src/storage/postgres/commit-outcome.ts: askLimitMs = 5_000
server/docs/postgresql.md: five seconds -> server/src/storage/postgres/api-key-store.ts: trustedMs = 5_000
server/docs/failover.md: five seconds -> server/src/storage/postgres/open-storage.ts: connectTimeoutMs = 5_000
server/docs/shared-jobs.md: ten seconds -> server/src/storage/postgres/job-leases.ts: outageGraceMs = 10_000
server/docs/shared-jobs.md: two seconds -> server/src/provisioning/lease-keeper.ts: renewalIntervalMs = 2_000
server/docs/operations.md: six seconds -> server/src/provisioning/lease-keeper.ts: stopAheadMs = 4_000
server/docs/operations.md: six seconds -> server/src/provisioning/lease-keeper.ts: renewalIntervalMs = 2_000
server/docs/shared-jobs.md: six seconds -> server/src/provisioning/lease-keeper.ts: stopAheadMs = 4_000
server/docs/shared-jobs.md: three seconds -> server/src/provisioning/command-provisioner.ts: killGraceMs = 3_000
server/docs/shared-jobs.md: four seconds -> server/src/provisioning/lease-keeper.ts: stopAheadMs = 4_000
server/docs/threat-model.md: 10,000 -> server/src/http/http-server.ts: maxConnections = 10_000
server/docs/threat-model.md: 5 s -> server/src/http/http-server.ts: headersTimeoutMs = 5_000
server/docs/threat-model.md: 5 s -> server/src/auth/jwk-set.ts: fetchTimeoutMs = 5_000
server/docs/threat-model.md: 64 KiB -> server/src/http/problems.gen.ts: maxBodyBytes: number = 65536
server/docs/threat-model.md: 20 places -> server/src/openapi/schema-validation.ts: maxViolations = 20
server/docs/threat-model.md: eight long lists -> server/src/http/operation-handlers.ts: longListsAtATime = 8
server/docs/threat-model.md: 60 s -> server/src/http/http-server.ts: inactivityTimeoutMs = 30_000
server/docs/threat-model.md: 1 MiB -> server/src/auth/jwk-set.ts: maxBytes = 1024 * 1024
server/docs/threat-model.md: 24 hours -> server/src/auth/jwk-set.ts: maxStaleMs = 24 * 60 * 60 * 1000
`;

/** Figures that no line of code decides: measurements, examples, sums of other figures, and what other programs do. */
const measured = new Map(
  Object.entries({
    moving: "2606 computers",
    operations: "16 digits, 60 s, 65 s, 54 s, 605 s, 594 s, 120 s",
    postgresql: "`COMPUTE_HOST_DATABASE_STATEMENT_TIMEOUT_SECONDS` | 503",
    "shared-jobs": "15 s, five seconds, 101,000, 1,001, 22 MB, 40 s, 20 ms",
    "threat-model": "16 KiB",
    upgrade: "15 s",
  }).map(([name, list]) => [`packages/server/docs/${name}.md`, list.split(", ")]),
);

/** Every figure in the guides. */
const figures: readonly HeldFigure[] = [...table.matchAll(/^(.*?): (.*) -> (.*?): (.*)$/gm)].map(
  ([, guide, figure = "", source = "", says = ""]) => ({
    guide: `packages/${guide}`,
    figure,
    source: join("packages", source),
    says,
  }),
);

const isGuide = (file: string) => /^packages\/(docs\/content|server\/docs)\/.*\.md$/.test(file);
/** The pages of capacity and durability report measurements. */
const hasFigures = (file: string) =>
  (/^packages\/(?:docs\/content\/guides|server\/docs)\//.test(file) &&
    !/(?:capacity|durability|alerts|change-the-interface)\./.test(file)) ||
  figures.some(({ guide }) => guide === file);
const isSource = (file: string) =>
  /\.(ts|mjs|js|ya?ml|json|sh|py|service|example)$/.test(file) &&
  !/\.test\.ts$|\/(test|bench|dist)\/|pnpm-lock|conformance\.gen|synonyms\.ts|^packages\/docs\/(content|src\/errors)|guide-facts/.test(
    file,
  );

/** Lists names in the guides that no source has, and figures that no line of code holds. */
export async function checkGuideFacts({ root, files }: Workspace): Promise<string[]> {
  const read = (all: readonly string[]) =>
    Promise.all(
      all.map(async (file) => ({ file, text: await readFile(join(root, file), "utf8").catch(() => "") })),
    );
  const [texts, sources] = await Promise.all([
    read(files.filter((file) => isGuide(file) || hasFigures(file))),
    read(files.filter((file) => isSource(file) || figures.some(({ source }) => source === file))),
  ]);
  return [
    ...unknownNames(
      texts.filter(({ file }) => isGuide(file)),
      wordsOfSources(
        sources.filter(({ file }) => isSource(file)),
        files,
      ),
    ),
    ...looseFigures(
      texts.filter(({ file }) => hasFigures(file)),
      sources,
      figures,
    ),
  ];
}

const word = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu;

/** The words of code without its comments, and of the names of files. */
export function wordsOfSources(sources: readonly GuideFile[], files: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  const add = (text: string) => {
    for (const [one] of text.matchAll(word))
      for (const part of [one, ...one.split("-")]) words.add(part.toLowerCase());
  };
  for (const { file, text } of sources) {
    const isCode = /\.(ts|mjs|js)$/.test(file);
    add(isCode ? text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "") : text);
  }
  for (const file of files) add(file);
  return words;
}

/** Names in code spans that are not among the words; the names of metrics are, without their prefix. */
export function unknownNames(texts: readonly GuideFile[], words: ReadonlySet<string>): string[] {
  return texts.flatMap(({ file, text }) =>
    [...prose(text).matchAll(/`([^`\n]+)`/g)].flatMap(({ 1: span = "" }) =>
      [...span.matchAll(word)]
        .map(([name]) => name)
        .filter(
          (name) => name.length > 2 && !/^\d/.test(name) && !foreignNames.has(name) && !sampleNames.has(name),
        )
        .filter((name) => !words.has(name.replace(/^compute_host_/, "").toLowerCase()))
        .map((name) => `${file} names ${name} in \`${span}\`, which no source has`),
    ),
  );
}

/** A number with a unit, one with a separator, and the default of an option. */
const figure =
  /`\w+` +\| \d+(?= )|(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d{3}–\d{3}, \d{3}|408, 425|Node\.js \d+|(?:\d+|one|two|three|four|five|six|eight|ten|twenty)[ \n](?:m?s|seconds?|minutes?|hours?|days?|[KMG]i?B|characters|digits|(?:sample )?computers|long lists|places|problems)\b)/g;

/** Figures that are not held, and those that are held and no longer said, by a guide or by the source. */
export function looseFigures(
  texts: readonly GuideFile[],
  sources: readonly GuideFile[],
  held: readonly HeldFigure[],
): string[] {
  const found = texts.flatMap(({ file, text }) =>
    [...prose(text).matchAll(figure)].map(([all]) => ({ guide: file, figure: all.replaceAll(/\s+/g, " ") })),
  );
  const isSame = (a: Pick<HeldFigure, "guide" | "figure">) => (b: Pick<HeldFigure, "guide" | "figure">) =>
    a.guide === b.guide && a.figure === b.figure;
  const loose = found.filter(
    (one) => !held.some(isSame(one)) && !measured.get(one.guide)?.includes(one.figure),
  );
  const gone = held.filter((one) => !found.some(isSame(one)));
  const changed = held.filter(
    ({ source, says }) => !sources.some(({ file, text }) => file === source && text.includes(says)),
  );
  return [
    ...loose.map((one) => `${one.guide} says "${one.figure}", which guide-facts.ts ties to no source`),
    ...gone.map((one) => `${one.guide} no longer says "${one.figure}": remove it from guide-facts.ts`),
    ...changed.map(
      (one) => `${one.source} no longer says \`${one.says}\`, but ${one.guide} says "${one.figure}"`,
    ),
  ];
}

function prose(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, "");
}
