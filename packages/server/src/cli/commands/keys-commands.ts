import { Command, InvalidArgumentError, Option } from "commander";
import { type ApiKeyRecord, apiKeyPages } from "../../auth/api-key-store.ts";
import { ApiKeys, useIntervalMs } from "../../auth/api-keys.ts";
import { maxOwnerIdLength } from "../../computers/computer.ts";
import type { Storage } from "../../storage/storage.ts";
import { trustedMs } from "../../storage/stores/api-keys.ts";
import { CliError, type CliIo } from "../cli-io.ts";
import { withStorage } from "../database.ts";
import { formatTime, jsonLine, writeRecords } from "./table.ts";

interface CreateOptions {
  readonly owner: string;
  readonly name: string;
  readonly kind: string;
  readonly expires?: number;
  readonly json?: boolean;
}

/** Makes `compute-host keys`. */
export function keysCommand(io: CliIo): Command {
  return new Command("keys")
    .description("create, list and revoke API keys")
    .addCommand(createCommand(io))
    .addCommand(listCommand(io))
    .addCommand(revokeCommand(io));
}

function createCommand(io: CliIo): Command {
  return new Command("create")
    .description("create an API key and show it once")
    .requiredOption("--owner <id>", "owner whose computers the key can read and change", ownerId)
    .option("--name <name>", "label of the key, shown by keys list", nonEmpty, "unnamed")
    .addOption(
      new Option("--kind <kind>", "kind of the owner").choices(["user", "service_account"]).default("user"),
    )
    .option(
      "--expires <when>",
      "when the key expires: 12h, 90d, or a date such as 2027-01-31 (its start, in UTC)",
      expiry,
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Examples:
  $ compute-host keys create --owner usr_ada --name laptop
  $ compute-host keys create --owner svc_nightly --kind service_account --name ci --expires 90d
  $ KEY=$(compute-host keys create --owner usr_ada)`,
    )
    .action((options: CreateOptions) => createKey(io, options));
}

async function createKey(io: CliIo, { owner, name, kind, expires, json }: CreateOptions): Promise<void> {
  const properties = { name, ownerId: owner, ownerKind: kind, ...(expires && { expiresAt: expires }) };
  const { key, record } = await withStorage(
    io,
    (storage) => new ApiKeys(storage.apiKeys).create(properties),
    {
      mayCreate: true,
    },
  );
  if (json) return void (await io.writeOutput(jsonLine({ ...withoutHash(record), key })));
  const validity = expires === undefined ? "" : `, which expires at ${formatTime(expires)}`;
  // Before the key, so that one that cannot be written can be revoked.
  io.writeNote(
    `This is ${record.id}${validity}. Save the key now: it is not stored and cannot be shown again.\n`,
  );
  await io.writeOutput(`${key}\n`);
}

/** A key as operators see it. */
type ApiKeyInfo = Omit<ApiKeyRecord, "sha256">;

function withoutHash({ sha256: _sha256, ...info }: ApiKeyRecord): ApiKeyInfo {
  return info;
}

async function* listKeys(storage: Storage): AsyncGenerator<readonly ApiKeyInfo[]> {
  for await (const keys of apiKeyPages(storage.apiKeys)) yield keys.map(withoutHash);
}

function listCommand(io: CliIo): Command {
  return new Command("list")
    .description("list API keys, oldest first; the keys themselves are not stored")
    .option("--json", "print one JSON record per line")
    .addHelpText(
      "after",
      `
LAST USE can be up to ${lateMinutes} minutes before the last request with the key,
and can appear ${lateMinutes} minutes late.`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      await withStorage(io, (storage) => writeRecords(io, listKeys(storage), { headings, rowOf, json }));
    });
}

/** Uses are written at intervals, each with the first use since the last write. */
const lateMinutes = useIntervalMs / 60_000;

const headings = ["ID", "NAME", "OWNER", "KIND", "CREATED", "EXPIRES", "LAST USE", "STATE"];

function rowOf(key: ApiKeyInfo): readonly string[] {
  return [
    key.id,
    key.name,
    key.ownerId,
    key.ownerKind,
    formatTime(key.createdAt),
    key.expiresAt === undefined ? "never" : formatTime(key.expiresAt),
    key.usedAt === undefined ? "never" : formatTime(key.usedAt),
    stateOf(key, Date.now()),
  ];
}

function stateOf({ revokedAt, expiresAt = Number.POSITIVE_INFINITY }: ApiKeyInfo, now: number): string {
  if (revokedAt !== undefined) return "revoked";
  return expiresAt <= now ? "expired" : "valid";
}

function revokeCommand(io: CliIo): Command {
  return new Command("revoke")
    .description(`revoke an API key; a running service refuses it within ${trustedMs / 1_000} seconds`)
    .argument("<id>", "ID of the key, from: compute-host keys list")
    .action(async (id: string) => {
      const isRevoked = await withStorage(io, ({ apiKeys }) => new ApiKeys(apiKeys).revoke(id));
      if (!isRevoked) throw new CliError(`There is no valid key ${id}; see: compute-host keys list`);
      await io.writeOutput(`Revoked ${id}.\n`);
    });
}

function nonEmpty(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It must not be empty.");
  return text;
}

/** A computer cannot have an owner with a longer ID. */
function ownerId(text: string): string {
  if ([...text].length > maxOwnerIdLength)
    throw new InvalidArgumentError(`It must not have more than ${maxOwnerIdLength} characters.`);
  return nonEmpty(text);
}

const unitMs = { h: 3_600_000, d: 86_400_000 } as const;

/** Whether a day exists: `Date` reads the 30th of February as a day in March. */
function isDay(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function expiry(text: string): number {
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  const time = unit
    ? Date.now() + Number(count) * unitMs[unit as "h"]
    : day !== undefined && isDay(day)
      ? Date.parse(text)
      : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError("It must be a duration such as 12h or 90d, or a date such as 2027-01-31.");
  if (time <= Date.now()) throw new InvalidArgumentError("It must be in the future.");
  return time;
}
