/** A credential that a form sends. */
export interface FilledCredential {
  readonly place: string;
  readonly name: string;
  readonly value: string;
  /** The value in a shell, with variables in place of what was typed. */
  readonly shown: string;
}

/** A field for a credential, or for a part of one. */
export interface CredentialField {
  readonly value: string;
  readonly dataset: Readonly<Record<string, string | undefined>>;
}

/** Names what a field holds: the same in every form. */
export function keyOf({ dataset }: CredentialField): string {
  return [dataset.credential, dataset.part ?? ""].join(" ");
}

/** Reads the credentials in the fields of a form. Empty ones are not sent. */
export function readCredentials(fields: readonly CredentialField[]): FilledCredential[] {
  return fields.flatMap((field) => {
    const { credential = "", place = "", name = "", prefix = "", part } = field.dataset;
    if (part === "password" || field.value === "") return [];
    const at = { place, name: name === "authorization" ? "Authorization" : name };
    if (part === undefined) {
      return [{ ...at, value: prefix + field.value, shown: `${prefix}$${variableName(credential, prefix)}` }];
    }
    const isPassword = ({ dataset }: CredentialField) =>
      dataset.credential === credential && dataset.part === "password";
    const pair = `${field.value}:${fields.find(isPassword)?.value ?? ""}`;
    const shown = "$(printf %s $COMPUTE_HOST_USER:$COMPUTE_HOST_PASSWORD | base64)";
    return [{ ...at, value: prefix + base64(pair), shown: prefix + shown }];
  });
}

function variableName(scheme: string, prefix: string): string {
  return prefix === "Bearer "
    ? "COMPUTE_HOST_TOKEN"
    : `COMPUTE_HOST_${scheme.toUpperCase().replaceAll(/\W/g, "_")}`;
}

/** RFC 7617, section 2.1: UTF-8. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
