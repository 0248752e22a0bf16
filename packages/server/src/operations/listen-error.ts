const explanations: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process listens there; choose another PORT",
  EACCES: "this user may not; choose a PORT of 1024 or more",
  EADDRNOTAVAIL: "this machine has no such address; HOST has to be one of its own",
  ENOTFOUND: "the name is not known; HOST has to be an address of this machine",
};

/** Says in words why the service cannot listen, and what to do. */
export function describeListenError(error: unknown, { host, port }: { host: string; port: number }): Error {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return new Error(`Cannot listen on ${host}, port ${port}: ${explanations[code] ?? message}.`, {
    cause: error,
  });
}
