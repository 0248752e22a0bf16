import { type Api, type CredentialPlace, type Operation, textOf } from "@compute-host/openapi";
import { type Content, type Html, html } from "../html.ts";
import { schemeObject } from "./security-words.ts";

/** A field for a credential of an operation. */
interface CredentialField {
  readonly scheme: string;
  readonly place: CredentialPlace;
  /** Whether the first alternative needs it. */
  readonly isFirst: boolean;
}

/** A field for each credential that an operation takes; none for an operation without, or for a certificate. */
export function credentialInputs(api: Api, operation: Operation): Content {
  const fields = credentialFields(api, operation);
  return fields.map((field) => {
    const isOnly = fields.length === 1;
    if (field.place.prefix !== "Basic ") return input(operation, field, isOnly);
    return [input(operation, field, isOnly, "user"), input(operation, field, isOnly, "password")];
  });
}

function credentialFields({ securitySchemes, document }: Api, { security }: Operation): CredentialField[] {
  const fields = new Map<string, CredentialField>();
  for (const [index, uses] of security.entries()) {
    for (const { scheme } of uses) {
      const place = securitySchemes[scheme]?.credential;
      // A page cannot set cookies of another origin.
      if (place === undefined || place.in === "cookie" || fields.has(scheme)) continue;
      const name = textOf(schemeObject(document, scheme).name) || place.name;
      fields.set(scheme, { scheme, place: { ...place, name }, isFirst: index === 0 });
    }
  }
  return [...fields.values()];
}

function input(
  { operationId }: Operation,
  { scheme, place, isFirst }: CredentialField,
  isOnly: boolean,
  part?: "user" | "password",
): Html {
  const noun = place.prefix === "" ? `Key in ${place.name}` : "Token";
  const title = part === undefined ? noun : part === "user" ? "User" : "Password";
  const isToken = isOnly && part === undefined;
  const id = `${operationId}.try.${isToken ? "token" : `credentials.${scheme}${part === undefined ? "" : `.${part}`}`}`;
  const data = html`data-credential="${scheme}" data-place="${place.in}" data-name="${place.name}" data-prefix="${place.prefix}"${part !== undefined && html` data-part="${part}"`}${isFirst && html` data-first`}`;
  return html`
    <label for="${id}">${title}${!isOnly && html` (<code>${scheme}</code>)`}</label>
    <input id="${id}" ${data} type="${part === "user" ? "text" : "password"}" autocomplete="off" spellcheck="false">`;
}
