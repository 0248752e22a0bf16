/** A sentence that an implementation has to satisfy, and its source. */
export interface Rule {
  /**
   * - `spec`: a quotation from the OpenAPI description.
   * - `http`: an RFC that the description refers to, or that HTTP implies.
   * - `project`: a rule of the project that the description does not state.
   */
  readonly source: "spec" | "http" | "project";
  readonly sentence: string;
}

const spec = (sentence: string): Rule => ({ source: "spec", sentence });
const http = (sentence: string): Rule => ({ source: "http", sentence });
const project = (sentence: string): Rule => ({ source: "project", sentence });

/** Every rule that a bug breaks or that allows a variant. */
export const rules = {
  // Authentication
  bearer: spec("Every operation requires `Authorization: Bearer <token>`."),
  keyOrJwt: spec("The token is either an API key or a JWT that was issued for the service."),
  unauthenticated: spec(
    "a missing, malformed, unknown, revoked or expired token returns 401 with `WWW-Authenticate: Bearer`.",
  ),
  sameWordsFor401: spec(
    "the response is the same whether a token is missing, malformed, unknown, revoked or expired.",
  ),
  challenge: spec("the authentication scheme to use"),
  challengeParameters: http("RFC 9110, section 11.6.1: a challenge may carry parameters."),
  ownership: spec("a principal sees and changes exactly the computers that it owns."),
  silentFirst: project("Without valid credentials a response tells nothing of a record or of a body."),
  orderIsFree: project(
    "Other implementations may order their checks otherwise, as long as they reveal nothing about a record or a body without valid credentials.",
  ),
  schemeCase: http("RFC 9110, section 11.1: the name of an authentication scheme is case-insensitive."),

  // Paths and methods
  versionInPath: spec(
    "All paths carry the prefix `/api/v0`, so the interface is version `v0` and the version is selected in the path.",
  ),
  opaqueId: spec("Unknown IDs and other owners' IDs return the same 404."),
  foreignWords: spec("another owner's computer returns the same response."),
  percentEncoding: http(
    "RFC 3986, section 6.2.2.2: a percent-encoded unreserved character is equivalent to the character.",
  ),
  pathFirst: project("A path that is not one of the interface's gets 404."),
  methodNotAllowed: spec("any request can also get 405 (with `Allow`)"),
  allow: spec("the methods that the path supports; sent with 405"),
  moreInAllow: project(
    "Allow names at least the methods of the path's operations; HEAD and OPTIONS may be there too.",
  ),
  head: project("HEAD works wherever GET does, with the same headers and no body."),
  unsafeGet: http("RFC 9110, section 9.2.1: GET and HEAD are safe; they change nothing."),

  // List
  listOwn: spec(
    "the list holds every computer that the caller owns, without pagination, newest first: by `createdAt` descending, then by `id` descending.",
  ),
  unknownQuery: spec("unknown query parameters are ignored. Sending a known one twice returns 400."),
  hostFilter: spec("returns only the computer linked to exactly this host; letter case does not matter."),
  hostFilterCase: spec("A value that is not a UUID returns 400."),
  stepsFlag: spec(
    "without `true`, no computer in the list carries `provisioningSteps`; with `true` every one does, as an empty array where it has none.",
  ),
  stepsFlagValues: spec("A value other than `true` or `false` returns 400."),
  stepDetails: spec(
    "When `includeProvisioningSteps` is `true`, provisioning step details are included in each computer.",
  ),
  queryErrors: spec("`errors` lists every invalid parameter."),
  listShape: spec("Computers, as the list operation returns them."),

  // Records
  shape: spec("A computer. Every operation on one computer returns this shape."),
  alwaysSteps: spec("the record always carries `provisioningSteps`."),
  stepsEverywhere: spec("get, update and retry always return them;"),
  stepOrder: spec("The provisioning steps, in the order in which they run."),
  relay: spec("Relay address for clients of the computer."),
  json: spec("The service exposes *computers* as records over an HTTP JSON interface."),
  createdAt: spec("Creation time."),
  milliseconds: spec("in milliseconds since the Unix epoch."),
  stepFields: spec("The service always sends `id`, `name` and `status`, and the others once they are known."),
  openStepStatus: spec(
    "an open string; `pending`, `running`, `completed` and `failed` are the known values.",
  ),
  errorOnlyOnFailed: spec("present only on a failed step."),
  completedAt: spec("in milliseconds since the Unix epoch; present on a completed or failed step."),
  status: spec(
    "`provisioning` while steps remain, `active` when every step has completed (or there are none), `error` when a step has failed.",
  ),
  source: spec("unknown kinds and their fields are returned unchanged."),
  openOwnerKind: spec("an open string; `user` and `service_account` are the known values."),
  openTypes: spec(
    "Another implementation may behave differently. The types allow both, so one client works with either.",
  ),
  compatible: spec("Added optional fields, values of open strings and new operations are minor changes."),

  // Update
  update: spec("Changes the name, the host or the remote user of a computer and returns the computer."),
  everyStatus: spec("an update is allowed in every status."),
  together: spec("All fields of one request are applied together or not at all."),
  conflictChangesNothing: spec(
    "It returns 409 and changes nothing if another of your computers has the name or the host, or if this computer already has a different host.",
  ),
  emptyUpdate: spec(
    "`{}` changes nothing and returns 200 with the unchanged record. Unknown properties and `null` return 400.",
  ),
  objectBody: spec("the body is a JSON object."),
  uniqueName: spec("`name` is unique among one owner's computers."),
  hostOnce: spec(
    "`hostId` can be set once (sending the value that is already set is fine) and is unique among one owner's computers.",
  ),
  hostAbsent: spec("absent until it is set; it can be set once."),
  lengths: spec("On update, `name` and `remoteUser` have 1 to 63 characters."),
  codePoints: spec("characters are Unicode code points;"),
  uuid: http(
    "RFC 9562, section 4: a UUID has 36 characters with hyphens, in either letter case, of any version.",
  ),
  invalidUpdate: spec("The body is not JSON or breaks the schema. Nothing was changed."),
  bodyErrors: spec("`errors` lists every invalid place as a JSON Pointer into the body."),
  jsonText: http(
    "RFC 8259: a JSON text is one value in UTF-8, without comments, trailing commas or raw control characters.",
  ),
  duplicateNames: http(
    "RFC 8259, section 4: what software does with an object whose names are not unique is unpredictable.",
  ),
  byteOrderMark: http("RFC 8259, section 8.1: a parser may ignore a byte order mark rather than refuse it."),

  // Retry
  retryStep: spec("the step with ID `install-deps` is retried."),
  retryAccepted: spec(
    "The service accepts the retry when no install session is running and every earlier step has completed.",
  ),
  retryRecord: spec(
    "The step becomes `running` with a new `installSessionId` and `startedAt`, without `error` and `completedAt`.",
  ),
  oneSession: spec(
    "A computer has at most one install session at any time, across all nodes of the service.",
  ),
  retryRefused: spec("The step cannot be retried now. Nothing was changed."),
  retryConflicts: spec(
    "an install session is running, an earlier step has not completed, or the computer has no install-dependencies step.",
  ),
  newSession: spec(
    "identifies the latest attempt of the install-dependencies step; every attempt gets a new one.",
  ),
  transitions: spec(
    "the status moves from `provisioning` to `active` when every step has completed, from `provisioning` to `error` when a step fails (later steps stay `pending`), and from `active` or `error` back to `provisioning` when a retry of the install-dependencies step is accepted.",
  ),
  retryNoBody: project("A retry has no request body."),

  // Errors
  problem: spec("every error is an `application/problem+json` document"),
  problemType: spec("Identifies the kind of problem."),
  ownType: project("Two kinds of problem never share a type, so that a client can tell the 409s apart."),
  problemTitle: spec("Short name of the kind of problem, always the same."),
  problemStatus: spec("The HTTP status of the response."),
  problemInstance: spec("The path of the request."),
  requestId: spec("every response carries `X-Request-Id`, and a problem repeats it as `requestId`."),
  requestIdValue: spec("identifier of this request, the same as `requestId` in a problem."),
  statuses: spec(
    "Its status is 400 (malformed or invalid), 401, 404, 409 (conflict), 413 (body over 64 KiB), 415 (not JSON), 429, 500 or 503.",
  ),
  notProcessed: spec(
    "429 and 503 carry `Retry-After` and mean that the request was *not processed*: repeating it after that time is safe for every method.",
  ),
  retryAfter: spec("seconds to wait before you repeat the request"),
  violation: spec("either `pointer` or `parameter` names it."),
  jsonPointer: spec(
    "JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) into the request body.",
  ),

  // Bodies and transport
  bodyLimit: spec("a body has at most 64 KiB (65,536 bytes)."),
  mediaType: spec("The request body is not `application/json`. Nothing was changed."),
  noMediaType: spec("a body without a `Content-Type` returns the same response."),
  mediaTypeSyntax: http(
    "RFC 9110, section 8.3.1: type and subtype are case-insensitive, and parameters may follow them.",
  ),
  contentLength: http("RFC 9110, section 8.6: Content-Length counts the octets of the content."),
  contentCoding: http("RFC 9110, section 8.4: a server may code what Accept-Encoding allows."),
  transfer: http("RFC 9112, section 6: a body may be chunked, and either side may close a connection."),
  bodyFraming: http(
    "RFC 9112, section 9.3: a server reads the whole body of a request or closes the connection after its response.",
  ),
  fieldNames: http("RFC 9110, section 5.1: field names are case-insensitive; unknown fields are ignored."),
  earlyClose: http(
    "RFC 9110, section 15.5.14: a server may refuse content that is too large and close the connection.",
  ),
} as const satisfies Record<string, Rule>;
