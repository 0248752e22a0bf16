import { stemOf } from "./words.ts";

/** Words, and after the colon those that the pages use for the same thing, or for what answers the question. */
const table = `
422 unprocessable: invalid; dos ddos slowloris: threat; pgbouncer pooler pooling: connections; journal wal: durability
fetch retrieve read show view: get; listen bind interfaces: host; ready finish done: wait; lookup: find
compromised leak stolen: revoke threat; coverage: contract; overall total: deadline
abort cancel: signal aborts; agent ai llm: markdown; must: demands
alert dashboard grafana monitor observability prometheus: metrics; apikey: api key
architecture benchmark cpu memory ram fast speed performance scale scaling sizing throughput latency slow: capacity
attack attacker hacker secure security vulnerability: threat
auth authenticate authorization bearer login logon signin token: authentication
authentication credential: token credentials
authorized forbidden permission unauthorised 403: unauthenticated owner; audit who: log
automate ci github pipeline: ci; browser frontend origin site website: cors; backoff exponential jitter: retries pauses
brute force guess injection: threat guessing; bug report support: failure; crash: durability killed
cluster ha multiple nodes replica several failover: nodes; connect dsn string: url
compatibility compatible: breaking; conformance compliance compliant conform validate verify: contract
console terminal: command; container docker image k8s kubernetes pod: container; create: add; daemon systemd: run
deadline timeouts timed: timeout deadline; debug troubleshoot logging: log
delete remove destroy: delete; deploy deployment hosting production: running service
disk file location path storage: disk database; downtime outage unreachable down: unreachable unavailable
duplicate exists taken: taken
env environment variable config configuration option: settings
example snippet: sample; expired expiry: expired
failed failure: failed; features overview: computers; hash plain plaintext cleartext: sha-256
healthcheck liveness readiness readyz probe livez healthz: readyz health; idempotent idempotency: repeat safe
implement implementer: implementation; import export migrate move: moving import
install setup quickstart getting started begin: start; invalid wrong malformed bad validation incorrect: invalid malformed
issuer idp oidc keycloak auth0 okta oauth oauth2: jwt issuer; json parse syntax: json; jwks: jwks
kill sigterm stop shutdown terminate graceful: stop
big billion fit hold large many max maximum million thousands: capacity
length long longest short: characters; limit quota throttle: limit rate
lost loss durable durability fsync crash: durability; jest mocha playwright vitest: testing
angular next.js react svelte vite vue web webpage: browser typescript
datadog honeycomb jaeger zipkin: tracing metrics
mock stub fake unit fixture: fake testing; network socket: connection
node typescript javascript js ts sdk library: client typescript; decision: decide
open ours undefined unspecified ambiguous ambiguity: decision; page paging paginate cursor: pagination list
password secret: token key; patch modify edit change set: update setting; server: service
poll watch progress: wait; postgres pg psql rds neon supabase: postgresql
proxy nginx caddy ingress reverse loadbalancer tls ssl https certificate: proxy tls
push callback event webhook subscribe notification: events webhooks poll
refused: econnrefused; release version versioning semver: version changelog; rename: name update
requests: requests; reset restart rerun redo again resend: retry
restore recover recovery disaster: durability backup restore; snapshot dump backups: backup restore
rollout rolling upgrading update: upgrade; rotate: revoke create keys
schema types model object: schema; script executable hook program: executable
sort order: newest order; spec swagger openapi yaml: openapi
status state lifecycle: status; step progress: step
trace tracing span otel telemetry correlation: tracing traceparent; uuid guid: uuid
`;

/** By their stems, so that each form of a word has them. */
const byWord = new Map<string, string[]>();
for (const line of table.trim().split(/;\s|\n/)) {
  const [words = "", others = ""] = line.split(": ");
  for (const word of words.split(" ")) {
    const stem = stemOf(word);
    const own = others.split(" ").filter((other) => other !== word);
    byWord.set(stem, [...new Set([...(byWord.get(stem) ?? []), ...own])]);
  }
}

/** What the pages say for a word in lower case. */
export function synonymsOf(word: string): readonly string[] {
  return byWord.get(stemOf(word)) ?? [];
}
