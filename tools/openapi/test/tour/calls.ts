/** What must happen when an operation of the tour is called. */
export interface Call {
  /** The call of the client, in TypeScript; BODY is the example of the request's body. */
  readonly call: string;
  /** What the client sends: the request line, and the header fields except those of a body. */
  readonly wire: string;
  /** What the service's handler gets in addition to the body. */
  readonly reads?: object;
  /**
   * The reply of the handler, in TypeScript; BODY is the example of the success.
   * @default only the body, for a 200; nothing, for a 204
   */
  readonly answer?: string;
}

/** By operationId. */
export const calls: Readonly<Record<string, Call>> = {
  listVolumes: {
    call: 'volumes.list({ after: "v1", kinds: ["fast", "slow"], xTenant: "acme" })',
    wire: "GET /api/v0/volumes?after=v1&kinds=fast&kinds=slow\nx-tenant: acme",
    reads: { query: { after: "v1", limit: 20, kinds: ["fast", "slow"] }, headers: { "X-Tenant": "acme" } },
  },
  createVolume: {
    call: "volumes.create(BODY)",
    wire: "POST /api/v0/volumes",
    answer: '{ status: 201, headers: { Location: "/api/v0/volumes/v1" }, body: BODY }',
  },
  replaceVolume: {
    call: `volumes.replace("v1", BODY, { ifMatch: '"v1"' })`,
    wire: 'PUT /api/v0/volumes/v1\nif-match: "v1"',
    reads: { params: { volumeId: "v1" }, headers: { "If-Match": '"v1"' } },
    answer: "{ status: 200, headers: { ETag: '\"v2\"' }, body: BODY }",
  },
  deleteVolume: {
    call: 'volumes.delete("v1")',
    wire: "DELETE /api/v0/volumes/v1",
    reads: { params: { volumeId: "v1" } },
  },
  startPublic: {
    call: "volumes.startPublic({ body: BODY })",
    wire: "POST /api/v0/public\nauthorization: none",
    answer: "{ status: 202 }",
  },
  getOld: {
    call: "volumes.getOld()",
    wire: "GET /api/v0/old\nauthorization: none",
    answer: '{ status: 204, headers: { "X-Total-Count": 3 } }',
  },
  getLevel: {
    call: 'volumes.getLevel(3, "a", { isNew: true, ratio: 0.5, xDay: "monday" })',
    wire: "GET /api/v0/levels/3/a?isNew=true&ratio=0.5\nx-day: monday",
    reads: {
      params: { level: 3, class: "a" },
      query: { isNew: true, ratio: 0.5 },
      headers: { "X-Day": "monday" },
    },
  },
  sameName: {
    call: 'volumes.sameName("p", BODY, { options: "o" })',
    wire: "POST /api/v0/same/p?options=o",
    reads: { params: { options: "p" }, query: { options: "o" } },
  },
  buyQuota: { call: "volumes.buyQuota()", wire: "POST /api/v0/quota" },
  sendShapes: { call: "volumes.sendShapes(BODY)", wire: "POST /api/v0/shapes" },
  sendWords: { call: "volumes.sendWords(BODY)", wire: "POST /api/v0/words" },
};
