/**
 * Compares the source with the build: random requests to the fake, and random responses to the client. Run it by hand
 * with a number of rounds, `node test/package/random-comparison.ts 100000`; it prints its seed and what differs.
 */
import * as source from "../../src/index.ts";
import * as sourceTesting from "../../src/testing/index.ts";

const built = (entry: string) => import(new URL(`../../dist/${entry}.mjs`, import.meta.url).href);

/** What the source and the build did for one input that they treat differently. */
export interface Difference {
  readonly input: string;
  readonly ofSource: string;
  readonly ofBuild: string;
}

type Random = (below: number) => number;

/** A linear congruential generator, so that a seed repeats a run. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const parts = [
  "%zz",
  "%",
  "%ff",
  "%C3%28",
  "%2F",
  "..",
  ".",
  "",
  "a b",
  "ü",
  "%00",
  "x".repeat(300),
  "'",
  "\\",
  ";",
  "@",
];
const jsonValues = [
  '"x"',
  "1",
  "null",
  "{}",
  "[]",
  '""',
  `"${"x".repeat(64)}"`,
  '"\\ud800"',
  "1e999",
  "tru",
  '"😀"',
];
const hostIds = ['"3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10"', '"3F0C9A52-6B1E-4F0F-9D1C-2A7C5E8B4D10"'];
const methods = ["GET", "GET", "GET", "PATCH", "PATCH", "POST", "DELETE", "HEAD", "OPTIONS", "PUT"];
const prefers = [
  "problem=rate-limited",
  "problem=zz",
  "problem=conflict; times=2",
  "times=1",
  "problem=connection",
];

function randomRequest(random: Random, ids: readonly string[]): { url: string; init: RequestInit } {
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const id = random(3) > 0 ? pick(ids) : pick(parts);
  const path = pick([
    "/api/v0/computers",
    `/api/v0/computers/${id}`,
    `/api/v0/computers/${id}`,
    `/api/v0/computers/${id}/install-deps`,
    `/api/v0/${pick(parts)}`,
    `/${pick(parts)}/api/v0/computers`,
  ]);
  const name = pick(["hostId", "includeProvisioningSteps", "zz"]);
  const query = random(3) > 0 ? "" : `?${name}=${pick([...parts, "true", "false", "TRUE"])}`;
  const method = pick(methods);
  const headers: Record<string, string> = {
    authorization: pick(["Bearer tok", "Bearer tok", "bearer tok", "Basic x"]),
  };
  if (random(20) === 0) headers.prefer = pick(prefers);
  if (/GET|HEAD/.test(method) || random(5) === 0)
    return { url: `http://h${path}${query}`, init: { method, headers } };
  const members = Array.from(
    { length: random(3) },
    () =>
      `"${pick(["name", "hostId", "remoteUser", "zz", "__proto__"])}":${pick([...jsonValues, ...hostIds])}`,
  );
  headers["content-type"] = pick(["application/json", "application/json; charset=utf-8", "text/plain"]);
  const body = pick(["", "{", "[]", "null", `{${members.join()}}`, `{${members.join()}}`, "\ufeff{}"]);
  return { url: `http://h${path}${query}`, init: { method, headers, body } };
}

/** What a fake does: the response without its times, or the error. */
async function outcomeOf(fake: sourceTesting.FakeService, url: string, init: RequestInit): Promise<string> {
  try {
    const response = await fake.fetch(url, init);
    const text = (await response.text()).replace(/\b1\d{12}\b/g, "TIME");
    const headers = [...response.headers].filter(([name]) => name !== "content-length");
    return JSON.stringify([response.status, headers, text]);
  } catch (error) {
    return String(error);
  }
}

/** Sends the same random requests to the fake of the source and to the built one. */
export async function compareFakes(rounds: number, seed: number): Promise<Difference[]> {
  const random = randomFrom(seed);
  const { createFakeService } = (await built("testing/index")) as typeof sourceTesting;
  const ofSource = sourceTesting.createFakeService({ token: "tok" });
  const ofBuild = createFakeService({ token: "tok" });
  const ids = ofSource.computers().map(({ id }) => id);
  const differences: Difference[] = [];
  for (let round = 0; round < rounds; round++) {
    const { url, init } = randomRequest(random, ids);
    const outcomes = [await outcomeOf(ofSource, url, init), await outcomeOf(ofBuild, url, init)] as const;
    if (outcomes[0] !== outcomes[1])
      differences.push({
        input: `${init.method} ${url} ${init.body}`,
        ofSource: outcomes[0],
        ofBuild: outcomes[1],
      });
  }
  return differences;
}

const token = "secret-secret-1";
const statuses = [200, 204, 301, 304, 400, 401, 404, 409, 413, 418, 429, 500, 503];
const types = ["application/json", "text/html", "application/problem+json"];
const retryAfters = ["0", "5", "x", "Fri, 31 Dec 9999 23:59:59 GMT", "1.5"];
const violations = ["[]", '[{"message":"m","pointer":"/a"}]', "[1]", '[{"message":5}]', "5"];

function randomResponse(random: Random): { status: number; headers: Record<string, string>; body: string } {
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const headers: Record<string, string> = { "content-type": pick(types) };
  if (random(3) === 0) headers["retry-after"] = pick(retryAfters);
  if (random(3) === 0) headers["x-request-id"] = pick(["r", token]);
  const [title, detail, other] = [pick(jsonValues), pick(jsonValues), pick(jsonValues)];
  const body = pick([
    "<html>",
    "",
    "null",
    "[1]",
    `{"id":${title},"name":${detail}}`,
    `{"title":${title},"detail":${detail},"errors":${pick(violations)},"zz":${other}}`,
    `{"detail":"${token} %73ecret-secret-1"}`,
    `${"%2541".repeat(random(9_000))}${token}`,
  ]);
  return { status: pick(statuses), headers, body };
}

type Client = Pick<typeof source, "createClient">;

/** What a client makes of a response: the data, or the error with everything that it tells. */
async function resultOf(
  { createClient }: Client,
  { status, headers, body }: ReturnType<typeof randomResponse>,
) {
  const fetch = async () => new Response([204, 304].includes(status) ? null : body, { status, headers });
  const { computers } = createClient({ baseUrl: "http://h", token, maxRetries: 0, fetch });
  try {
    return JSON.stringify(await computers.get("x"));
  } catch (error) {
    const { retryAfterMs, headers: received, body: text, cause, ...rest } = error as source.ApiError;
    const isFar = Number(retryAfterMs) > 1e12;
    const fields = received && [...received];
    return JSON.stringify([String(error), rest, isFar ? "far" : retryAfterMs, fields, text, String(cause)]);
  }
}

/** Gives the same random responses to the client of the source and to the built one. */
export async function compareClients(rounds: number, seed: number): Promise<Difference[]> {
  const random = randomFrom(seed);
  const build: Client = await built("index");
  const differences: Difference[] = [];
  for (let round = 0; round < rounds; round++) {
    const response = randomResponse(random);
    const [ofSource = "", ofBuild = ""] = [await resultOf(source, response), await resultOf(build, response)];
    if (ofSource !== ofBuild) differences.push({ input: JSON.stringify(response), ofSource, ofBuild });
  }
  return differences;
}

if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 100_000);
  const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31));
  const fakes = await compareFakes(rounds, seed);
  const clients = await compareClients(rounds, seed);
  console.log({ rounds, seed, fakes: fakes.length, clients: clients.length });
  console.log(...fakes.slice(0, 3), ...clients.slice(0, 3));
  process.exitCode = fakes.length + clients.length > 0 ? 1 : 0;
}
