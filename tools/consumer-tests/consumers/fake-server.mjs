import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createFakeService } from "@compute-host/client/testing";

/** Serves the client's fake with HTTP, and prints its address and token as `compute-host serve --ready-json` does. */
const token = "key-of-the-consumer";
const fake = createFakeService({ token });
const server = createServer((request, response) => {
  // `fetch` knows less of HTTP than a server does, such as no TRACE.
  respond(request, response).catch(() => response.writeHead(405).end());
});

async function respond(request, response) {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const { status, headers, body } = await fake.fetch(`http://${request.headers.host}${request.url}`, {
    method: request.method,
    headers: request.headers,
    ...(hasBody && { body: Readable.toWeb(request), duplex: "half" }),
  });
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) response.end();
  else Readable.fromWeb(body).pipe(response);
}

server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, apiKey: token }));
});
