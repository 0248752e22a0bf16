import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

/** Resolves to what a program has printed as soon as that includes `text`. */
export async function printed(
  child: ChildProcess & { readonly stdout: Readable },
  text: string,
): Promise<string> {
  let output = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes(text)) break;
  }
  return output;
}
