/** When a request that got an error may be repeated unchanged. */
export type Repeat = "after-change" | "after-retry-after" | "reads-only" | "later" | "on-new-connection";

/** The explanation of a kind of problem, in addition to the spec's example. */
export interface CatalogueEntry {
  /** What happened, in a sentence or two. All texts are Markdown. */
  readonly about: string;
  readonly causes: readonly string[];
  readonly remedies: readonly string[];
  readonly repeat: Repeat;
  /** Whether the service sends it before it knows the operation, so that any request can get it. @default if the spec lists it for `default` alone */
  readonly isOfAnyRequest?: true;
}

/** Every kind of problem, by the last part of its `type`. */
export const catalogue: Readonly<Record<string, CatalogueEntry>> = {
  "invalid-request": {
    about: "A query parameter or a field of the body breaks the schema. Nothing was changed.",
    causes: [
      "A value is of the wrong type, too long or too short, or not one of the allowed values.",
      "A query parameter was sent twice.",
      "The body has a property that the interface does not know, or a `null`.",
    ],
    remedies: [
      "Read `errors`: it names every place, as a JSON Pointer into the body or the name of a parameter.",
      "Compare the value with the bounds in the [reference](/reference/#updateComputer.body).",
    ],
    repeat: "after-change",
  },
  "malformed-json": {
    about: "The body is not valid JSON. Nothing was changed.",
    causes: [
      "A quote or a brace is missing, or there is a trailing comma.",
      "The body is empty, is not UTF-8, or has the same key twice.",
    ],
    remedies: ["Use a library to write the JSON.", "In a shell, put the body in single quotes."],
    repeat: "after-change",
  },
  "malformed-url": {
    about: "The path of the request cannot be decoded.",
    causes: [
      "A `%` in the path is not followed by two hexadecimal digits.",
      "The decoded bytes are not UTF-8.",
    ],
    remedies: ["Encode each path parameter, for example with `encodeURIComponent`. The client does this."],
    repeat: "after-change",
    isOfAnyRequest: true,
  },
  "malformed-http": {
    about: "The request is not valid HTTP/1.1. The service closed the connection.",
    causes: [
      "A header field contains an invalid character, or `Content-Length` is not a number.",
      "The client used TLS on a port that serves plain HTTP.",
    ],
    remedies: [
      "Check the scheme of the address: `http:` or `https:`.",
      "Look at what a proxy between you and the service sends.",
    ],
    repeat: "after-change",
    isOfAnyRequest: true,
  },
  unauthenticated: {
    about: "The request has no valid credentials. The response does not say what is wrong with them.",
    causes: [
      "The header `Authorization` is missing, or is not `Bearer` followed by one token.",
      "The API key is unknown, was revoked, or has expired.",
      "The JWT has expired or is not valid yet, or it is for another audience, or another issuer signed it.",
      "The service accepts no JWTs: its operator has not set up any issuer.",
    ],
    remedies: [
      "Send `Authorization: Bearer <token>`, with an API key or a JWT. See [Authentication](/guides/authentication/).",
      "Give the client a function as `token`: after a 401 the client calls it once more, for a new token.",
    ],
    repeat: "after-change",
  },
  "computer-not-found": {
    about: "You have no computer with this ID. A computer of another owner gets the same response.",
    causes: [
      "The ID is misspelt, or empty.",
      "The computer exists, but belongs to another owner.",
      "The base URL points to another service.",
    ],
    remedies: ["[List your computers](/reference/#listComputers) and use an ID from there."],
    repeat: "after-change",
  },
  "not-found": {
    about: "The service does not have this path.",
    causes: [
      "The path is misspelt, or has a slash after the ID.",
      "The base URL already contains `/api/v0`.",
    ],
    remedies: ["Compare the path with the [reference](/reference/)."],
    repeat: "after-change",
    isOfAnyRequest: true,
  },
  "method-not-allowed": {
    about: "The path exists, but not with this method.",
    causes: ["PUT was sent where the interface has PATCH.", "A proxy's redirect turned a POST into a GET."],
    remedies: ["Use one of the methods in the header `Allow`."],
    repeat: "after-change",
  },
  "request-timeout": {
    about: "The request took too long to arrive. The service closed the connection and processed nothing.",
    causes: ["The network is slow or loses packets.", "The client stopped in the middle of the request."],
    remedies: ["Check the connection, then repeat the request."],
    repeat: "on-new-connection",
  },
  "name-taken": {
    about: "You already have a computer with this name. Nothing was changed.",
    causes: [
      "Names are unique among the computers of one owner.",
      "Another program renamed a computer at the same time.",
    ],
    remedies: [
      "Choose a different name.",
      "[List your computers](/reference/#listComputers) to see which one has it.",
    ],
    repeat: "after-change",
  },
  "host-already-set": {
    about: "The computer is linked to a different host. Nothing was changed.",
    causes: ["`hostId` can be set once; you sent another value."],
    remedies: ["Leave `hostId` out of the update, or send the value that the computer has."],
    repeat: "after-change",
  },
  "host-taken": {
    about: "You already have a computer that is linked to this host. Nothing was changed.",
    causes: ["A host belongs to at most one computer of an owner."],
    remedies: [
      "[List with `hostId`](/reference/#listComputers.query.hostId) to find the computer that has it.",
    ],
    repeat: "after-change",
  },
  "install-session-running": {
    about: "An installation is running on this computer. Nothing was changed.",
    causes: [
      "A retry was started a moment ago.",
      "The computer is still being provisioned for the first time.",
    ],
    remedies: [
      "Wait until the step `install-deps` has completed or failed. See [Wait for a computer](/guides/waiting/).",
      "Then decide whether a retry is still needed.",
    ],
    repeat: "later",
  },
  "earlier-step-not-completed": {
    about: "A step before `install-deps` has not completed. Nothing was changed.",
    causes: ["The computer is still being provisioned.", "An earlier step has failed."],
    remedies: [
      "While the earlier step runs, wait for it.",
      "If it has failed, ask the operator of the service: v0 has no operation for it.",
    ],
    repeat: "later",
  },
  "no-install-deps-step": {
    about: "This computer has no step `install-deps`, so there is nothing to retry.",
    causes: ["The computer was created without provisioning steps."],
    remedies: ["Check `provisioningSteps` before you retry."],
    repeat: "after-change",
  },
  "body-too-large": {
    about:
      "The body is larger than the service accepts; `detail` says how large it may be. Nothing was changed.",
    causes: ["A field is far longer than allowed.", "A file was sent by mistake."],
    remedies: ["Send only the fields to change."],
    repeat: "after-change",
    isOfAnyRequest: true,
  },
  "unsupported-media-type": {
    about: "The request does not declare its body as JSON. Nothing was changed.",
    causes: ["`Content-Type` is missing, or names another type, such as a form's."],
    remedies: ["Send `Content-Type: application/json`. With curl, use `--json`."],
    repeat: "after-change",
  },
  "expectation-failed": {
    about: "The header `Expect` asks for something other than `100-continue`.",
    causes: ["A proxy or a library set the header."],
    remedies: ["Remove the header `Expect`."],
    repeat: "after-change",
  },
  "rate-limited": {
    about: "You sent more requests than the operator allows. This one was not processed.",
    causes: ["One credential sent many requests in a short time.", "A loop polls without a pause."],
    remedies: [
      "Wait for the seconds in `Retry-After`, then repeat the request. The client does this.",
      "Poll less often, or use `waitUntilSettled`.",
    ],
    repeat: "after-retry-after",
  },
  "header-too-large": {
    about: "The request line and the header fields together are too large.",
    causes: ["A token or a cookie is very long.", "A proxy added many fields."],
    remedies: ["Send fewer and shorter header fields."],
    repeat: "after-change",
  },
  "internal-error": {
    about: "The service failed. A change may or may not have been made.",
    causes: ["A bug in the service, or a failure of something it depends on."],
    remedies: [
      "Include the request ID when you report it: the service's log has the details under this ID.",
      "Before you repeat a change, get the computer to see whether the change was made.",
    ],
    repeat: "reads-only",
  },
  unavailable: {
    about: "The service cannot accept requests now. This one was not processed.",
    causes: ["It is starting or shutting down.", "Its database is full, busy or read-only."],
    remedies: ["Wait for the seconds in `Retry-After`, then repeat the request. The client does this."],
    repeat: "after-retry-after",
  },
};
