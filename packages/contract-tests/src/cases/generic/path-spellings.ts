import { isSecured, type Operation } from "@compute-host/openapi";
import { requestUrl } from "../../http/exchange.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { requestOnExisting, requestOnMissing } from "./plain-request.ts";

/** Returns other spellings of a path, which a server or proxy may treat as the same path. */
function spellingsOf(url: string): string[] {
  const first = url.slice(1, 2);
  const encoded = `%${first.charCodeAt(0).toString(16)}`;
  const lastSlash = url.lastIndexOf("/");
  return [
    `${url}/`,
    `${url}//`,
    `/${url}`,
    url.replace("/", "//"),
    `${url.slice(0, lastSlash)}/${url.slice(lastSlash)}`,
    url.toUpperCase(),
    url.slice(0, 2).toUpperCase() + url.slice(2),
    `/${encoded}${url.slice(2)}`,
    url.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    `/.${url}`,
    `/x/..${url}`,
    `/%2e${url}`,
    `${url}/.`,
    `${url}/x/..`,
    `${url.slice(0, lastSlash)}/.${url.slice(lastSlash)}`,
    `${url};x=1`,
    `${url}?`,
    `${url}?x=/`,
    `${url}%20`,
    `${url}%00`,
    `${url}.json`,
    url.replaceAll("/", "%2F").replace("%2F", "/"),
    `\\${url.slice(1)}`,
  ];
}

/** No spelling of a path bypasses the credentials, and no path leads to another path's operation. */
export function pathSpellingCases(api: ContractApi): ContractCase[] {
  return [
    ...api.operations.filter(isSecured).map(tellsNothing),
    ...api.operations.filter(({ method }) => method === "GET").map(servesNoNeighbour),
  ];
}

function tellsNothing(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} cannot be reached without credentials by any spelling of its path`,
    theme: "methods and paths",
    operationId: operation.operationId,
    checks: ["ignored_auth"],
    needs: ["knowsTokens", "hasSocket"],
    rules: ["errors#4", "authentication"],
    async run(context) {
      const isRead = operation.method === "GET";
      const request = isRead
        ? await requestOnExisting(context, operation)
        : requestOnMissing(context, operation);
      for (const url of spellingsOf(requestUrl({ ...request, query: [] }))) {
        const { status } = await context.sendRaw({ method: operation.method, url, operation });
        const shown = `${operation.method} ${url} without credentials gets ${status}`;
        verify(status === 0 || status >= 400, shown, { check: "ignored_auth" });
        // A missing record also returns 404 after authentication, so only the content of the response shows the
        // difference.
        verify(status < 500, shown, { check: "not_a_server_error" });
        const isTold = !isRead && [409, 415, 413].includes(status);
        verify(!isTold, `${shown}, which reveals something about a record or a body`, {
          check: "ignored_auth",
        });
      }
    },
  };
}

function servesNoNeighbour(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} is served only under its own path`,
    theme: "methods and paths",
    operationId: operation.operationId,
    checks: ["status_code_conformance"],
    needs: ["keepsState", "hasSocket"],
    rules: ["OtherError#1", "versioning"],
    async run(context) {
      const url = requestUrl({ ...(await requestOnExisting(context, operation)), query: [] });
      const parts = url.split("/");
      const last = parts.at(-1) ?? "";
      const front = parts.slice(0, -1).join("/");
      const neighbours = [
        `${url}/x`,
        `${url}/x/y`,
        `${url}-x`,
        `${front}x/${last}`,
        `/x${url}`,
        url.replace(/\/v\d+\//, "/v99/"),
        url.replace(/\/v\d+\//, "/v1/"),
        url.replace(/^\/\w+\//, "/"),
        `${front}%2F${last}`,
      ].filter((other) => other !== url);
      for (const other of neighbours) {
        const { status } = await context.sendRaw({
          ...{ method: "GET", url: other, operation },
          isAuthenticated: true,
        });
        const isRefused = status >= 400 && status < 500;
        verify(isRefused, `${other} gets ${status}, not 404`, { check: "status_code_conformance" });
      }
      const { status } = await context.sendRaw({
        ...{ method: "GET", url: `${url}?unknown=1`, operation },
        isAuthenticated: true,
      });
      verify([200, 400].includes(status), `an unknown query parameter makes it ${status}`);
    },
  };
}
