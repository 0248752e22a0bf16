// @ts-check
import { createServer } from "node:net";

/**
 * Checks that a port of the loopback address is free.
 *
 * @param {number} port
 * @returns {Promise<void>}
 * @throws {Error} that says how to choose another port
 */
export async function demandFreePort(port) {
  const probe = createServer();
  await new Promise((resolve, reject) => {
    probe.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      const reason = error.code === "EADDRINUSE" ? "is taken" : `cannot be used (${error.code})`;
      const another = port + 100 > 65_535 ? port - 100 : port + 100;
      reject(new Error(`Port ${port} ${reason}: choose another, such as npm start -- --port ${another}`));
    });
    probe.listen(port, "127.0.0.1", () => resolve(undefined));
  });
  await new Promise((resolve) => probe.close(resolve));
}
