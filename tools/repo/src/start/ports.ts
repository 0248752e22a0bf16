import { createServer } from "node:net";

/** The ports that `npm start` listens on. */
export interface Ports {
  readonly service: number;
  readonly docs: number;
}

/**
 * Reads `PORT` (default 4010) and `DOCS_PORT` (default 4011).
 *
 * @throws Error naming every variable that is no port
 */
export function readPorts(env: Record<string, string | undefined>): Ports {
  const wrong: string[] = [];
  const read = (name: string, fallback: number): number => {
    const text = env[name];
    if (text === undefined || text === "") return fallback;
    const port = Number(text);
    if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
      wrong.push(`${name} is "${text}", but has to be a port from 1 to 65535.`);
    }
    return port;
  };
  const ports = { service: read("PORT", 4010), docs: read("DOCS_PORT", 4011) };
  if (wrong.length === 0 && ports.service === ports.docs) {
    wrong.push(`PORT and DOCS_PORT are both ${ports.docs}: choose two ports.`);
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return ports;
}

/**
 * Makes sure that a port on the loopback address can be listened on.
 *
 * @throws Error saying which variable chooses another one
 */
export async function claimable(port: number, variable: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          `Port ${port} ${reasonOf(error)}: choose another one, such as ${variable}=${port + 100} npm start`,
        ),
      ),
    );
    probe.listen(port, "127.0.0.1", resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === "EADDRINUSE") return "is taken";
  if (error.code === "EACCES") return "may not be used by this user";
  return `cannot be listened on (${error.code})`;
}
