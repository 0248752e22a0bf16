import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { demandFreePort } from "./free-port.mjs";

test("reports a taken port, with a way to choose another", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const another = port > 65_435 ? port - 100 : port + 100;
  await expect(demandFreePort(port)).rejects.toThrow(
    `Port ${port} is taken: choose another one, such as npm start -- --port ${another}`,
  );
  await new Promise((resolve) => server.close(resolve));
  await expect(demandFreePort(port)).resolves.toBeUndefined();
});
