import { createServer } from "node:net";

/**
 * Reads `PORT`, the port that `npm start` listens on.
 *
 * @returns the port, 4010 by default
 * @throws Error if it is not a port
 */
export function readPort({ PORT: text = "" }: Readonly<Record<string, string | undefined>>): number {
  if (text === "") return 4010;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Error(`PORT is "${text}", but has to be a port from 1 to 65535.`);
}

/**
 * Checks that a port on the loopback address is free.
 *
 * @throws Error with how to choose another one
 */
export async function claimable(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          `Port ${port} ${reasonOf(error)}: choose another one, such as PORT=${port + 100} npm start`,
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
