import type { Case } from "../api.ts";
import { bearer, key, oauth, row, secured } from "./parts.ts";

const { clientCredentials } = oauth.flows;
const refreshUrl = "https://x.test/refresh";
const refreshed = { ...oauth, flows: { clientCredentials: { ...clientCredentials, refreshUrl } } };

export const securityCases: readonly Case[] = [
  row(
    "a URL to refresh tokens",
    secured([{ oauth: [] }]),
    secured([{ oauth: [] }], { oauth: refreshed }),
    "patch",
    "major",
  ),
  row("a public operation secured", secured([]), secured([{ bearer: [] }]), "major", "minor"),
  row(
    "security: [] deleted",
    { ...secured([{ bearer: [] }]), operation: { security: [] } },
    secured([{ bearer: [] }]),
    "major",
    "minor",
  ),
  row(
    "the same security on the operation",
    secured([{ bearer: [] }]),
    { ...secured([{ bearer: [] }]), operation: { security: [{ bearer: [] }] } },
    "patch",
    "patch",
  ),
  row(
    "an alternative added",
    secured([{ bearer: [] }]),
    secured([{ bearer: [] }, { key: [] }]),
    "minor",
    "major",
  ),
  row(
    "a second credential required",
    secured([{ bearer: [] }]),
    secured([{ bearer: [], key: [] }]),
    "major",
    "minor",
  ),
  row("optional security", secured([{ bearer: [] }, {}]), secured([{ bearer: [] }]), "major", "minor"),
  row("a scope required", secured([{ oauth: ["r"] }]), secured([{ oauth: ["r", "w"] }]), "major", "minor"),
  row(
    "a scheme renamed",
    secured([{ bearer: [] }]),
    secured([{ token: [] }], { token: bearer, key, oauth }),
    "patch",
    "patch",
  ),
  row(
    "bearerFormat",
    secured([{ bearer: [] }]),
    secured([{ bearer: [] }], { bearer: { ...bearer, bearerFormat: "JWT" }, key, oauth }),
    "patch",
    "patch",
  ),
  row(
    "the scheme's type",
    secured([{ bearer: [] }]),
    secured([{ bearer: [] }], { bearer: { type: "http", scheme: "basic" }, key, oauth }),
    "major",
    "major",
  ),
  row(
    "the key's header",
    secured([{ key: [] }]),
    secured([{ key: [] }], { bearer, key: { ...key, name: "X-Other" }, oauth }),
    "major",
    "major",
  ),
  row(
    "the token's URL",
    secured([{ oauth: [] }]),
    secured([{ oauth: [] }], {
      bearer,
      key,
      oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://y.test", scopes: {} } } },
    }),
    "major",
    "major",
  ),
];
