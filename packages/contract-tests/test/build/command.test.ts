import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { startServer } from "@compute-host/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BugId, habits } from "../../reference/bugs/bugs.ts";
import { ids } from "../../reference/computers.ts";
import { Host } from "../../reference/host.ts";
import type { VariantId } from "../../reference/variants.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { namesOf, startCommand } from "../run-command.ts";

let folder: string;
let journal: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "contract-command-"));
  journal = join(folder, "contract-tests.journal.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command in this process. */
async function run(
  service: Host | Readonly<Record<string, string>>,
  args: readonly string[],
  afterSomeCases: () => unknown = () => {},
) {
  const written = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof written) => {
    const write = (text: string | Buffer) => {
      written[name] += text;
      if (/^25 of/.test(String(text))) afterSomeCases();
    };
    return new PassThrough().on("data", write) as unknown as NodeJS.WriteStream;
  };
  const env = service instanceof Host ? service.environment : service;
  const io = { stdout: stream("stdout"), stderr: stream("stderr"), signal: new AbortController().signal };
  const exitCode = await runCommand(["--seed=1", `--journal=${journal}`, ...args], env, io);
  await setImmediate();
  return { exitCode, ...written };
}

/** Waits until a command has changed a computer, which it then changes many more times before it restores it. */
async function untilChanged(target: Host, before: Record<string, string>): Promise<void> {
  await expect.poll(() => namesOf(target), { timeout: 300_000, interval: 5 }).not.toEqual(before);
}

const given = `--computers=${ids.active},${ids.byom}`;

test("a failure shows the rule and the requests for curl, but no token, in the terminal and in reports", async () => {
  await using host = await Host.start({ bugs: ["list-oldest-first"] });
  const [json, xml] = [join(folder, "r.json"), join(folder, "r.xml")];
  const reports = [`--report=json=${json}`, `--report=junit=${xml}`];
  const { exitCode, stdout } = await run(host, ["--only=newest first", ...reports]);
  expect(exitCode).toBe(1);
  for (const text of [stdout, readFileSync(json, "utf8"), readFileSync(xml, "utf8")]) {
    expect(text).toContain("newest first");
    expect(text).toMatch(/curl -i --path-as-is .*Bearer \$CONTRACT_TOKEN/);
    expect(text).not.toContain(host.credentials.token);
    expect(text).not.toContain(host.credentials.otherToken);
  }
  expect(stdout).toContain('The description says: "Decision: the list holds every computer');
});

test("a token of one letter is masked in no word of a report", async () => {
  await using host = await Host.start({ bugs: ["list-oldest-first"] });
  const json = join(folder, "r.json");
  const env = { ...host.environment, CONTRACT_EXPIRED_TOKEN: "e" };
  const { exitCode, stdout } = await run(env, ["--only=newest first", `--report=json=${json}`]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('The description says: "Decision: the list holds every computer');
  expect(readFileSync(json, "utf8")).not.toContain("CONTRACT_EXPIRED_TOKEN");
});

test("a slow response fails without a sentence, because the description sets no time limit", async () => {
  await using host = await Host.start();
  const { exitCode, stdout } = await run(host, ["--only=newest first", "--max-response-ms=0.01"]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /the response took \d+ ms, more than the limit of 0\.01 ms {2}\[max_response_time\]/,
  );
  expect(stdout).not.toContain("The description says");
});

test("nothing is changed without options, and cases that no option allows do not count as missing", async () => {
  await using host = await Host.start();
  const before = await namesOf(host);
  const { exitCode, stdout } = await run(host, ["--require=80%"]);
  expect(stdout).toContain("No computer may be changed: name some with --computers: ");
  expect(exitCode).toBe(0);
  expect(Object.keys(before).length).toBeGreaterThan(5);
  expect(await namesOf(host)).toEqual(before);
});

test("exits with 2 if a required case is left out", async () => {
  await using host = await Host.start();
  const { exitCode, stderr } = await run(host, [given, "--require=all", "--only=retries|new session"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("Required, but left out");
});

test("a service that never sends a status does not pass, and the report says what is missing", async () => {
  await using host = await Host.start({ variants: ["status-never-sent"] });
  const { exitCode, stdout, stderr } = await run(host, ["--disposable"]);
  expect(stdout).toContain(" 0 failed");
  expect(stdout).toMatch(/no computer that is active or in error: add one: \d+ cases/);
  expect(stderr).toMatch(/Not proved: the records let \d+ % of the allowed cases run, and 75 % are required/);
  expect(exitCode).toBe(2);
});

test("a difference from a decision can be reported without failing, and one from the interface cannot", async () => {
  const only = "--only=(every operation refuses a request without|listComputers returns a documented)";
  await using decided = await Host.start({ bugs: ["problem-as-text"] });
  expect((await run(decided, [only])).exitCode).toBe(1);
  const reported = await run(decided, [only, "--decisions=report"]);
  expect(reported.stdout).toContain("Differs from this project's decisions, as another service may:");
  expect(reported.stdout).toMatch(/What the interface states: \d+ of \d+ proved \(100 %\), 0 failed/);
  expect(reported.exitCode).toBe(0);
  await using stated = await Host.start({ bugs: ["get-without-credentials"] });
  expect((await run(stated, [only, "--decisions=report"])).exitCode).toBe(1);
});

test.each<[BugId, only: string]>([
  ["empty-list-omitted", "a host that no computer has"],
  ["empty-list-is-null", "a host that no computer has"],
  ["empty-list-is-204", "a host that no computer has"],
  ["numeric-name-becomes-a-number", "keeps every name"],
  ["retry-is-200", "can be repeated once its session has ended"],
])("%s breaks the interface, although the case that meets it is about a decision", async (bug, only) => {
  await using host = await Host.start({ bugs: [bug] });
  const args = [given, "--disposable", `--only=${only}`, "--decisions=report"];
  const { exitCode, stdout } = await run(host, args);
  expect(stdout).not.toContain("as another service may");
  expect(stdout).toMatch(/^1\) interface: /m);
  expect(stdout).not.toContain('The description says: "Decision: ');
  expect(exitCode).toBe(1);
});

test("what JSON stacks do with a wrong body differs only from decisions, and the report quotes them", async () => {
  for (const bugs of Object.values<readonly BugId[]>(habits)) {
    await using host = await Host.start({ bugs });
    const { exitCode, stdout } = await run(host, [given, "--only=body", "--decisions=report"]);
    expect(stdout).not.toContain("Differs from the interface:");
    const quote = 'says: "Decision: unknown properties and `null` return 400, so typos are not ignored."';
    expect(stdout.includes(quote)).toBe(bugs.includes("unknown-properties-ignored"));
    expect(exitCode).toBe(0);
  }
});

test("hostnames and relay URLs may change, appear and disappear at any time", async () => {
  await using host = await Host.start({
    variants: [
      "hostname-changes-and-relays-rotate",
      "hostname-and-relays-come-and-go",
      "linked-host-reports",
      "retry-drops-hostname",
    ],
  });
  const only = "shows each computer|name and remote user together|a host, and the list|in status error";
  const { exitCode, stdout } = await run(host, ["--disposable", `--only=${only}`]);
  expect(stdout).toMatch(/\d passed, 0 failed, 0 left out/);
  expect(exitCode).toBe(0);
});

test.each<VariantId>(["lone-surrogates-kept", "lone-surrogates-replaced"])(
  "half of a surrogate pair may be stored: %s",
  async (variant) => {
    await using host = await Host.start({ variants: [variant] });
    const { exitCode, stdout } = await run(host, [given, "--only=storages cannot hold|surrogate"]);
    expect(stdout).toMatch(/\d passed, 0 failed, 0 left out/);
    expect(exitCode).toBe(0);
  },
);

test("records that could not be put back are left out, with the reason", async () => {
  await using host = await Host.start({ variants: ["long-names"] });
  const before = await namesOf(host);
  const args = [`--computers=${ids.active}`, "--require=0%", "--only=updateComputer"];
  const { exitCode, stdout } = await run(host, args);
  expect(stdout).toContain(`${ids.active} could not be put back: its own name and remote user get 400`);
  expect(exitCode).toBe(0);
  expect(await namesOf(host)).toEqual(before);
});

test("a service that stops responding ends the run with 2", async () => {
  await using host = await Host.start();
  const { exitCode, stderr } = await run(host, [], () => host[Symbol.asyncDispose]());
  expect(stderr).toMatch(/The service stopped responding after \d+ cases/);
  expect(exitCode).toBe(2);
});

/** Serves a host through a function that may replace its responses. */
async function front(host: Host, instead: (count: number) => [number, Record<string, string>] | undefined) {
  let count = 0;
  const server = createServer(async (request, response) => {
    const [status, headers] = instead(++count) ?? [];
    if (status !== undefined) return void response.writeHead(status, headers).end();
    const body = ["GET", "HEAD"].includes(request.method ?? "") ? undefined : await buffer(request);
    const { authorization = "", "content-type": type = "" } = request.headers;
    const own = { ...(authorization && { authorization }), ...(type && { "content-type": type }) };
    const init = { method: request.method, headers: own, body } as RequestInit;
    const received = await fetch(host.url + request.url, init);
    // The host's connection is not the client's.
    const sent = [...received.headers].filter(([name]) => name !== "connection");
    response.writeHead(received.status, Object.fromEntries(sent));
    response.end(Buffer.from(await received.arrayBuffer()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    env: { ...host.environment, CONTRACT_BASE_URL: `http://127.0.0.1:${port}` },
    close: () => server.close(),
  };
}

/** Serves a body as the response to every request. */
async function serve(body: string | Buffer, type = "application/json") {
  const server = createServer((_request, response) => {
    const headers = { "content-type": type, "x-request-id": crypto.randomUUID() };
    response.writeHead(200, headers).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    env: { CONTRACT_TOKEN: "the-token", CONTRACT_BASE_URL: `http://127.0.0.1:${port}` },
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

test("a body that is not UTF-8 fails, although a lenient decoder makes JSON of it", async () => {
  await using service = await serve(Buffer.from('{"computers":[],"note":"caf\u00e9"}', "latin1"));
  const { exitCode, stdout } = await run(service.env, ["--only=listComputers returns a documented response"]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("the body is not UTF-8 (RFC 8259, section 8.1)  [response_schema_conformance]");
});

test("a token that a body echoes where its excerpt is cut is masked whole", async () => {
  await using service = await serve(JSON.stringify({ text: "x".repeat(268), echo: "Bearer the-token" }));
  const { stdout } = await run(service.env, ["--only=listComputers returns a documented response"]);
  expect(stdout).toContain("xxx");
  expect(stdout).not.toMatch(/the-t/);
});

test("a long value does not fill the report: its failure shows its beginning, and what was expected", async () => {
  await using service = await serve('{"computers":[]}', `text/${"x".repeat(9000)}`);
  const { stdout } = await run(service.env, ["--only=listComputers returns a documented response"]);
  const [line = ""] = stdout.split("\n").filter((one) => one.includes("[content_type_conformance]"));
  expect(line).toMatch(/the content type is text\/xxx+ \.\.\. x+, not application\/json {2}/);
  expect(line.length).toBeLessThan(600);
});

test("a body that breaks off is not reported as a service that does not respond", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"computers":[', () => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const env = { CONTRACT_TOKEN: "the-token", CONTRACT_BASE_URL: `http://127.0.0.1:${port}` };
  await expect(run(env, [])).rejects.toThrow(/computers got 200, but its body broke off \(\w+\)\.$/);
  server.close();
});

test.each<[string, number, Record<string, string>, RegExp]>([
  [
    "429 without end",
    429,
    { "retry-after": "0" },
    /^The service keeps returning 429: try again later\. It failed after/,
  ],
  [
    "503 without end",
    503,
    { "retry-after": "0" },
    /^The service keeps returning 503: try again later\. It failed after/,
  ],
  ["503 of a proxy", 503, { "x-request-id": "same" }, /^The service keeps returning 503/],
  [
    "an expired token",
    401,
    {},
    /^The service no longer accepts CONTRACT_TOKEN \(401\): use a token that outlives/,
  ],
])("%s ends the run with 2 and one line", async (_what, status, headers, says) => {
  await using host = await Host.start();
  const { env, close } = await front(host, (count) => (count > 40 ? [status, headers] : undefined));
  const { exitCode, stdout, stderr } = await run(env, ["--only=queries"]);
  close();
  expect(stderr).toMatch(says);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect(stdout).toContain(" 0 failed");
  expect(exitCode).toBe(2);
});

test("429 without end is not taken for a refusal of an odd path", async () => {
  await using host = await Host.start();
  let refusals = 0;
  const { env, close } = await front(host, (count) => {
    if (count <= 5) return undefined;
    refusals += 1;
    return [429, {}];
  });
  const { exitCode, stderr } = await run(env, ["--only=any spelling of its path"]);
  close();
  expect(stderr).toMatch(/^The service keeps returning 429/);
  expect(exitCode).toBe(2);
  // The first of some dozens of spellings, and what asks whether the service is in trouble.
  expect(refusals).toBeLessThan(10);
});

test("waits for a rate limit", async () => {
  await using server = await startServer({ rateLimit: { maxRequests: 60, windowMs: 1_000 }, computers: [] });
  const env = { CONTRACT_BASE_URL: server.baseUrl, CONTRACT_TOKEN: server.apiKey };
  const { exitCode, stdout } = await run(env, ["--only=queries"]);
  expect(stdout).toContain("0 failed");
  expect(exitCode).toBe(0);
  expect(Number(/\((\d+) requests/.exec(stdout)?.[1])).toBeGreaterThan(60);
});

test("passes for an owner without computers", async () => {
  await using server = await startServer({ computers: [] });
  const env = { CONTRACT_BASE_URL: server.baseUrl, CONTRACT_TOKEN: server.apiKey };
  const { exitCode, stdout } = await run(env, ["--disposable", "--require=0%"]);
  expect(stdout).toContain(" 0 failed");
  expect(exitCode).toBe(0);
});

test("reports a wrong token, a wrong address and an unknown computer", async () => {
  await using host = await Host.start();
  const env = host.environment;
  await expect(run({ ...env, CONTRACT_TOKEN: "nobody" }, [])).rejects.toThrow(
    "refuses CONTRACT_TOKEN with 401",
  );
  const elsewhere = { ...env, CONTRACT_BASE_URL: `${host.url}/elsewhere` };
  await expect(run(elsewhere, [])).rejects.toThrow("check --base-url");
  await expect(run(host, ["--computers=cmp_nothing"])).rejects.toThrow("has no computer cmp_nothing");
});

test("Ctrl-C restores what was changed", async () => {
  await using host = await Host.start({ variants: ["slow-responses"] });
  const before = await namesOf(host);
  const args = [given, "--only", "keeps every name|follows its rules"];
  const command = startCommand(args, host.environment, folder);
  await untilChanged(host, before);
  expect(await command.stop("SIGINT")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("everything was restored"),
  });
  expect(readdirSync(folder)).toEqual([]);
  expect(await namesOf(host)).toEqual(before);
});

test("after a crash, --restore restores what the journal lists; only of other services, runs start before", async () => {
  await using host = await Host.start({ variants: ["slow-responses"] });
  const [env, before] = [host.environment, await namesOf(host)];
  await using elsewhere = await Host.start();
  const command = startCommand([given, "--only", "keeps every name"], env, folder);
  await untilChanged(host, before);
  await command.stop("SIGKILL");
  const other = await startCommand(["--only", "newest first"], elsewhere.environment, folder).ended;
  expect(other).toMatchObject({ exitCode: 0, stderr: "" });
  [journal = ""] = readdirSync(folder).map((name) => join(folder, name));
  expect(readFileSync(journal, "utf8")).not.toContain(env.CONTRACT_TOKEN);
  const next = await startCommand([given], env, folder).ended;
  expect(next).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^contract-tests: .*Restore them with --restore/),
  });
  expect(await run(host, ["--restore"])).toMatchObject({ exitCode: 0 });
  expect(await namesOf(host)).toEqual(before);
  expect(existsSync(journal)).toBe(false);
});

test("a computer that cannot be restored does not keep others from it", async () => {
  await using host = await Host.start();
  const before = await namesOf(host);
  const records = { 1: { name: "of none" }, [ids.active]: { name: "Restored" } };
  writeFileSync(journal, JSON.stringify({ baseUrl: host.url, records }));
  const { exitCode, stdout, stderr } = await run(host, ["--restore"]);
  expect([exitCode, stdout]).toEqual([2, `Put back: ${ids.active}.\n`]);
  expect(stderr).toMatch(/^Not restored: 1: .*404/);
  expect(await namesOf(host)).toEqual({ ...before, [ids.active]: "Restored" });
  expect(Object.keys(JSON.parse(readFileSync(journal, "utf8")).records)).toEqual(["1"]);
});
