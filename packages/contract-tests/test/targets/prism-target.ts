import type { Api } from "@compute-host/openapi";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import type { Target } from "../../src/targets/target.ts";
import { prismLacks } from "./lacks.ts";
import { patientLimits } from "./patient-limits.ts";

type PrismLogger = Parameters<typeof createServer>[1]["components"]["logger"];

/**
 * Starts Prism in this process on a free port. With `errors` on, Prism returns 500 for an example that breaks its
 * schema, so serving every example proves that all of them are valid.
 */
export async function startPrismTarget({ document }: Pick<Api, "document">): Promise<Target> {
  // Prism modifies the object it gets.
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  const server = createServer(operations, {
    components: { logger: silentLogger },
    cors: false,
    config: {
      mock: { dynamic: false },
      errors: true,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      isProxy: false,
      upstreamProxy: undefined,
    },
  });
  const baseUrl = await server.listen(0, "127.0.0.1");
  return {
    name: "mock",
    baseUrl,
    // Prism accepts any.
    token: "any",
    fetch: globalThis.fetch,
    lacks: prismLacks,
    ...patientLimits,
    async passTime() {},
    close: () => server.close(),
  };
}

function ignore(): void {}

const silentLogger = {
  ...Object.fromEntries(
    ["trace", "debug", "info", "warn", "error", "fatal", "success"].map((level) => [level, ignore]),
  ),
  child: () => silentLogger,
} as unknown as PrismLogger;
