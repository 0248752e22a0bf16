import { argumentFrom } from "./errors.ts";
import type { ClientOptions } from "./options.ts";

/**
 * Returns an option, or the environment variable that stands in for it, with the name of the one that was used. A token of the
 * environment is never sent to an address that the caller passed.
 *
 * @throws InvalidArgumentError if there is neither; an empty variable counts as none
 */
export function optionOrVariable<Name extends "baseUrl" | "token">(
  options: ClientOptions,
  option: Name,
  variable: string,
): readonly [value: NonNullable<ClientOptions[Name]> | string, name: string] {
  const { [option]: given, baseUrl } = options;
  if (given !== undefined) return [given, option];
  const value = argumentFrom(
    // Throws in a browser, which has no such object, and in Deno without the permission.
    () => (baseUrl === undefined && (globalThis as unknown as NodeGlobal).process.env[variable]) || undefined,
    `${option} is missing: pass baseUrl and token, or set ${variable}`,
  );
  return [value, variable];
}

/** What Node.js, Bun and Deno have, without their types. */
interface NodeGlobal {
  readonly process: { readonly env: Readonly<Record<string, string | undefined>> };
}
