import { parseArgs } from "node:util";
import type { BugId } from "./bugs/bugs.ts";
import { Host } from "./host.ts";
import type { VariantId } from "./variants.ts";

const { bug = [], variant = [] } = parseArgs({
  options: { bug: { type: "string", multiple: true }, variant: { type: "string", multiple: true } },
}).values;
const { environment } = await Host.start({ bugs: bug as BugId[], variants: variant as VariantId[] });
for (const [name, value] of Object.entries(environment)) console.log(`${name}=${value}`);
