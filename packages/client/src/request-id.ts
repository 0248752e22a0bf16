/** The response header `X-Request-Id`. */
export function requestIdOf({ headers }: Response): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}
