const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is not a file",
};

/** Says why a file could not be read. */
export function describeReadFailure(error: unknown): string {
  const { code = "", message } = error as Error & { readonly code?: string };
  return reasons[code] ?? message;
}
