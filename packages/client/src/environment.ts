import { argumentFrom } from "./errors.ts";
import type { ClientOptions } from "./options.ts";

/**
 * Returns an option, or the environment variable that stands in for it, with the name of the one that was used. A token of the
 * environment is never sent to an address that the caller passed.
 *
 * @throws InvalidArgumentError if there is neither, and for an option that is given as `undefined`: what a caller looked up in vain
 * must not become the address or the credential of the process; an empty variable counts as none
 */
export function optionOrVariable<Name extends "baseUrl" | "token">(
  options: ClientOptions,
  option: Name,
  variable: string,
): readonly [value: NonNullable<ClientOptions[Name]> | string, name: string] {
  const isGiven = option in options;
  const value = argumentFrom(
    // Throws in a browser, which has no such object, and in Deno without the permission.
    () =>
      isGiven
        ? options[option]
        : (!options.baseUrl && (globalThis as unknown as NodeGlobal).process.env[variable]) || undefined,
    `${option} is undefined: pass baseUrl and token, or only set ${variable}`,
  );
  return [value, isGiven ? option : variable];
}

/** What Node.js, Bun and Deno have, without their types. */
interface NodeGlobal {
  readonly process: { readonly env: Readonly<Record<string, string | undefined>> };
}
