import { breaking, cache, cachesList, fail, type Patch, sends, stores } from "../deviation.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Lists an old value of a field for some time. */
function lagsBehind(field: "name" | "status"): Patch {
  return (right) => {
    const cached = cache(1500);
    return {
      list: (exchange, owner) =>
        right
          .list(exchange, owner)
          .map((sent) => ({ ...sent, [field]: cached(String(sent.id), () => sent[field]) })),
    };
  };
}

/** Bugs between writing a value and reading it back. */
export const roundTripsBugs = {
  ...breaking("updateComputer", {
    "user-not-stored": (right) => ({
      store(before, { remoteUser: _dropped, ...rest }) {
        const { remoteUser } = before;
        right.store(before, remoteUser === undefined ? rest : { ...rest, remoteUser });
      },
    }),
    "update-returns-old-record": (right) => ({
      async commit(computer, changes) {
        await right.commit(computer, changes);
        return computer;
      },
    }),
    "name-trimmed": stores((text) => text.trim(), "name"),
    "name-lower-cased": stores((text) => text.toLowerCase(), "name"),
    "name-normalised": stores((text) => text.normalize("NFC"), "name"),
    "name-html-escaped": stores(
      (text) => text.replace(/[&<>]/g, (character) => entities[character] ?? ""),
      "name",
    ),
    "user-trimmed": stores((text) => text.trim(), "remoteUser"),
    "user-lower-cased": stores((text) => text.toLowerCase(), "remoteUser"),
    "spaces-collapsed": stores((text) => text.replace(/ {2,}/g, " ")),
    "backslashes-lost": stores((text) => text.replaceAll("\\", "")),
    "nul-cuts-text": stores((text) => text.replace(/\0.*$/s, "")),
    "nul-cuts-user": stores((text) => text.replace(/\0.*$/s, ""), "remoteUser"),
    "nul-in-user-is-500": stores((text) => (text.includes("\0") ? fail() : text), "remoteUser"),
    "text-url-decoded": stores((text) => (/%[0-9a-f]{2}/i.test(text) ? unescape(text) : text)),
    "plus-stored-as-space": stores((text) => text.replaceAll("+", " ")),
    "quotes-are-500": stores((text) => (/['"]/.test(text) ? fail() : text)),
    "lone-surrogate-replaced": {
      isStorable: () => true,
      storedText: (text) => text.toWellFormed(),
    },
    "get-cached": (right) => {
      const cached = cache(1000);
      return {
        getComputer: (owner, id, purpose) =>
          cached(`${owner.id} ${id}`, () => right.getComputer(owner, id, purpose)),
      };
    },
  }),
  ...breaking("limits", {
    "name-cut-at-50": stores((text) => [...text].slice(0, 50).join(""), "name"),
  }),
  ...breaking("limits#1", {
    "astral-characters-lost": stores((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?")),
  }),
  ...breaking("Computer", {
    "numeric-name-becomes-a-number": sends((sent) => {
      if (/^\d{1,15}$/.test(String(sent.name))) sent.name = Number(sent.name);
    }),
  }),
  ...breaking("Computer.name#1", {
    "object-prototype-names-taken": (right) => ({
      isNameTaken: (computer, name) => name in {} || right.isNameTaken(computer, name),
    }),
  }),
  ...breaking("listComputers#1", {
    "list-cached": cachesList(({ search }, owner) => `${owner.id} ${search}`),
    "listed-name-lags": lagsBehind("name"),
  }),
  ...breaking("listComputers.includeProvisioningSteps#1", {
    "list-cached-without-query": cachesList((_exchange, owner) => owner.id),
  }),
  ...breaking("Computer.status#1", {
    "provisioning-listed-as-active": sends((sent, place) => {
      if (place === "list" && sent.status === "provisioning") sent.status = "active";
    }),
    "listed-status-lags": lagsBehind("status"),
  }),
  ...breaking("info", {
    "byte-order-mark-sent": (right) => ({
      bytesOf: (body) => Buffer.concat([Buffer.from("\ufeff"), right.bytesOf(body)]),
    }),
    "response-in-latin1": {
      bytesOf(body) {
        return Buffer.from(typeof body === "string" ? body : this.stringify(body), "latin1");
      },
    },
    "content-length-in-characters": {
      contentLength: (content) => content.toString("utf8").length,
    },
  }),
  ...breaking("InvalidUpdate", {
    "body-read-as-latin1": {
      decodeText: (body) => body.toString("latin1"),
    },
  }),
};
