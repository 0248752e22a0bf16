/** Packages whose code or types the build copies into this one, so that it needs no dependencies. */
export const bundledPackages: string[] = [
  "openapi-fetch",
  "openapi-typescript-helpers",
  "@standard-schema/spec",
];
