import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

/** The forms in which the gate reports. */
export const formats = ["text", "markdown", "github-actions"] as const;
/** One of {@link formats}. */
export type Format = (typeof formats)[number];

/** What the command line asks for. */
export interface GateOptions {
  readonly revision: string;
  /** File to compare with; it goes before {@link GateOptions.baseRef}. */
  readonly base: string | undefined;
  readonly baseRef: string | undefined;
  readonly format: Format;
}

/** How the gate is called. */
export const usage = `usage: pnpm spec:gate [--base FILE | --base-ref REF] [--revision FILE] [--format ${formats.join("|")}]`;

/**
 * Reads the command line.
 * @throws Error in one line when an option is unknown, a format does not exist or a file is missing.
 */
export function gateOptions(args: readonly string[]): GateOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      base: { type: "string" },
      "base-ref": { type: "string" },
      revision: { type: "string", default: "spec/openapi.yaml" },
      format: { type: "string", default: "text" },
    },
  });
  const format = formats.find((name) => name === values.format);
  if (!format) throw new Error(`${values.format} is no format; choose ${formats.join(", ")}.`);
  for (const file of [values.base, values.revision]) {
    if (file !== undefined && !existsSync(file)) throw new Error(`${file} does not exist.`);
  }
  return { revision: values.revision, base: values.base, baseRef: values["base-ref"], format };
}
