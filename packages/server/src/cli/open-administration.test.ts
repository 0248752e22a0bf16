import { join } from "node:path";
import { expect, test } from "vitest";
import { allOf } from "../../test/all-of.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { isAdminServerListening } from "../admin/admin-client.ts";
import { startAdminServer } from "../admin/admin-server.ts";
import { adminSocketPath } from "../admin/admin-socket-path.ts";
import { createAdministration } from "../admin/local-administration.ts";
import { ApiKeys } from "../auth/api-keys.ts";
import { silentLogger } from "../observability/logger.ts";
import { description } from "../openapi/description.gen.ts";
import { openStorage } from "../storage/open-storage.ts";
import { withAdministration } from "./open-administration.ts";

test("a command waits for a service that is starting", async () => {
  const path = join(temporaryFolder(), "test.db");
  const databaseUrl = `sqlite:${path}`;
  const socketPath = adminSocketPath(path) as string;
  const storage = await openStorage({ databaseUrl });
  const apiKeys = new ApiKeys(storage.apiKeys);
  await apiKeys.create({ name: "ci", ownerId: "usr_ada", ownerKind: "user" });
  const io = {
    environment: { DATABASE_URL: databaseUrl },
    writeOutput: async () => {},
    writeNote: () => {},
  };

  const keys = withAdministration(io, { mayCreate: true }, (administration) =>
    allOf(administration.listKeys()),
  );
  keys.catch(() => {});
  // Asked later, so the reply comes later: the command has found no service by now.
  expect(await isAdminServerListening(socketPath)).toBe(false);
  const server = await startAdminServer({
    administration: createAdministration({
      storage,
      apiKeys,
      spec: description,
    }),
    socketPath,
    logger: silentLogger,
  });

  expect(await keys).toEqual([expect.stringContaining('"name":"ci"')]);
  await server.close();
  await storage.close();
});
