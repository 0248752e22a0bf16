import type { Socket } from "node:net";
import type { NoResponseError } from "@compute-host/core";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Makes a function that leaves a request without a response. In the sandbox, a sender can ask for this with `Prefer`,
 * to test how a client handles a broken connection or a silent service.
 */
export function createSilence(
  http: FastifyInstance,
): (error: NoResponseError, request: FastifyRequest) => void {
  const silent = new Set<Socket>();
  http.addHook("preClose", async () => {
    for (const socket of silent) socket.destroy();
  });
  return ({ breaksConnection }, { raw: { socket } }) => {
    if (breaksConnection) return void socket.destroy();
    // Until the client gives up, the service ends, or the inactivity limit is reached.
    silent.add(socket);
    socket.once("end", () => socket.destroy()).once("close", () => silent.delete(socket));
  };
}
