import { ProblemError } from "../../src/http/problem.ts";

/** A call of any operation; `handler-types.test.ts` is about its types. */
// biome-ignore lint/suspicious/noExplicitAny: the types of the harbour are generated when its tests run
type Call = any;

/** Handlers that mostly return what they get. */
export const harbourHandlers: Readonly<Record<string, (call: Call) => unknown>> = {
  listShips: ({ ownerId, query, headers }) => ({
    status: 200,
    headers: { "X-Total-Count": 1, ...(query.flag !== undefined && { ETag: query.flag }) },
    body: [{ name: `${ownerId} ${query.limit.toFixed()} ${headers["X-Sort"]}` }],
  }),
  createShip({ body }) {
    if (body.name === "bounty") return { status: 202 };
    if (body.name === "ark") return { status: 402, body: { berths: 2 } };
    if (body.name === "twin") {
      const members = { depth: 2 };
      throw new ProblemError("name-taken", { detail: "There is one.", members } as never);
    }
    return { status: 201, headers: { Location: `/ships/${body.name}` }, body };
  },
  getShip: ({ params }) => `ship ${params["ship-id"]}`,
  getShipLog: ({ params }) => `log of ${params["ship-id"]}`,
  replaceShip: ({ body }) => {
    if (body.flag !== "none") throw new Error(`${body.flag} is not the default`);
    return undefined;
  },
  patchShip: async ({ params, body }) => ({
    status: 207,
    body: { ...body, name: `${params["ship-id"] + 1}` },
  }),
  restartShip: ({ params }) =>
    params["ship-id"] === 1 ? { status: 202, body: { jobId: "j1" } } : JSON.stringify({ name: "restarted" }),
  getRelease: ({ params }) => `${params.major + 1}|${params.minor}|${params.class}`,
  getOdd: () => "odd",
  writeLog({ body }) {
    if (body !== undefined && body !== "größe") throw new Error(body);
    return undefined;
  },
  putPhoto: ({ body, mediaType, accept }) =>
    mediaType === "image/webp" || accept === "image/webp"
      ? { status: 200, headers: { "content-type": "image/webp" }, body }
      : body.toReversed(),
  async addCrew(call) {
    const { name, age, skills } = call.body;
    if (call.mediaType === "application/x-www-form-urlencoded") return JSON.stringify({ name, age, skills });
    const { portrait, papers = [], notes } = call.body;
    const texts = await Promise.all([portrait, ...papers].map((file: File) => file.text()));
    return JSON.stringify({ name, age, skills, notes, texts });
  },
  loadCargo: ({ body }) => ({ status: 200, body }),
  getHealth: () => undefined,
  getRules: () => ({ status: 204, headers: { "Set-Cookie": ["a=1; Path=/", "b=2"] } }),
  describeRules: ({ ownerId }) => `rules of ${ownerId}`,
  getTide: ({ ownerId = "nobody" }) => ownerId,
  getAdmin: ({ ownerId }) => ownerId,
};
