/** What readers ask: in each line the pages that answer, and the questions. */
const table = `
/reference/: list computers | rename a computer | change remote user | installDeps | filter by host
/errors/name-taken/ /errors/host-taken/ /errors/host-already-set/ /errors/install-session-running/ /errors/earlier-step-not-completed/ /errors/no-install-deps-step/: conflict
/errors/rate-limited/: too many requests
/errors/body-too-large/: payload too large | 413
/errors/invalid-request/: The request breaks the schema in 1 place; see errors. | must be string
/errors/host-already-set/: /problems/host-already-set | cannot change host once set
/guides/waiting/: how to wait
/guides/waiting/ /client/: polling interval
/guides/errors-and-retries/: how do I retry safely | is it safe to repeat a PATCH | exponential backoff
/guides/errors-and-retries/ /client/: abort a call | retryAfterMs
/guides/testing-your-code/: mock for tests
/guides/testing-your-code/ /client/: msw
/guides/authentication/: token | login | jwt refresh | get a new token when it expires | use auth0 tokens | automatic token refresh
/ /client/: npm install client
/decide/ /operations/ /command-line/: can I create a computer
/guides/waiting/ /reference/: computer stuck in provisioning
/ /reference/ /guides/waiting/: what does status error mean
/reference/ /decide/: how long can a name be | createdAt unit
/errors/malformed-json/: trailing comma | invalid json body
/guides/errors-and-retries/ /postgresql/ /client/: self signed certificate
/guides/tracing/: traceparent | datadog
/operations/ /command-line/ /guides/authentication/: how do I rotate a key
/settings/ /operations/: rotate jwks | increase log verbosity | jwks refresh interval | secrets from file
/operations/ /threat-model/: tls https | secrets in logs
/operations/: upgrade version | compute_host_storage_failures_total | prometheus | grafana dashboard | docker | kubernetes probe | where are the logs | audit log | who changed a computer | graceful shutdown | provisioning script | computers logs --follow
/postgresql/: pg_dump | channel_binding | verify-full | database unreachable | pgbouncer | ssl certificate for database | what happens when postgres is down | pool_mode = transaction | sslrootcert
/operations/ /durability/ /shared-jobs/: SIGUSR1
/operations/ /postgresql/ /durability/ /shared-jobs/: rolling restart
/operations/ /command-line/: restore a backup
/settings/: which port | cors
/errors/rate-limited/: rate limit | quota exceeded
/settings/ /errors/rate-limited/: enable rate limiting
/moving/: migrate sqlite to postgres
/capacity/: how many computers can it hold | how many requests per second
/shared-jobs/ /operations/: COMPUTE_HOST_ATTEMPT
/shared-jobs/: two nodes same job | lease expired
/durability/: kill -9 data loss | what happens on power loss | does kill -9 lose data
/threat-model/: security | encryption at rest
/guides/checking-your-implementation/ /command-line/: CONTRACT_OTHER_TOKEN | junit
/guides/checking-your-implementation/: test my own implementation | golang service conformance | safe to run against production
/guides/change-the-interface/: add a field to a computer | walkthrough of a change
/guides/changing-a-spec/: breaking change | spec diff | add an operation | compare two openapi files | is removing a field breaking | semver of the api | there is no base | spec:version
/changelog/: what changed in 0.1.0 | release notes
/decide/: is pagination supported
/decide/ /guides/waiting/: does it support webhooks
/decide/ /reference/: order of checks
/reference/ /decide/: Deprecation header
/guides/authentication/ /errors/unauthenticated/: my token stopped working | which header do I send the key in | invalid api key | missing Authorization header
/reference/: what fields does a computer have | curl example for renaming a computer | relayAgentUrl | computerSource templateId | when is completedAt set | what does includeProvisioningSteps do | 202 accepted | maximum length of remoteUser | does HEAD work | installSessionId changes | computer createdAt format | list of computers for one host | is name required in PATCH | filter list by hostId | ComputerSource kind | unknown query parameters | problem type uri
/errors/name-taken/ /reference/: can two computers have the same name
/errors/computer-not-found/: why do I get 404 for a computer that exists | Not Found
/errors/host-already-set/ /reference/: unlink a host from a computer | change hostId
/guides/waiting/ /client/: know when installation has finished | wait timeout 30 minutes | progress callback for provisioning | onProgress callback | intervalMs
/guides/errors-and-retries/ /client/: turn off retries | set a timeout for requests | catch a conflict in typescript | typescript error classes | AbortSignal | is 502 retried | maxRetryAfterMs | how to handle NotFoundError | retry on network error
/guides/errors-and-retries/ /errors/ /errors/internal-error/: what do I send to support
/guides/testing-your-code/ /client/: simulate a failing request in tests | fake clock | integration test with real server | computers in error state for tests | FakeClock | mock service worker
/guides/other-clients/: generate a java client | orval | generate python client from openapi | kotlin
/ /client/: use from python
/guides/tracing/ /client/: opentelemetry spans | log every request the client sends | onRetry | log client requests
/guides/running-the-service/ /operations/ /settings/: change the port of the server | run it as a service on linux
/guides/running-the-service/ /operations/ /command-line/: create an api key for a user | add computers to the database
/settings/ /operations/: allow my website to call the api | accept tokens from my identity provider | increase step timeout | maximum number of parallel provisioning steps | EADDRINUSE
/operations/ /durability/ /command-line/: how do I make a backup while it runs
/postgresql/ /settings/: connect to postgres with ssl | connection string for the database
/postgresql/ /shared-jobs/ /durability/: run several instances behind a load balancer
/operations/: which metrics should I alert on | health check endpoint | see request ids in the logs | health check for load balancer | which user does the container run as | PrivateKey ssh BatchMode | compute_host_http_requests_total | readyz returns 503 | dockerfile | output of the provision command
/capacity/: how much memory does it need | is sqlite fast enough | cpu time per request | benchmarks | storage per computer
/moving/: switch from sqlite to postgresql without losing data | postgres back to sqlite
/threat-model/: what happens if an api key leaks | are tokens stored in plain text | what can an attacker do with a key
/guides/changing-a-spec/: fail the pull request on breaking changes | github action for openapi diff | ignore a finding of the gate
/guides/checking-your-implementation/ /command-line/: run the contract tests in ci | my server fails a contract case | verify my server against the spec | --require all | how many cases does my server pass
/guides/web-pages/: vue app calls the service | hide api key from browser | preflight fails | react query
/guides/recipes/ /client/: get raw response
/command-line/: import computers from file | contract-tests options
/failover/: promote standby | multiple hosts in the connection url
/upgrade/ /operations/: rollback a release | schema migration on upgrade
/errors/name-taken/ /errors/host-taken/: 409 Conflict name
/errors/request-timeout/ /guides/errors-and-retries/: 408
/guides/running-the-service/ /operations/: start in production | sandbox
`;

/** Each question with the pages that answer it. */
export const questions = table
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [pages = "", asked = ""] = line.split(/: (.*)/);
    return asked.split(" | ").map((question) => [question, ...pages.split(" ")] as const);
  });
