import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import type { Load, LoadResult } from "./load.ts";

/** Generates the load if wrk is not installed. Takes the path of a load's description and prints the result as JSON. */

interface LoadDescription extends Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly namePrefix: string;
}

const load = JSON.parse(readFileSync(process.argv[2] as string, "utf8")) as LoadDescription;
let count = 0;

function nextRequest(request: autocannon.Request): autocannon.Request {
  const path = load.paths[count % load.paths.length] as string;
  const headers = {
    authorization: `Bearer ${load.tokens[count % load.tokens.length]}`,
    ...(load.method === "PATCH" && { "content-type": "application/json" }),
  };
  count += 1;
  return load.method === "GET"
    ? { ...request, path, headers }
    : {
        ...request,
        path,
        headers,
        body: JSON.stringify({ [count % 2 === 0 ? "name" : "remoteUser"]: `${load.namePrefix}${count}` }),
      };
}

const result = await autocannon({
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  requests: [{ method: load.method, setupRequest: nextRequest }],
});

const response: LoadResult = {
  requests: result["2xx"] + result.non2xx,
  seconds: result.duration,
  latency: result.latency.p50,
  failures: result.non2xx + result.errors + result.timeouts,
};
console.log(JSON.stringify(response));
