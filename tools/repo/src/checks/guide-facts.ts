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
CERT_HAS_EXPIRED hey-api openapi-ts setConfig orval serverUrl RssFile fsync sudo nodejs_eventloop_lag_seconds
key_strict_fifo singleton stately ssh KillMode stop-timeout terminationGracePeriodSeconds Sec-Fetch-Site
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

/** In each line a guide of the docs, its figure, and after the arrow a source and what that says. */
const table = `
content/guides/authentication.md: eight characters -> packages/client/src/redact.ts: secret.length > 7
content/guides/errors-and-retries.md: 30,000 -> packages/client/src/config.ts: timeoutMs: 30_000,
content/guides/errors-and-retries.md: 60,000 -> packages/client/src/config.ts: maxRetryAfterMs: 60_000,
content/guides/errors-and-retries.md: \`maxRetries\` | 2 -> packages/client/src/config.ts: maxRetries: 2,
content/guides/errors-and-retries.md: 408, 425 -> packages/client/src/retry.ts: 408|42[59]
content/guides/errors-and-retries.md: 520–524, 530 -> packages/client/src/retry.ts: 52[0-4]|530
content/guides/running-the-service.md: five sample computers -> packages/server/test/service.test.ts: has five computers in every state
content/start.md: five computers -> packages/server/test/service.test.ts: has five computers in every state
content/start.md: Node.js 20 -> package.json: "node": ">=20"
content/guides/waiting.md: one second -> packages/client/src/computers.ts: intervalMs: 1_000
content/guides/waiting.md: 1,000 -> packages/client/src/computers.ts: intervalMs: 1_000
content/guides/waiting.md: ten seconds -> packages/client/src/computers.ts: intervalMs * 10
content/guides/waiting.md: 30 minutes -> packages/client/src/computers.ts: deadlineMs: 1_800_000
content/guides/waiting.md: 1,800,000 -> packages/client/src/computers.ts: deadlineMs: 1_800_000
content/guides/waiting.md: two seconds -> packages/docs/content/guides/waiting.py: sleep(2)
src/errors/catalogue.ts: 64 KiB -> packages/server/src/http/problems.gen.ts: maxBodyBytes: number = 65536
`;

/** Every figure in the guides. */
const figures: readonly HeldFigure[] = [...table.matchAll(/^(.*?): (.*) -> (.*?): (.*)$/gm)].map(
  ([, guide, figure = "", source = "", says = ""]) => ({
    guide: `packages/docs/${guide}`,
    figure,
    source,
    says,
  }),
);

const isGuide = (file: string) => /^packages\/(docs\/content|server\/docs)\/.*\.md$/.test(file);
const hasFigures = (file: string) =>
  file.startsWith("packages/docs/content/guides/") || figures.some(({ guide }) => guide === file);
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
  /`\w+` +\| \d+(?= )|(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d{3}–\d{3}, \d{3}|408, 425|Node\.js \d+|(?:\d+|one|two|five|eight|ten) (?:ms|seconds?|minutes?|hours?|[KM]i?B|characters|(?:sample )?computers)\b)/g;

/** Figures that are not held, and those that are held and no longer said, by a guide or by the source. */
export function looseFigures(
  texts: readonly GuideFile[],
  sources: readonly GuideFile[],
  held: readonly HeldFigure[],
): string[] {
  const found = texts.flatMap(({ file, text }) =>
    [...prose(text).matchAll(figure)].map(([all]) => ({ guide: file, figure: all.replaceAll(/ +/g, " ") })),
  );
  const isSame = (a: Pick<HeldFigure, "guide" | "figure">) => (b: Pick<HeldFigure, "guide" | "figure">) =>
    a.guide === b.guide && a.figure === b.figure;
  const loose = found.filter((one) => !held.some(isSame(one)));
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
