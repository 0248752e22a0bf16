import type { Api } from "@compute-host/openapi";
import type { Unsupported } from "@compute-host/openapi/unsupported";

/** Says of each operation that `pnpm generate` left out that only this documentation knows it, and why. */
export function withUnsupported(api: Api, unsupported: readonly Unsupported[]): Api {
  const reasons = new Map(unsupported.map(({ operation, reason }) => [operation, reason]));
  const operations = api.operations.map((operation) => {
    const { method, path, description } = operation;
    const reason = reasons.get(`${method} ${path}`) ?? reasons.get(path);
    if (reason === undefined) return operation;
    return {
      ...operation,
      description: `${description}\n\n*Left out of the client, its fake and the service.* ${reason}`,
    };
  });
  return { ...api, operations };
}
