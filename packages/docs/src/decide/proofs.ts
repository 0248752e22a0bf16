/** What the source interface states, in a sentence each, with the cases of the contract suite that prove it. */
export interface Statement {
  /** Markdown. */
  readonly text: string;
  readonly proof: Proof;
}

/** The cases that prove something: parts of their titles. Or, in a sentence, why no case can. */
export type Proof = readonly RegExp[] | string;

const schemas = /returns a record|shows each computer|takes every generated body/;

/** The statements of the source interface. */
export const statements: readonly Statement[] = [
  {
    text: "[List](/reference/#listComputers) returns 200 with `computers`.",
    proof: [
      /listComputers (shows each computer|has the newest)/,
      /listComputers gives the example \w+ of 200/,
    ],
  },
  {
    text: "With `includeProvisioningSteps=true` each computer of the list has its steps.",
    proof: [/listComputers has steps on every computer/],
  },
  { text: "`hostId` filters the list.", proof: [/listComputers finds/] },
  {
    text: "[Get](/reference/#getComputer) returns 200 with a computer.",
    proof: [/getComputer returns a record/, /getComputer gives the example \w+ of 200/],
  },
  {
    text: "[Update](/reference/#updateComputer) takes `name`, `hostId` and `remoteUser`, all optional, and returns 200 with the computer.",
    proof: [
      /updateComputer (changes the (name|remote user)|links a host|takes every generated)/,
      /updateComputer gives the example \w+ of 200/,
    ],
  },
  {
    text: "`name` and `remoteUser` have 1 to 63 characters; `hostId` is a UUID.",
    proof: [/a text that is (too short|too long|not of its format)/],
  },
  {
    text: "[Retry](/reference/#retryInstallDeps) returns 202 with the computer.",
    proof: [/retryInstallDeps starts a new session/, /retryInstallDeps gives the example \w+ of 202/],
  },
  {
    text: "Every operation requires `Authorization: Bearer <token>`.",
    proof: [/a request without Authorization|any scheme but Bearer|from Authorization alone/],
  },
  {
    text: "The token is an API key or a JWT.",
    proof: "The suite gets one token. The service's own tests take both.",
  },
  { text: "Bodies have the fields and types of [Computer](/reference/#Computer).", proof: [schemas] },
];

/** The decisions, by the ID of the first place that has each. */
export const decisionProofs: Readonly<Record<string, Proof>> = {
  "authentication.decision": [
    /refuses (what is not a token|tokens that are nearly|the valid token under)/,
    /lists no other owner's computers|else's computer/,
  ],
  "errors.decision": [/a path that the interface does not have/, /unknown IDs/],
  "errors.decision-2": [/another X-Request-Id/],
  "errors.decision-3": [/limited in its rate/],
  "errors.decision-4": [/says nothing about a record or a body|by no spelling/],
  "errors.decision-5": [/names its own in Allow/, /larger, counted in bytes/],
  "methods-and-redirects.decision": [/HEAD like GET|names its own in Allow/],
  "methods-and-redirects.decision-2": [/no path is redirected/],
  "limits.decision": [/Unicode code points|body of the largest size|larger, counted in bytes/],
  "events.decision": "There is nothing to send a request to.",
  "versioning.decision": "The gate on spec changes holds each version against the one before it.",
  "tag-Computers.decision": "It says what a computer is, not what a service sends.",
  "tag-Computers.decision-2": [/active exactly when|in error exactly when|starts a new session/],
  "listComputers.decision": [/newest first/],
  "listComputers.decision-2": [/ignores unknown query|given twice/],
  "listComputers.query.hostId.decision": [/finds exactly|invalid hostId/],
  "listComputers.query.includeProvisioningSteps.decision": [
    /has (no )?steps (unless|on)|invalid includeProvisioningSteps/,
  ],
  "listComputers.200.X-Request-Id.decision": [/another X-Request-Id/],
  "listComputers.400.decision": [/every wrong query parameter/],
  "listComputers.401.decision": [/every bad credential in the same words/],
  "listComputers.401.WWW-Authenticate.decision": [
    /refuses (a request without Authorization|what is not a token)/,
  ],
  "listComputers.429.decision": [/limited in its rate/],
  "listComputers.429.Retry-After.decision": [/limited in its rate/],
  "listComputers.500.decision": "No request makes a sound service fail.",
  "listComputers.default.decision": [/names its own in Allow/, /a path that the interface does not have/],
  "listComputers.default.Allow.decision": [/names its own in Allow/],
  "getComputer.decision": [/always carries its steps/],
  "getComputer.path.computerId.decision": [/unknown IDs|nearly its own|percent-encoded ID/],
  "getComputer.404.decision": [/else's computer like one that does not exist/],
  "updateComputer.decision": [/is allowed while|changes nothing when|together/],
  "updateComputer.body.decision": [
    /takes \{\} and changes nothing|a null property|an unknown property|in place of the object/,
  ],
  "updateComputer.body.name.decision": [
    /Unicode code points|a name that another computer has|have a name when both/,
  ],
  "updateComputer.body.hostId.decision": [
    /another host than|host that is already set|host that another computer/,
  ],
  "updateComputer.body.remoteUser.decision": [/characters of a remote user|keeps every remote user/],
  "updateComputer.400.decision": [/every wrong place of the body/],
  "updateComputer.409.decision": [
    /a name that another computer has|another host than|host that another computer/,
  ],
  "updateComputer.413.decision": [/body of the largest size|larger, counted in bytes/],
  "updateComputer.415.decision": [/without a content type/],
  "retryInstallDeps.decision": [
    /starts a new session|one session when several|while a session is running|an earlier step has not/,
  ],
  "retryInstallDeps.decision-2": "An operator does it, not a request. The service's own tests show it.",
  "retryInstallDeps.409.decision": [/is refused (while|on a computer without)/],
  "Computer.name.decision": [/a name that another computer has/],
  "Computer.providerType.decision": "It says what the values mean, not what a service sends.",
  "Computer.createdAt.decision": [/times in milliseconds/],
  "Computer.hostId.decision": [/another host than|links a host/],
  "Computer.status.decision": [/active exactly when|in error exactly when/],
  "Computer.provisioningSteps.decision": [/always carries its steps|has no steps unless/],
  "Computer.ownerPrincipalKind.decision": "An open string: any value is right.",
  "ProvisioningStep.decision": [/an ID, a name and a status on every step/],
  "ProvisioningStep.id.decision": [/starts a new session|without the step/],
  "ProvisioningStep.status.decision": "An open string: any value is right.",
  "ProvisioningStep.error.decision": [/error on failed steps alone/],
  "ProvisioningStep.completedAt.decision": [/ends no step before|time of its end|times in milliseconds/],
  "ProvisioningStep.installSessionId.decision": [/starts a new session/],
  "ComputerSource.decision": "No request sets a source.",
  "ComputerSource.kind.decision": "An open string: any value is right.",
  "ComputerList.computers.decision": [/newest first/],
  "ComputerUpdate.decision": [/a null property|an unknown property|a misspelt property/],
  "Problem.decision": [/a path that the interface does not have|unknown IDs/],
  "Problem.type.decision": [/refusals apart by their problem type/],
};
