/** A statement of the source interface, with the cases of the contract suite that prove it. */
export interface Statement {
  /** Markdown. */
  readonly text: string;
  readonly proof: Proof;
}

/** The cases that prove a statement, by parts of their titles; or a sentence that says why no case can. */
export type Proof = readonly RegExp[] | string;

const schemas = /returns a record|shows each computer|accepts every generated body/;

/** The statements of the source interface. */
export const statements: readonly Statement[] = [
  {
    text: "[List](/reference/#listComputers) returns 200 with `computers`.",
    proof: [
      /listComputers (shows each computer|lists newest)/,
      /listComputers returns the example \w+ of 200/,
    ],
  },
  {
    text: "With `includeProvisioningSteps=true` each computer of the list has its steps.",
    proof: [/listComputers has steps on every computer/],
  },
  { text: "`hostId` filters the list.", proof: [/listComputers finds/] },
  {
    text: "[Get](/reference/#getComputer) returns 200 with a computer.",
    proof: [/getComputer returns a record/, /getComputer returns the example \w+ of 200/],
  },
  {
    text: "[Update](/reference/#updateComputer) takes `name`, `hostId` and `remoteUser`, all optional, and returns 200 with the computer.",
    proof: [
      /updateComputer (changes the (name|remote user)|links a host|accepts every generated)/,
      /updateComputer returns the example \w+ of 200/,
    ],
  },
  {
    text: "`name` and `remoteUser` have 1 to 63 characters; `hostId` is a UUID.",
    proof: [/a text that is (too short|too long)|a text in the wrong format/],
  },
  {
    text: "[Retry](/reference/#retryInstallDeps) returns 202 with the computer.",
    proof: [/retryInstallDeps starts a new session/, /retryInstallDeps returns the example \w+ of 202/],
  },
  {
    text: "Every operation requires `Authorization: Bearer <token>`.",
    proof: [/a request without Authorization|any scheme but Bearer|only from Authorization/],
  },
  {
    text: "The token is an API key or a JWT.",
    proof: "The suite uses one token. The service's own tests cover both kinds.",
  },
  { text: "Bodies have the fields and types of [Computer](/reference/#Computer).", proof: [schemas] },
];

/** The decisions, by the ID of the first place that states each. */
export const decisionProofs: Readonly<Record<string, Proof>> = {
  "authentication.decision": [
    /refuses (invalid and unknown tokens|tokens that are nearly|the valid token under)/,
    /lists no other owner's computers|another owner's computer like/,
  ],
  "errors.decision": [/an unknown path returns/, /every unknown ID/],
  "errors.decision-2": [/a different X-Request-Id/],
  "errors.decision-3": [/is rate limited/],
  "errors.decision-4": [/reveals nothing about a record or a body|by any spelling/],
  "errors.decision-5": [/names its own in Allow/, /size, counted in bytes/],
  "methods-and-redirects.decision": [/HEAD as to GET|names its own in Allow/],
  "methods-and-redirects.decision-2": [/no path redirects/],
  "limits.decision": [/Unicode code points|body of the maximum size|size, counted in bytes/],
  "events.decision": "v0 has no operation to test.",
  "versioning.decision": "spec-gate compares each version with the previous one.",
  "tag-Computers.decision": "It says what a computer is, not what a service sends.",
  "tag-Computers.decision-2": [/active exactly when|in error exactly when|starts a new session/],
  "listComputers.decision": [/newest first/],
  "listComputers.decision-2": [/ignores unknown query|given twice/],
  "listComputers.query.hostId.decision": [/finds exactly|invalid hostId/],
  "listComputers.query.includeProvisioningSteps.decision": [
    /has (no )?steps (unless|on)|invalid includeProvisioningSteps/,
  ],
  "listComputers.200.X-Request-Id.decision": [/a different X-Request-Id/],
  "listComputers.400.decision": [/every wrong query parameter/],
  "listComputers.401.decision": [/every bad credential with the same/],
  "listComputers.401.WWW-Authenticate.decision": [
    /refuses (a request without Authorization|invalid and unknown tokens)/,
  ],
  "listComputers.429.decision": [/is rate limited/],
  "listComputers.429.Retry-After.decision": [/is rate limited/],
  "listComputers.500.decision": "No request can make a correct service fail.",
  "listComputers.default.decision": [/names its own in Allow/, /an unknown path returns/],
  "listComputers.default.Allow.decision": [/names its own in Allow/],
  "getComputer.decision": [/always carries its steps/],
  "getComputer.path.computerId.decision": [/every unknown ID|by a similar ID|percent-encoded ID/],
  "getComputer.404.decision": [/another owner's computer like one/],
  "updateComputer.decision": [/is allowed in status|changes nothing when|together/],
  "updateComputer.body.decision": [
    /accepts \{\} and changes nothing|a null property|an unknown property|in place of the object/,
  ],
  "updateComputer.body.name.decision": [
    /Unicode code points|a name that another computer has|gives a name to one of two/,
  ],
  "updateComputer.body.hostId.decision": [
    /a host other than|host that is already set|host that another computer/,
  ],
  "updateComputer.body.remoteUser.decision": [/characters of a remote user|keeps every remote user/],
  "updateComputer.400.decision": [/every wrong place of the body/],
  "updateComputer.409.decision": [
    /a name that another computer has|a host other than|host that another computer/,
  ],
  "updateComputer.413.decision": [/body of the maximum size|size, counted in bytes/],
  "updateComputer.415.decision": [/without a content type/],
  "retryInstallDeps.decision": [
    /starts a new session|one session when several|while a session is running|an earlier step has not/,
  ],
  "retryInstallDeps.decision-2": "An operator does it, not a request. The service's own tests show it.",
  "retryInstallDeps.409.decision": [/is refused (while|on a computer without)/],
  "Computer.name.decision": [/a name that another computer has/],
  "Computer.providerType.decision": "It says what the values mean, not what a service sends.",
  "Computer.createdAt.decision": [/times in milliseconds/],
  "Computer.hostId.decision": [/a host other than|links a host/],
  "Computer.status.decision": [/active exactly when|in error exactly when/],
  "Computer.provisioningSteps.decision": [/always carries its steps|has no steps unless/],
  "Computer.ownerPrincipalKind.decision": "An open string: any value is valid.",
  "ProvisioningStep.decision": [/an ID, a name and a status on every step/],
  "ProvisioningStep.id.decision": [/starts a new session|without the step/],
  "ProvisioningStep.status.decision": "An open string: any value is valid.",
  "ProvisioningStep.error.decision": [/error only on failed steps/],
  "ProvisioningStep.completedAt.decision": [/ends no step before|an end time only|times in milliseconds/],
  "ProvisioningStep.installSessionId.decision": [/starts a new session/],
  "ComputerSource.decision": "No request sets a source.",
  "ComputerSource.kind.decision": "An open string: any value is valid.",
  "ComputerList.computers.decision": [/newest first/],
  "ComputerUpdate.decision": [/a null property|an unknown property|a misspelled property/],
  "Problem.decision": [/an unknown path returns|every unknown ID/],
  "Problem.type.decision": [/a distinct problem type/],
};
