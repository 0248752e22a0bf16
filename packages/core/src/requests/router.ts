import type { Operation } from "../operations/operation.ts";
import { ProblemError } from "../problems/problem.ts";

/** The operation that a request is for, with the parameters of its path, decoded. */
export interface Route {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Makes a function that finds the operation of a request by its method and path; of several paths that match, the one
 * with the most fixed parts wins. The function throws a {@link ProblemError} if there is none.
 */
export function createRouter(operations: readonly Operation[]): (method: string, pathname: string) => Route {
  const routes = operations.map((operation) => {
    const pattern = operation.path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    return { operation, pattern: new RegExp(`^${pattern}$`) };
  });
  return (method, target) => {
    // First, because a broken escape is a malformed URL whether or not the path is known.
    const pathname = normalized(target);
    const found = routes
      .flatMap(({ operation, pattern }) => {
        const match = pattern.exec(pathname);
        return match ? [{ operation, values: Object.entries(match.groups ?? {}) }] : [];
      })
      .sort((a, b) => a.values.length - b.values.length);
    const [first] = found;
    const candidates = found.filter(({ values }) => values.length === first?.values.length);
    const wanted = method === "HEAD" ? "GET" : method;
    const chosen = candidates.find(({ operation }) => operation.method === wanted);
    if (first === undefined) throw new ProblemError("not-found");
    if (chosen !== undefined) {
      const path = chosen.values.map(([name, text]) => [name, decodeURIComponent(text)] as const);
      return { operation: chosen.operation, path: Object.fromEntries(path) };
    }
    const methods = candidates.map(({ operation }) => operation.method);
    const allow = methods.flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one])).join(", ");
    throw new ProblemError("method-not-allowed", { headers: { allow } });
  };
}

/** Decodes what means the same when it is encoded, such as a letter; a slash, for example, does not. */
function normalized(pathname: string): string {
  try {
    // A percent sign stays encoded, because the parameters are decoded again.
    return decodeURI(pathname.replaceAll("%25", "%2525"));
  } catch {
    throw new ProblemError("malformed-url");
  }
}
