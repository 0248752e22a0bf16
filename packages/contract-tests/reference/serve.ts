import { parseArgs } from "node:util";
import { type BugId, bugs } from "./bugs/bugs.ts";
import { Host } from "./host.ts";
import { type VariantId, variants } from "./variants.ts";

const { values } = parseArgs({
  options: {
    bug: { type: "string", multiple: true },
    variant: { type: "string", multiple: true },
    port: { type: "string", default: "0" },
    "install-ms": { type: "string", default: "150" },
    list: { type: "boolean" },
  },
});

function list(): void {
  for (const { id, rule } of bugs) console.log(`bug      ${id.padEnd(40)} ${rule}`);
  for (const { id, rule } of variants) console.log(`variant  ${id.padEnd(40)} ${rule}`);
}

async function serve(): Promise<void> {
  const { url, credentials } = await Host.start({
    bugs: (values.bug ?? []) as BugId[],
    variants: (values.variant ?? []) as VariantId[],
    port: Number(values.port),
    installMs: Number(values["install-ms"]),
  });
  console.log(`CONTRACT_BASE_URL=${url}`);
  console.log(`CONTRACT_TOKEN=${credentials.token}`);
  console.log(`CONTRACT_OTHER_TOKEN=${credentials.otherToken}`);
  console.log(`CONTRACT_REVOKED_TOKEN=${credentials.revokedToken}`);
  console.log(`CONTRACT_EXPIRED_TOKEN=${credentials.expiredToken}`);
}

if (values.list) list();
else await serve();
