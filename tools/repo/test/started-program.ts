import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
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

/** A port of the loopback address that was free just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
