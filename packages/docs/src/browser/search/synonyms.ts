import { wordStem } from "./words.ts";

/** Words that mean the same, in groups. What leads to a certain section is in `reader-words.ts`. */
const table = `
get fetch retrieve read show view; delete remove destroy drop; create add make register; wait poll watch
change update modify edit set patch; retry repeat rerun resend again; stop shutdown terminate end
start launch boot; backup snapshot dump; restore recover; import load; export extract; link attach assign
setting option config configuration variable env; token key credential secret; authentication auth login
error failure failed problem; limit maximum max bound quota; test check verify validate; wrong invalid bad
node instance replica; postgresql postgres pg psql; fake mock stub; expired expiry; taken exists duplicate
log logging; metrics monitoring observability; unreachable down outage unavailable; upgrade migrate update
move transfer migrate; fast quick speed; memory ram; disk storage; description spec openapi swagger
pause delay interval; step stage phase; owner user tenant account; permission scope role; browser frontend
timeout deadline; cancel abort; typescript javascript ts js; kill die died crash crashed dead gone; executable script program command
url address endpoint; service server api; host machine vm; computer device; missing absent; lost loss lose
duration long time; example sample snippet; list all; page paging pagination paginate cursor; hash sha-256
encrypt encryption tls ssl https; container docker kubernetes k8s pod; proxy nginx caddy ingress balancer
`;

/** By their stems, so that each form of a word has them. */
const byWord = new Map<string, Set<string>>();
for (const group of table.trim().split(/;\s|\n/)) {
  const words = group.split(" ");
  for (const word of words) {
    const own = byWord.get(wordStem(word)) ?? new Set();
    byWord.set(wordStem(word), own);
    for (const other of words) if (other !== word) own.add(other);
  }
}

/** The words that mean the same as one in lower case. */
export function findSynonyms(word: string): readonly string[] {
  return [...(byWord.get(wordStem(word)) ?? [])];
}
