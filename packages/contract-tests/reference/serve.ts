import { parseArgs } from "node:util";
import { type BugId, bugs } from "./bugs/bugs.ts";
import { startReference } from "./start-reference.ts";
import { type VariantId, variants } from "./variants.ts";

const { values } = parseArgs({
  options: {
    bug: { type: "string", multiple: true, default: [] },
    variant: { type: "string", multiple: true, default: [] },
    port: { type: "string", default: "0" },
    "install-ms": { type: "string", default: "150" },
    list: { type: "boolean", default: false },
  },
});

/** Checks that a table has every requested ID. */
function known<Id extends string>(
  table: readonly { readonly id: Id }[],
  asked: readonly string[],
): readonly Id[] {
  const ids = table.map(({ id }) => id);
  const unknown = asked.filter((id) => !(ids as readonly string[]).includes(id));
  if (unknown.length > 0) throw new Error(`Unknown switch ${unknown.join(", ")}; --list shows all switches.`);
  return asked as readonly Id[];
}

function list(): void {
  for (const { theme, id, title } of bugs)
    console.log(`bug      ${theme.padEnd(18)} ${id.padEnd(36)} ${title}`);
  for (const { id, title } of variants) console.log(`variant  ${"".padEnd(18)} ${id.padEnd(36)} ${title}`);
}

async function serve(): Promise<void> {
  const { url, credentials } = await startReference({
    bugs: known<BugId>(bugs, values.bug),
    variants: known<VariantId>(variants, values.variant),
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
