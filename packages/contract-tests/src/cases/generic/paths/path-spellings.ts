import type { Operation } from "@compute-host/openapi";
import { redirects } from "../../../conformance/response-checks.ts";
import { requestUrl } from "../../../http/exchange.ts";
import type { ContractApi } from "../../../openapi/contract-api.ts";
import { type CaseContext, type ContractCase, verify } from "../../contract-case.ts";
import { isSafe, requestOnExisting, requestToRefuse } from "../plain-request.ts";

/** Returns other spellings of a path, which a server or proxy may treat as the same path. */
function spellingsOf(url: string): string[] {
  const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  const last = url.lastIndexOf("/");
  const [front, back] = [url.slice(0, last), url.slice(last)];
  return [
    ...["/", "//", "/.", "/x/..", ";x=1", "?", "?x=/", "%20", "%00", ".json"].map((end) => url + end),
    ...["/", "/.", "/x/..", "/%2e"].map((start) => start + url),
    url.replace("/", "//"),
    `${front}/${back}`,
    `${front}/.${back}`,
    `\\${url.slice(1)}`,
    url.toUpperCase(),
    url.slice(0, 2).toUpperCase() + url.slice(2),
    `/${encoded(url.charAt(1))}${url.slice(2)}`,
    url.replaceAll(/[a-z]/g, encoded),
    url.replaceAll("/", "%2F").replace("%2F", "/"),
    ...respeltSegments(url),
  ];
}

/** Returns a path with each of its segments spelt in other ways. */
function respeltSegments(url: string): string[] {
  const segments = url.slice(1).split("/");
  return segments.flatMap((segment, index) =>
    [";x=1", "%20", ".json"]
      .map((end) => segment + end)
      .concat(
        ["./", "/", "x/../", "x/%2e%2e/"].map((start) => start + segment),
        segment.toUpperCase(),
      )
      .map((other) => `/${segments.with(index, other).join("/")}`),
  );
}

/** No spelling of a path bypasses the credentials, and no path leads to another path's operation. */
export function pathSpellingCases(api: ContractApi): ContractCase[] {
  return [tellsNothing, ...api.operations.filter(isSafe).map(servesNoNeighbour)];
}

const tellsNothing: ContractCase = {
  title: "no operation can be reached without credentials by any spelling of its path",
  theme: "methods and paths",
  checks: ["ignored_auth"],
  needs: ["knowsTokens", "hasSocket"],
  rules: ["errors#4", "authentication", "methods-and-redirects#2"],
  async run(context) {
    for (const operation of context.api.operations) {
      const { method } = operation;
      for (const url of spellingsOf(requestUrl(await requestToRefuse(context, operation)))) {
        const { status } = await context.sendRaw({ method, url, operation });
        // 409, 413 and 415 would reveal something about a record or a body.
        const isRefused =
          status >= 400 && status < 500 && (isSafe(operation) || ![409, 413, 415].includes(status));
        const shown = `${method} ${url} without credentials gets ${status}`;
        // A redirect to the usual spelling reveals nothing.
        const otherwise = redirects.includes(status) ? "methods-and-redirects#2" : "errors#4";
        verify(status === 0 || isRefused, status < 300 ? "authentication" : otherwise, shown, {
          check: "ignored_auth",
        });
      }
    }
  },
};

function servesNoNeighbour(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} is served only under its own path`,
    theme: "methods and paths",
    operationId: operation.operationId,
    checks: ["status_code_conformance"],
    needs: ["keepsState", "hasSocket"],
    rules: ["OtherError#1", "versioning"],
    async run(context) {
      const own = requestUrl(await requestOnExisting(context, operation));
      const last = own.lastIndexOf("/");
      const [front, back] = [own.slice(0, last), own.slice(last)];
      const [, version = "", resource = ""] = /^(.*?\/v\d+\/)(\w+)/.exec(own) ?? [];
      const neighbours = [
        `${own}/x`,
        `${own}/x/y`,
        `${own}-x`,
        `${front}x${back}`,
        `/x${own}`,
        own.replace("/api/", "/"),
        own.replace(version + resource, version + resource.slice(0, -1)),
        own.replace(version + resource, `${version}${resource}x`),
        own.replace("/api/", "/apix/"),
        own.replace("/v0/", "/v99/"),
        own.replace("/v0/", "/v1/"),
        own.replace("/v0/", "/v00/"),
        `${front}%2F${back.slice(1)}`,
      ];
      for (const url of neighbours) {
        const status = await statusOf(context, operation, url);
        const isRefused = status >= 400 && status < 500;
        verify(isRefused, "OtherError#1", `${url} gets ${status}, not 404`, {
          check: "status_code_conformance",
        });
      }
      const status = await statusOf(context, operation, `${own}?unknown=1`);
      verify([200, 400].includes(status), "listComputers#2", `an unknown query parameter makes it ${status}`);
    },
  };
}

async function statusOf(context: CaseContext, operation: Operation, url: string): Promise<number> {
  return (await context.sendRaw({ method: "GET", url, operation, isAuthenticated: true })).status;
}
