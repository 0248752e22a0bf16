import { fileURLToPath } from "node:url";
import { StartedProcess } from "@compute-host/command-line/process";
import type { Host } from "../reference/host.ts";

/** The build, which starts in a fraction of the time that the sources need. */
const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

/** Returns the names of the first owner's computers, by their IDs. */
export async function namesOf({ url, credentials }: Host): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${credentials.token}` };
  const response = await fetch(`${url}/api/v0/computers`, { headers, signal: AbortSignal.timeout(60_000) });
  const { computers } = (await response.json()) as { computers: { id: string; name: string }[] };
  return Object.fromEntries(computers.map(({ id, name }) => [id, name]));
}

/** Starts the command in a folder, with no other CONTRACT_ variables than these. */
export function startCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): StartedProcess {
  const others = Object.entries(process.env).filter(([name]) => !/^(CONTRACT_|FORCE_COLOR$)/.test(name));
  const inherited = { ...Object.fromEntries(others), NO_COLOR: "1" };
  return new StartedProcess(process.execPath, [cli, ...args], { cwd, inherited, env, timeoutMs: 600_000 });
}
