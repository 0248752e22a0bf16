import type { CredentialPlace } from "@compute-host/openapi/model";
import type { OperationId } from "@compute-host/types";
import { FakeProblemError } from "./fake-responses.ts";
import { operationFacts } from "./operation-facts.gen.ts";
import { ownEntry } from "./own-entry.ts";

const bearer: CredentialPlace = { in: "header", name: "authorization", prefix: "Bearer " };

/**
 * Checks that a request carries the credentials that its operation needs; any are accepted, but for the token if there is one. Where
 * they are optional, a wrong token is refused too.
 *
 * @param token the only bearer token that is accepted
 * @throws FakeProblemError without the credentials of any alternative
 */
export function authenticate(operationId: OperationId, request: Request, token: string | undefined): void {
  const { security = [[bearer]] } = ownEntry(operationFacts, operationId) ?? {};
  const isGiven = (place: CredentialPlace) => {
    const sent = credentialOf(place, request);
    return Boolean(sent) && (token === undefined || place.prefix !== bearer.prefix || sent === token);
  };
  const isWrong = (place: CredentialPlace) => credentialOf(place, request) !== undefined && !isGiven(place);
  const isGranted = security.some((alternative) =>
    alternative.length > 0 ? alternative.every(isGiven) : !security.flat().some(isWrong),
  );
  if (security.length > 0 && !isGranted) throw new FakeProblemError("unauthenticated");
}

function credentialOf({ in: place, name, prefix }: CredentialPlace, request: Request): string | undefined {
  if (place === "query") return new URL(request.url).searchParams.get(name) ?? undefined;
  const sent = request.headers.get(name) ?? "";
  if (!sent.toLowerCase().startsWith(prefix.toLowerCase())) return undefined;
  const credential = sent.slice(prefix.length);
  return /^\S+$/.test(credential) ? credential : undefined;
}
