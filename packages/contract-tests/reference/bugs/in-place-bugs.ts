import type { InPlace } from "../acts.ts";

/** The bugs that are written where the host makes the mistake, by the rule that each breaks. */
export const inPlaceBugs = {
  info: ["content-length-in-characters"],
  authentication: ["token-in-query-accepted", "any-token-accepted"],
  "authentication#1": [
    ...["revoked-token-accepted", "expired-token-accepted", "jwt-signature-unchecked", "garbled-jwt-is-500"],
    ...["jwt-algorithm-none-accepted", "keys-are-the-first-owner's", "malformed-credentials-are-400"],
    ...["challenge-missing", "principal-kept-in-global"],
  ],
  "WWW-Authenticate#1": ["challenge-is-basic"],
  "Unauthenticated#1": ["revoked-token-told-apart", "expired-token-told-apart"],
  "X-Request-Id#1": ["request-id-constant"],
  "errors#4": [
    ...["body-before-credentials", "record-before-credentials", "retry-state-before-credentials"],
    ...["put-oracle", "options-oracle"],
  ],
  "methods-and-redirects#1": ["head-length-is-zero", "head-with-body"],
  "ComputerNotFound#1": [
    ...["foreign-400-first", "foreign-409-name"],
    ...["foreign-conflict-told", "foreign-record-told-apart"],
  ],
  ComputerId: ["id-not-decoded"],
  "ComputerId#1": ["foreign-record-adds-header", "foreign-record-is-403"],
  "OtherError#1": ["malformed-encoding-is-500"],
  getComputer: ["get-returns-another-computer"],
  "listComputers#1": [
    ...["list-ignores-owner", "filtered-list-ignores-owner", "list-with-steps-ignores-owner"],
    ...["list-cached", "installing-listed-last"],
  ],
  "ComputerList.computers#1": ["list-by-update"],
  "listComputers#2": ["unknown-query-refused", "malformed-query-is-500", "query-stays-in-id"],
  "listComputers.hostId": ["query-names-not-decoded", "query-values-not-decoded"],
  "listComputers.hostId#1": ["query-of-head-unchecked", "host-filter-lags", "unknown-host-cached"],
  "listComputers.includeProvisioningSteps#1": [
    ...[
      "steps-listed-for-false",
      "filter-drops-steps-flag",
      "list-cached-without-query",
      "steps-flag-kept-in-global",
    ],
  ],
  "Computer.provisioningSteps#1": ["steps-always-listed"],
  updateComputer: [
    ...["update-returns-old-record", "update-stored-later", "get-cached", "update-hits-every-computer"],
    ...["parallel-updates-lose-one", "finished-install-reverts-update", "seven-updates-at-once-are-500"],
    ...["lone-surrogate-replaced"],
  ],
  "updateComputer#1": ["written-before-conflict", "update-visible-by-halves"],
  "updateComputer.body": ["missing-body-taken-as-empty-object"],
  "updateComputer.409": [
    ...["refused-update-written", "refused-update-reserves-name", "refused-name-shown-briefly"],
    ...["refused-user-shown-briefly"],
  ],
  "updateComputer.409#1": [
    ...[
      "parallel-renames-share-name",
      "lost-name-race-is-500",
      "taken-host-unchecked",
      "unique-across-owners",
    ],
  ],
  "ComputerUpdate.name#1": ["length-in-utf16-units", "old-name-stays-taken"],
  "ComputerUpdate.remoteUser#1": ["length-in-bytes"],
  "ComputerUpdate.hostId": ["taken-host-compared-by-case"],
  "ComputerUpdate.hostId#1": ["parallel-links-share-host"],
  "Computer.hostId#1": ["parallel-links-replace-host", "host-replaceable"],
  limits: ["repeated-name-escapes-validation"],
  "limits#1": ["length-in-graphemes", "lone-surrogate-is-500"],
  InvalidUpdate: [
    ...["utf-16-accepted", "body-read-as-latin1", "invalid-utf8-replaced"],
    ...["malformed-json-taken-as-empty-object", "encoded-body-taken-as-empty"],
  ],
  BodyTooLarge: ["large-body-resets"],
  "BodyTooLarge#1": ["body-limit-in-characters", "chunked-body-unlimited", "large-body-cut"],
  UnsupportedMediaType: ["unknown-charset-is-500"],
  "UnsupportedMediaType#1": ["missing-media-type-accepted"],
  Unavailable: ["refused-update-keeps-lock"],
  "Unavailable#1": ["unavailable-update-written", "unavailable-retry-started"],
  retryInstallDeps: ["retry-returns-old-record", "retry-needs-media-type"],
  "retryInstallDeps#1": [
    ...["parallel-retries-both-accepted", "parallel-retries-merged", "retry-waits-for-install"],
    ...["retry-status-not-stored", "retry-stored-later", "second-retry-refused"],
  ],
  "retryInstallDeps.409": [...["refused-retry-starts-anyway", "refused-retry-starts-over"]],
  "retryInstallDeps.409#1": [
    ...["lost-retry-race-is-500", "running-retry-is-423", "early-retry-is-400", "stepless-retry-is-404"],
  ],
  "ProvisioningStep.installSessionId#1": [
    "session-kept",
    "sessions-alternate",
    "session-named-after-second",
    "retry-tells-another-session",
  ],
  "Computers#2": [
    ...[
      "update-reverts-finished-install",
      "update-reverts-started-install",
      "install-never-ends",
      "finished-install-leaves-status",
    ],
    ...["later-steps-never-run"],
  ],
} as const satisfies InPlace;
