/** An address, and words by which readers look for it besides those of its text; a semicolon ends them. */
const table = `
: introduction overview getting started quickstart hello world tutorial begin; #call-it-from-typescript: sdk
library package install npm yarn pnpm javascript first request; #the-status-of-a-computer: lifecycle state
machine transitions meaning active error provisioning what; guides/authentication/: log in login sign auth
authorize bearer credentials access account permission rights isolation user owner tenant see other;
guides/authentication/#with-an-api-key: apikey secret environment variable token false anonymous;
guides/authentication/#with-a-jwt: refresh renew expire expires oauth oidc sso rotate short-lived get new
token expired 401; guides/authentication/#what-can-go-wrong: unauthorized rejected redacted;
guides/errors-and-retries/: error handling try catch exception resilience;
guides/errors-and-retries/#handle-errors: catch throw instanceof typescript narrow type guard status code
network failure dns circuit unknown problem+json; guides/errors-and-retries/#what-is-safe-to-repeat:
idempotent idempotency key duplicate twice resend lost response gateway;
guides/errors-and-retries/#how-the-client-retries: backoff exponential jitter attempts timeout cancel abort
disable; guides/errors-and-retries/#without-the-client: python requests script loop;
guides/errors-and-retries/#when-you-report-a-failure: support ticket bug issue help contact correlation;
guides/waiting/: poll polling wait ready finished done watch subscribe callback notify long provisioning;
guides/waiting/#with-the-client: progress timeout interval cancel async await abort abortcontroller;
guides/waiting/#without-the-client: python loop sleep; guides/waiting/#which-step-is-it: stage phase progress
percentage; guides/waiting/#when-the-installation-failed: reinstall retry again failed install dependencies;
guides/waiting/#what-can-go-wrong: stuck hangs forever never; guides/web-pages/: vue angular svelte browser frontend front-end
javascript spa single-page app website web page mobile react native; guides/web-pages/#the-backend: bff proxy
express server csrf; guides/web-pages/#where-the-token-lives: store localstorage cookie session spa leak
expose hide secret; guides/web-pages/#without-a-backend-cors: cross-origin preflight
access-control-allow-origin blocked options fetch failed; guides/web-pages/#bundlers: next.js nuxt angular
bundle size tree shaking esm commonjs import sveltekit remix astro webpack; guides/web-pages/#react: hooks
cache swr component remix; guides/web-pages/#what-can-go-wrong: failed fetch 403 html;
guides/testing-your-code/: unit tests mock stub fake jest vitest mocha playwright fixture offline;
guides/testing-your-code/#a-service-in-memory: simulate failure inject error state retry network without;
guides/testing-your-code/#with-msw: intercept; guides/testing-your-code/#the-real-service-in-your-process:
integration embedded end-to-end e2e; guides/tracing/: observability telemetry instrument middleware
interceptor debug logging requests correlate correlation; guides/tracing/#opentelemetry: otel datadog jaeger
zipkin honeycomb span; guides/recipes/: response headers raw text middleware deprecation sunset quota
remaining etag request-id; guides/other-clients/: generate codegen generator java go golang rust c# kotlin
swift ruby php sdk openapi-generator postman insomnia typescript fetch types only;
guides/running-the-service/: self-host deploy install host server production setup;
guides/running-the-service/#start-a-sandbox: demo try local development playground npm start;
guides/running-the-service/#run-several-nodes: cluster scale horizontally replicas;
guides/running-the-service/#write-a-provisioner: script executable custom shell hook ansible terraform;
guides/running-the-service/#what-can-go-wrong: troubleshooting locked in use exits immediately start fails
exit code; guides/running-the-service/#start-a-service: nginx caddy reverse proxy tls https certificate data
directory stored expose internet server port; guides/running-the-service/#stop-back-up-upgrade: pg_dump
restart; guides/checking-your-implementation/: safe production conformance compliance certify verify validate
own implementation golang schemathesis dredd pact prism test go java;
guides/checking-your-implementation/#let-it-prove-more: skipped left out coverage destructive;
guides/checking-your-implementation/#in-ci: pipeline github actions gitlab jenkins report known failures;
guides/checking-your-implementation/#what-can-go-wrong: every case fails; guides/changing-a-spec/: edit
contract evolve openapi swagger deprecate remove field oasdiff optic openapi-diff;
guides/changing-a-spec/#judge-a-change: diff compare ci pull request github action backwards compatible;
guides/changing-a-spec/#change-this-interface: add operation endpoint parameter field;
guides/changing-a-spec/#what-counts-as-breaking: compatibility semver major minor enum value add rename
required optional; guides/changing-a-spec/#what-can-go-wrong: ignore suppress false positive finding shallow
checkout fetch-depth; reference/#errors: format rfc 9457 7807 problem+json order precedence;
reference/#limits: maximum size length url header body compression keep-alive connections; reference/#events:
webhooks push notifications sse websocket; reference/#versioning: version v0 v1 compatibility deprecated
stability; reference/#methods-and-redirects: head options trailing slash redirect cache etag 304 conditional
http2 gzip; reference/#updateComputer.body.name: length long short characters bounds unicode case-sensitive
allowed validation regex; reference/#listComputers: response all every pagination page filter sort search
array count how many; reference/#getComputer: fetch read single show one by id lookup steps status check;
reference/#updateComputer: rename patch put edit modify change link assign partial merge null unset clear
concurrent optimistic locking if-match; reference/#retryInstallDeps: reinstall rerun restart again failed
installation dependencies; reference/#Computer: schema model properties fields object json;
reference/#Computer.status: values enum states possible pending provisioning error active;
reference/#Computer.createdAt: timestamp date milliseconds epoch unix; reference/#Problem: error body response
format; reference/#authentication: bearer header scopes; reference/#updateComputer.body.remoteUser: ssh
username login; reference/#updateComputer.body.hostId: link attach assign unlink;
reference/#Computer.providerType: managed own machine cloud provider values;
reference/#Computer.computerSource: template image source; reference/#Computer.relayClientUrl: connect
websocket tunnel; reference/#ProvisioningStep.error: why failed reason message;
reference/#ProvisioningStep.installSessionId: session new run; reference/#listComputers.query.hostId: filter
by host search; reference/#Problem.errors: details violations list fields; client/#createclient: constructor
configure base url; client/#clientoptions: custom fetch agent proxy headers hooks dispatcher undici validate
runtime timeout retries configure; client/#computers-waituntilsettled: poll wait; client/#waitoptions: abort
progress interval; client/#connectionerror: econnrefused enotfound dns offline failed to fetch network;
client/#timeouterror: aborted deadline exceeded; client/#invalidresponseerror: html unexpected response proxy
page; client/#invalidargumenterror: missing base url token; client/#clienthooks: middleware interceptor
onrequest logging; client/#compute-host-client-schemas: zod ajv validate json schema runtime;
client/#compute-host-client-queries: tanstack react query swr; client/#compute-host-client-openapi-fetch:
paths typed fetch middleware; command-line/: cli terminal commands help flags;
command-line/#compute-host-computers-delete: remove destroy; command-line/#compute-host-computers-create: add
new register; command-line/#compute-host-keys-create: generate issue new token user expires;
command-line/#compute-host-keys-revoke: delete disable invalidate remove leaked;
command-line/#compute-host-keys-list: last used audit; command-line/#compute-host-computers-logs: output
failed step show; command-line/#contract-tests: options report restore; command-line/#spec-gate: options
accept exit code; command-line/#compute-host-serve: start run ready flags port;
command-line/#compute-host-computers-retry: again failed from step;
command-line/#compute-host-computers-import: bulk upload add file; command-line/#compute-host-restore: backup
overwrite; command-line/#compute-host-backup: copy snapshot; errors/: list codes status all catalogue;
errors/invalid-request/: must string integer required 422 validation unprocessable schema violation unknown additional property field null
too long; errors/malformed-http/: plain http sent to https port invalid header character ssl hpe_invalid
eproto wrong version number; errors/malformed-json/: syntaxerror parse unexpected token end of input empty
body quotes comma; errors/malformed-url/: path percent encoding decode uri; errors/unauthenticated/: token stopped
working unauthorized 403 forbidden www-authenticate bearer missing wrong expired invalid key login denied
revoked jwt audience issuer signature mismatch; errors/computer-not-found/: missing deleted unknown id exists
owner other belongs; errors/not-found/: wrong path url route endpoint cannot; errors/method-not-allowed/: verb
allow delete post put; errors/request-timeout/: slow upload client; errors/earlier-step-not-completed/:
provisioning previous; errors/host-already-set/: change unlink immutable; errors/host-taken/: duplicate in use
another computer; errors/name-taken/: duplicate already exists unique in use; errors/install-session-running/:
already in progress busy concurrent; errors/body-too-large/: payload entity request size big limit 64;
errors/unsupported-media-type/: content-type application/json header mime form text/plain multipart xml
rejected; errors/expectation-failed/: expect 100-continue curl; errors/rate-limited/: throttle quota limit
exceeded slow down back off wait; errors/header-too-large/: cookies long url request header fields;
errors/internal-error/: bug crash unexpected server went wrong saved applied unknown outcome;
errors/unavailable/: down outage overloaded maintenance database disk full temporarily locked read-only
unreachable connection timeout; operations/#start-and-stop: shutdown graceful terminate signal drain restart
kill ctrl-c zero downtime deploy nginx caddy reverse proxy traefik https tls port listen server sigint exit
code; operations/#in-a-container: kubernetes k8s helm compose podman image pod volume run docker-compose
entrypoint dockerfile user root; operations/#credentials: rotate rotation jwks issuer oidc keycloak auth0 okta
identity provider sso leaked audience claim subject claims expires revoke last used hashed;
operations/#computers: bulk load seed register csv fleet inventory delete add remove ndjson jsonl list failed
consistent snapshot streaming; operations/#the-operator-s-socket: permission denied enoent unix;
operations/#provisioning-by-your-own-executable: script hook custom ansible terraform cloud-init environment
variables exit parallel fair queue timeout code; operations/#commands-at-a-shutdown: unit file service
killmode interrupted systemd orphan; operations/#the-logs-of-steps: output stdout stderr failed installation
debug; operations/#health-and-metrics: monitoring grafana dashboard alert liveness readiness probe healthcheck
scrape route endpoint ping status page alerts rules; operations/#log: logging format rotate audit who changed
access journald loki elk stdout logrotate rotation json verbose; operations/#backup-and-upgrade: snapshot dump
recover rollback disaster downgrade migrate schema version hot backup cron point in time corrupt corrupted
disk full copy file; operations/#the-clock: ntp time drift skew timezone;
operations/#what-the-service-leaves-to-others: missing feature brute force ddos unix socket;
operations/#settings: mounted secret file typo unknown variable refused; operations/#over-ssh: remote machine
host key; operations/#attempts: fencing token stale monotonic; capacity/: performance benchmark fast scale
limits sizing cost hardware requirements vm size big machine how much hold; capacity/#a-computer: memory ram
storage disk size; capacity/#a-request: throughput latency rps cpu load concurrency connections speed
keep-alive backpressure memory; capacity/#what-breaks-first: million billion maximum how many scalability hold
capacity; durability/: power loss crash data fsync acid consistency kill guarantee wal checkpoint corruption
linearizable safe acknowledged; durability/#several-nodes-on-postgresql: jepsen chaos network partition split
brain consistency; failover/: read standby replica promote high availability ha patroni rds primary switchover
disaster rpo replication lag read-only; moving/: migrate migration export import transfer copy another server
convert sqlite new; postgresql/: postgres database pg rds aurora cloud neon supabase managed mysql;
postgresql/#the-url: connection string dsn ssl tls certificate ca mutual;
postgresql/#connections-and-timeouts: pool size too many clients exhausted lock statement deadlock idle slow
query; postgresql/#a-connection-pooler: pgbouncer transaction mode pooling pgpool;
postgresql/#when-the-database-is-unreachable: lost connection down outage restart reconnect commit unknown;
postgresql/#set-it-up: create database user privileges permission schema version 15 16 17 supported versions
minimum oldest; postgresql/#what-is-different-from-sqlite: versus vs choose which database; shared-jobs/:
lease lock queue worker leader election distributed fencing takeover several nodes work distribution exactly
once; shared-jobs/#what-happens-when: node crashed died killed dies middle installation network partition;
threat-model/: security attack hacker vulnerability pentest encryption compliance trust privacy gdpr pii
multi-tenant tenant isolation audit owasp; threat-model/#attackers-and-defences: ddos slowloris brute force
smuggling injection; threat-model/#what-the-service-does-not-protect-against: leak leaks stolen plain text
rest unencrypted https tls metrics public expose; threat-model/#assets: isolation tenant user see computers;
upgrade/: rolling rollout new release version blue green zero downtime canary backwards compatible order;
upgrade/#roll-back: downgrade revert undo older; upgrade/#upgrade-on-postgresql: migration schema index lock
order; decide/: evaluate compare alternatives features suitable choose license support stable production
ready; decide/#what-it-is-not: limitations missing unsupported delete create webhooks pagination scopes ssh
terminal roadmap bulk batch sort count events; decide/#what-another-service-may-do-differently: undefined
ambiguous implementation-defined open; changelog/: release notes history what's new versions atom rss feed
latest version deprecations; settings/: environment variables configuration config options env server defaults
list change configure all; settings/#compute-host-host: listen bind interface address expose 0.0.0.0 docker
outside network ipv6 connection refused remote; settings/#compute-host-port: change address in use eaddrinuse
server; settings/#compute-host-log-level: debug verbose quiet silence server logging;
settings/#compute-host-cors-origins: browser website allow domain frontend cross-origin;
settings/#compute-host-rate-limit-per-minute: throttle quota enable setting name server;
settings/#compute-host-database-url: connection string path location file data directory stored where sqlite;
settings/#compute-host-jwt-jwks: oidc identity provider keys; settings/#compute-host-provisioner-concurrency:
parallel simultaneous workers; settings/#compute-host-provisioner-timeout-seconds: step limit long
installation; settings/#compute-host-slow-request-ms: slow queries latency warning;
settings/#compute-host-jwt-audience: aud claim; settings/#compute-host-jwt-issuer: iss claim;
settings/#compute-host-provisioner-log-folder: where logs steps directory path;
settings/#compute-host-shutdown-timeout-seconds: graceful drain;
settings/#compute-host-shutdown-delay-seconds: load balancer drain;
settings/#compute-host-database-connections: pool size maximum;
settings/#compute-host-jwt-clock-tolerance-seconds: skew leeway drift; settings/#compute-host-jwt-algorithms:
rs256 es256 hs256 signing; settings/#compute-host-provisioner-lease-seconds: takeover failover
`;

/** The words of readers for each address. */
export const readerWords: ReadonlyMap<string, string> = new Map(
  table.split(";").map((entry) => {
    const [address = "", words = ""] = entry.replaceAll(/\s+/g, " ").split(": ");
    return [address.trim(), words.trim()];
  }),
);
