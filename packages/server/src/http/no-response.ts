import type { Socket } from "node:net";
import type { NoResponseError } from "@compute-host/core";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Makes what leaves a request of the sandbox without a response: its sender asked for that with `Prefer`, to see how a client copes with
 * a broken connection or a service that says nothing.
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
    // Until the client gives up, the service ends, or the limit for silent connections is reached.
    silent.add(socket);
    socket.once("end", () => socket.destroy()).once("close", () => silent.delete(socket));
  };
}
