import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";

/** Passes connections on to the ports of this machine, one after the other. */
export async function startProxy(
  port: number,
  targets: readonly number[],
): Promise<{ readonly url: string; readonly server: Server }> {
  let turn = 0;
  const server = createServer((caller) => {
    const target = connect(targets[turn++ % targets.length] as number, "127.0.0.1");
    caller.pipe(target).pipe(caller);
    for (const [one, other] of [[caller, target] as const, [target, caller] as const]) {
      one.on("error", () => {});
      one.on("close", () => other.destroy());
    }
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
