import { oneOf, readArguments, wholeNumber } from "@compute-host/command-line";
import { type BugId, bugs } from "./bugs/bugs.ts";
import { Host } from "./host.ts";
import { type VariantId, variants } from "./variants.ts";

const { values } = readArguments({
  command: "pnpm --filter @compute-host/contract-tests reference",
  about:
    "Serves the reference implementation, with the bugs and legal variants that are named, and prints its tokens.",
  options: {
    bug: {
      type: "string",
      multiple: true,
      value: "ID",
      accepts: oneOf(idsOf(bugs), "a bug that --list shows"),
      about: "plants a bug; can be repeated",
    },
    variant: {
      type: "string",
      multiple: true,
      value: "ID",
      accepts: oneOf(idsOf(variants), "a variant that --list shows"),
      about: "behaves differently, as the spec allows; can be repeated",
    },
    port: {
      type: "string",
      value: "NUMBER",
      accepts: wholeNumber(0, 65_535),
      about: "port to listen on (a free one)",
    },
    "install-ms": {
      type: "string",
      value: "NUMBER",
      accepts: wholeNumber(0),
      about: "how long an install session takes, in milliseconds (150)",
    },
    list: { type: "boolean", about: "print the bugs and variants, and exit" },
  },
  examples: ["pnpm --filter @compute-host/contract-tests reference --port 4010 --bug list-oldest-first"],
});

function idsOf(table: readonly { readonly id: string }[]): readonly string[] {
  return table.map(({ id }) => id);
}

function list(): void {
  for (const { id, rule } of bugs) console.log(`bug      ${id.padEnd(40)} ${rule}`);
  for (const { id, rule } of variants) console.log(`variant  ${id.padEnd(40)} ${rule}`);
}

async function serve(): Promise<void> {
  const { url, credentials } = await Host.start({
    bugs: (values.bug ?? []) as BugId[],
    variants: (values.variant ?? []) as VariantId[],
    port: Number(values.port ?? 0),
    installMs: Number(values["install-ms"] ?? 150),
  });
  console.log(`CONTRACT_BASE_URL=${url}`);
  console.log(`CONTRACT_TOKEN=${credentials.token}`);
  console.log(`CONTRACT_OTHER_TOKEN=${credentials.otherToken}`);
  console.log(`CONTRACT_REVOKED_TOKEN=${credentials.revokedToken}`);
  console.log(`CONTRACT_EXPIRED_TOKEN=${credentials.expiredToken}`);
}

if (values.list) list();
else await serve();
