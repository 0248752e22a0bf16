import type { HandlersOf } from "../../src/http/operation-types.ts";
import { ProblemError } from "../../src/http/problem.ts";
import type { operations as data } from "./operations.gen.ts";
import type { operations as types } from "./types.gen.ts";

/** The handlers of the harbour, as its description types them. */
export type HarbourHandlers = HandlersOf<types, typeof data>;

/** Handlers that mostly return what they get. */
export const harbourHandlers: HarbourHandlers = {
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
  putPhoto: ({ body, mediaType }) =>
    mediaType === "image/*"
      ? { status: 200, headers: { "content-type": "image/webp" }, body }
      : body.toReversed(),
  async addCrew(call) {
    const { name, age, skills } = call.body;
    if (call.mediaType === "application/x-www-form-urlencoded") return JSON.stringify({ name, age, skills });
    const { portrait, papers = [], notes } = call.body;
    const texts = await Promise.all([portrait, ...papers].map((file) => file.text()));
    return JSON.stringify({ name, age, skills, notes, texts });
  },
  getHealth: () => undefined,
  getTide: ({ ownerId = "nobody" }) => ownerId,
  getAdmin: ({ ownerId }) => ownerId,
};
