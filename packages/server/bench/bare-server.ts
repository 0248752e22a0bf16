/**
 * What everything is compared with: `node:http` alone, which sends the recorded bytes. Takes the path of the recorded
 * answers and prints its origin.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RecordedAnswers } from "./recorded-answers.ts";

const answers = JSON.parse(readFileSync(process.argv[2] as string, "utf8")) as RecordedAnswers;

const server = createServer((request, response) => {
  if (request.method === "PATCH") {
    request.on("data", () => undefined);
    request.on("end", () => {
      response.writeHead(answers.patch.status, answers.patch.headers).end(answers.patch.body);
    });
    return;
  }
  const { status, headers, body } = request.url?.includes("/computers/")
    ? answers.get
    : request.url?.includes("=true")
      ? answers.listWithSteps
      : answers.list;
  response.writeHead(status, headers).end(body);
});

server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
process.on("SIGTERM", () => process.exit(0));
