import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runRedocly } from "@compute-host/openapi/redocly";
import { startServer } from "@compute-host/server";
import { expect, test } from "vitest";
import { ada, ids, seedComputers } from "../reference/computers.ts";

const file = fileURLToPath(import.meta.resolve("@compute-host/spec/workflows.arazzo.yaml"));

test("the service passes the spec's workflows: a failed computer is renamed, retried and active", async () => {
  const computers = seedComputers().filter(({ id }) => id === ids.installFailed);
  const service = await startServer({ computers, ownerId: ada.id, simulate: () => ({ durationMs: 300 }) });
  const newName = "renamed-by-workflow";
  const input = { token: service.apiKey, computerId: ids.installFailed, newName };
  const args = [
    "respect",
    file,
    "--server",
    `computers=${service.baseUrl}`,
    "--input",
    JSON.stringify(input),
    // Redocly treats schemas without `additionalProperties` as closed, but services may add properties.
    "--severity",
    "SCHEMA_CHECK=warn",
  ];
  try {
    const { exitCode, stdout, stderr } = await runRedocly(args, dirname(file));
    expect(exitCode, stdout + stderr).toBe(0);
    const headers = { authorization: `Bearer ${service.apiKey}` };
    const response = await fetch(`${service.baseUrl}/api/v0/computers/${ids.installFailed}`, { headers });
    expect(await response.json()).toMatchObject({ name: newName, status: "active" });
  } finally {
    await service.close();
  }
});
