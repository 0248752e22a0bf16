import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { claimable, readPorts } from "./ports.ts";

test("the ports have defaults", () => {
  expect(readPorts({})).toEqual({ service: 4010, docs: 4011 });
});

test("the environment chooses other ports", () => {
  expect(readPorts({ PORT: "5000", DOCS_PORT: "5001" })).toEqual({ service: 5000, docs: 5001 });
});

test("all wrong values are named at once", () => {
  expect(() => readPorts({ PORT: "0", DOCS_PORT: "http" })).toThrow(
    'PORT is "0", but has to be a port from 1 to 65535.\nDOCS_PORT is "http", but has to be a port from 1 to 65535.',
  );
});

test("one port for both is refused", () => {
  expect(() => readPorts({ PORT: "4011" })).toThrow("PORT and DOCS_PORT are both 4011: choose two ports.");
});

test("a taken port is named, with the variable that chooses another", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await expect(claimable(port, "DOCS_PORT")).rejects.toThrow(
    `Port ${port} is taken: choose another one, such as DOCS_PORT=${port + 100} npm start`,
  );
  await new Promise((resolve) => server.close(resolve));
  await expect(claimable(port, "DOCS_PORT")).resolves.toBeUndefined();
});
