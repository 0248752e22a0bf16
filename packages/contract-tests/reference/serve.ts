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

if (values.list) {
  for (const { id, rule } of bugs) console.log(`bug      ${id.padEnd(40)} ${rule}`);
  for (const { id, rule } of variants) console.log(`variant  ${id.padEnd(40)} ${rule}`);
} else {
  const { environment } = await Host.start({
    bugs: (values.bug ?? []) as BugId[],
    variants: (values.variant ?? []) as VariantId[],
    port: Number(values.port),
    installMs: Number(values["install-ms"]),
  });
  for (const [name, value] of Object.entries(environment)) console.log(`${name}=${value}`);
}
