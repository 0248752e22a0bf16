import type { FilledRequest } from "../try-it/filled-request.ts";

/** A problem document, as far as readers paste it. */
export interface PastedProblem {
  /** The last part of its `type`. */
  readonly name: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly requestId?: string;
  readonly errors?: readonly Violation[];
}

/** A place that breaks the schema. */
export interface Violation {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly message: string;
}

/** A request of a curl line. Its credentials are known by their header alone. */
export type PastedRequest = { -readonly [Key in keyof FilledRequest]: FilledRequest[Key] } & {
  /** The address of the service, unless a variable has it. */
  readonly address: string | undefined;
};

/** What a reader pasted. */
export interface Pasted {
  readonly problem?: PastedProblem | undefined;
  readonly request?: PastedRequest | undefined;
  readonly requestId?: string | undefined;
}

const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/i;

/** Whether a query may be something to explain: a problem, a curl line or a request ID. */
export function isPasted(text: string): boolean {
  return /^\s*(?:\$\s*)?curl\s|\/problems\/|^\s*\{/.test(text) || text.trim().replace(uuid, "") === "";
}

/** Replaces what looks like a credential. */
export function masked(text: string): string {
  return text
    .replaceAll(/(authorization['"]?:\\?\s*['"]?)(?!(?:\w+\s+)?[$<])(?:\w+\\?\s+)?[^\s'"]+/gi, "$1…")
    .replaceAll(/\b(bearer|basic)\s+(?![$<…])[^\s'"]+/gi, "$1 …")
    .replaceAll(/\bchk_\w+|\beyJ[\w-]+(?:\.[\w-]*)*/g, "…")
    .replaceAll(/(?<=\s(?:-u|--user|-b|--cookie|--oauth2-bearer)\s*)(?:'[^']*'|"[^"]*"|\S+)/g, "…")
    .replaceAll(/(?<=(?:token|key|secret|cookie|password)['"]?\s*[:=]\s*['"]?)(?!\$)[^\s'"&]+/gi, "…")
    .replaceAll(/(?<=:\/\/)[^\s/'"@]+@/g, "");
}

/** Reads a problem document, a curl line, both, or a request ID. */
export function readPasted(text: string): Pasted {
  const [json = "", problem] = findProblem(text);
  const request = readCurl(text.replace(json, "\n"));
  if (problem !== undefined || request !== undefined) return { problem, request };
  return { requestId: uuid.exec(text)?.[0] };
}

function findProblem(text: string): [json?: string | undefined, problem?: PastedProblem] {
  for (const { index } of text.matchAll(/\{/g)) {
    // A problem has an object for each violation, of which the service sends twenty at most.
    const ends = [...text.slice(index, index + 20_000).matchAll(/\}/g)].slice(0, 30);
    const json = ends
      .map((end) => text.slice(index, index + end.index + 1))
      .find((part) => parsed(part) !== undefined);
    const { type, ...rest }: { type?: unknown } = parsed(json ?? "") ?? {};
    if (typeof type === "string" && type.includes("/problems/"))
      return [json, { ...rest, name: type.split("/").at(-1) ?? "" }];
  }
  const name = /\/problems\/([a-z-]+)/.exec(text)?.[1];
  return name === undefined ? [] : ["", { name }];
}

function parsed(json: string): object | undefined {
  try {
    return JSON.parse(json) as object;
  } catch {
    return undefined;
  }
}

/** Options of curl with a value: those that matter here by what they hold, others to skip their value. */
const options = Object.fromEntries(
  `method -X --request
  header -H --header
  data -d --data --data-raw --data-binary
  json --json
  url --url
  bearer --oauth2-bearer
  other -A -b --cookie -e -m --max-time -o --output --retry -u --user -w -x`
    .split(/\n\s+/)
    .flatMap((line) => {
      const [kind = "", ...names] = line.split(" ");
      return names.map((name) => [name, kind] as const);
    }),
);

function readCurl(text: string): PastedRequest | undefined {
  const line = /(?:^|\s)curl\s((?:[^\n\\]|\\[\s\S])*)/.exec(text)?.[1];
  if (line === undefined) return undefined;
  const given: Record<string, string[]> = {};
  const take = (name: string, value: string) => {
    given[name] = [...(given[name] ?? []), value];
  };
  const words = wordsOfShell(line);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const [whole, short] = [options[word], options[word.slice(0, 2)]];
    if (whole !== undefined) take(whole, words[++at] ?? "");
    else if (!word.startsWith("-")) take("url", word);
    else if (!word.startsWith("--") && short !== undefined) take(short, word.slice(2));
  }
  const { method = [], header = [], data = [], json = [], url = [], bearer: tokens = [] } = given;
  const headers = Object.fromEntries(
    header
      .map((one) => /^([^:]*):?\s*(.*)$/.exec(one) ?? [])
      .map(([, name = "", value = ""]) => [name.toLowerCase(), value]),
  );
  if (json.length > 0) headers["content-type"] ??= "application/json";
  else if (data.length > 0) headers["content-type"] ??= "application/x-www-form-urlencoded";
  const { authorization, ...others } = headers;
  const [, address = "", target = ""] = /^((?:\w+:\/\/)?[^/?]*)(.*)$/.exec(url[0] ?? "") ?? [];
  const body = [...json, ...data].join("&");
  return {
    method: method[0]?.toUpperCase() ?? (json.length + data.length > 0 ? "POST" : "GET"),
    target: target || "/",
    headers: Object.fromEntries(
      Object.entries(others).filter(([name]) => !/auth|cookie|key|secret|token/.test(name)),
    ),
    body: json.length + data.length > 0 ? body : undefined,
    credentials: authorization?.match(/^bearer\s+\S+$/i) || tokens.length > 0 ? bearer : [],
    address: address.startsWith("$") || address === "" ? undefined : address.replace(/\/\/.*@/, "//"),
  };
}

/** The credential of a corrected request: a variable. */
export const bearer = [
  { place: "header", name: "Authorization", value: "Bearer any", shown: "Bearer $COMPUTE_HOST_TOKEN" },
];

/** Splits a line as a shell does, and leaves variables as they are. */
function wordsOfShell(line: string): string[] {
  const words = line.match(/(?:[^\s'"\\]|\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*")+/g) ?? [];
  const plain = (word: string) =>
    word.replaceAll(
      /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g,
      (_all, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped?.trim() ?? "",
    );
  return words.map(plain).filter((word) => word !== "");
}
