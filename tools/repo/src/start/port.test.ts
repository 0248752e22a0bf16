import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { claimable, readPort } from "./port.ts";

test.each([
  [{}, 4010],
  [{ PORT: "" }, 4010],
  [{ PORT: "5000" }, 5000],
])("%o selects port %i", (env, port) => {
  expect(readPort(env)).toBe(port);
});

test.each(["0", "65536", "http", "1e3"])("PORT=%s is refused", (text) => {
  expect(() => readPort({ PORT: text })).toThrow(`PORT is "${text}", but has to be a port from 1 to 65535.`);
});

test("reports a taken port, with a way to choose another", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await expect(claimable(port)).rejects.toThrow(
    `Port ${port} is taken: choose another one, such as PORT=${port + 100} npm start`,
  );
  await new Promise((resolve) => server.close(resolve));
  await expect(claimable(port)).resolves.toBeUndefined();
});
