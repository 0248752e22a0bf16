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
    proof: [/listComputers (shows each computer|has the newest)/, /listComputers \w+ 200 with/],
  },
  {
    text: "With `includeProvisioningSteps=true` each computer of the list has its steps.",
    proof: [/listComputers has steps on every computer/],
  },
  { text: "`hostId` filters the list.", proof: [/listComputers finds/] },
  {
    text: "[Get](/reference/#getComputer) returns 200 with a computer.",
    proof: [/getComputer returns a record/, /getComputer \w+ 200 with/],
  },
  {
    text: "[Update](/reference/#updateComputer) takes `name`, `hostId` and `remoteUser`, all optional, and returns 200 with the computer.",
    proof: [
      /updateComputer (changes the name|sets the remote user|links a host|takes every generated)/,
      /updateComputer \w+ 200 with/,
    ],
  },
  {
    text: "`name` and `remoteUser` have 1 to 63 characters; `hostId` is a UUID.",
    proof: [/mutator (goes under|goes over|breaks the format)/],
  },
  {
    text: "[Retry](/reference/#retryInstallDeps) returns 202 with the computer.",
    proof: [/retryInstallDeps starts a new session/, /retryInstallDeps \w+ 202 with/],
  },
  {
    text: "Every operation requires `Authorization: Bearer <token>`.",
    proof: [/refuses (no Authorization|an empty Authorization|another scheme)/],
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
    /refuses (an unknown token|a scheme without a token|two tokens|an unsigned JWT)/,
    /(lists nobody else|lists no one else|else's computer)/,
  ],
  "errors.decision": [/a path that the interface does not have/, /unknown id/],
  "errors.decision-2": [/another X-Request-Id/],
  "errors.decision-3": [/limited in its rate/],
  "errors.decision-4": [/says nothing about a computer to a stranger/],
  "errors.decision-5": [/names its methods in Allow/, /larger, by one byte/],
  "methods-and-redirects.decision": [/HEAD like GET|names its methods in Allow/],
  "methods-and-redirects.decision-2": "The absence of redirects shows in every case: one would fail it.",
  "limits.decision": [/Unicode code points|body of the largest size|larger, by one byte/],
  "events.decision": "There is nothing to send a request to.",
  "versioning.decision": "The gate on spec changes holds each version against the one before it.",
  "tag-Computers.decision": "It says what a computer is, not what a service sends.",
  "tag-Computers.decision-2": [/active exactly when|in error exactly when|starts a new session/],
  "listComputers.decision": [/newest first/],
  "listComputers.decision-2": [/ignores unknown query|given twice/],
  "listComputers.query.hostId.decision": [/finds exactly|invalid hostId/],
  "listComputers.query.includeProvisioningSteps.decision": [
    /has (no )?steps (for|on)|invalid includeProvisioningSteps/,
  ],
  "listComputers.200.X-Request-Id.decision": [/another X-Request-Id/],
  "listComputers.400.decision": [/every wrong query parameter/],
  "listComputers.401.decision": [/every bad credential in the same words/],
  "listComputers.401.WWW-Authenticate.decision": [/refuses (no Authorization|an unknown token)/],
  "listComputers.429.decision": [/limited in its rate/],
  "listComputers.429.Retry-After.decision": [/limited in its rate/],
  "listComputers.500.decision": "No request makes a sound service fail.",
  "listComputers.default.decision": [/names its methods in Allow/, /a path that the interface does not have/],
  "listComputers.default.Allow.decision": [/names its methods in Allow/],
  "getComputer.decision": [/always carries its steps/],
  "getComputer.path.computerId.decision": [/every unknown id/],
  "getComputer.404.decision": [/else's computer like one that does not exist/],
  "updateComputer.decision": [/is allowed while|changes nothing when|changes no name either/],
  "updateComputer.body.decision": [
    /takes \{\} and changes nothing|mutator (sets null|adds a property)|replaces the whole/,
  ],
  "updateComputer.body.name.decision": [
    /Unicode code points|a name that another computer has|have a name when both/,
  ],
  "updateComputer.body.hostId.decision": [
    /another host than|host that is already set|host that another computer/,
  ],
  "updateComputer.body.remoteUser.decision": [/mutator (goes under|goes over) the length/],
  "updateComputer.400.decision": [/every wrong place of the body/],
  "updateComputer.409.decision": [
    /a name that another computer has|another host than|host that another computer/,
  ],
  "updateComputer.413.decision": [/body of the largest size|larger, by one byte/],
  "updateComputer.415.decision": [/without a content type/],
  "retryInstallDeps.decision": [
    /starts a new session|one session when two|while a session is running|an earlier step has not/,
  ],
  "retryInstallDeps.decision-2": "An operator does it, not a request. The service's own tests show it.",
  "retryInstallDeps.409.decision": [/is refused (while|on a computer without)/],
  "Computer.name.decision": [/a name that another computer has/],
  "Computer.providerType.decision": "It says what the values mean, not what a service sends.",
  "Computer.createdAt.decision": [/times in milliseconds/],
  "Computer.hostId.decision": [/another host than|links a host/],
  "Computer.status.decision": [/active exactly when|in error exactly when/],
  "Computer.provisioningSteps.decision": [/always carries its steps|has no steps for/],
  "Computer.ownerPrincipalKind.decision": "An open string: any value is right.",
  "ProvisioningStep.decision": [/an id, a name and a status on every step/],
  "ProvisioningStep.id.decision": [/starts a new session|without the step/],
  "ProvisioningStep.status.decision": "An open string: any value is right.",
  "ProvisioningStep.error.decision": [/error on failed steps alone/],
  "ProvisioningStep.completedAt.decision": [/ends no step before|times in milliseconds/],
  "ProvisioningStep.installSessionId.decision": [/starts a new session/],
  "ComputerSource.decision": "No request sets a source.",
  "ComputerSource.kind.decision": "An open string: any value is right.",
  "ComputerList.computers.decision": [/newest first/],
  "ComputerUpdate.decision": [/mutator (sets null|adds a property|misspells)/],
  "Problem.decision": [/a path that the interface does not have|unknown id/],
  "Problem.type.decision": [/a name that another computer has|host that another computer|is refused while/],
};
