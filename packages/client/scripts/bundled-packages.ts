/** What the build copies into the package, code or types, so that it needs no dependencies. */
export const bundledPackages: string[] = [
  "openapi-fetch",
  "openapi-typescript-helpers",
  "@standard-schema/spec",
];
