import { ProblemError } from "./problem.ts";
import type { World } from "./world.ts";

type TextField = "name" | "remoteUser";

/** Validates a text field; returns the error, if any. */
export function validateText(world: World, field: TextField, text: string): string | undefined {
  const { min, max } = boundsOf(world, field);
  const length = lengthOf(world, text);
  if (length < min) return `must have at least ${min} character`;
  if (length > max) return `must have at most ${max} characters`;
  if (!text.isWellFormed()) {
    if (world.bug("lone-surrogate-is-500")) throw new ProblemError("internal-error");
    const isTaken = world.variant("lone-surrogates-kept") || world.bug("lone-surrogate-replaced");
    if (!isTaken) return "must not contain a lone surrogate";
  }
  return patternViolation(world, field, text);
}

function boundsOf(world: World, field: TextField): { readonly min: number; readonly max: number } {
  if (field === "name") {
    if (world.bug("empty-name-accepted")) return { min: 0, max: 63 };
    if (world.bug("one-character-name-refused")) return { min: 2, max: 63 };
    if (world.bug("name-of-63-refused")) return { min: 1, max: 62 };
    if (world.bug("name-of-64-accepted")) return { min: 1, max: 64 };
    return { min: 1, max: 63 };
  }
  if (world.bug("empty-user-accepted")) return { min: 0, max: 63 };
  if (world.bug("one-character-user-refused")) return { min: 2, max: 63 };
  if (world.bug("user-over-32-refused")) return { min: 1, max: 32 };
  if (world.bug("user-of-63-refused")) return { min: 1, max: 62 };
  if (world.bug("user-of-64-accepted")) return { min: 1, max: 64 };
  if (world.bug("user-length-unchecked")) return { min: 1, max: Number.POSITIVE_INFINITY };
  return { min: 1, max: 63 };
}

function lengthOf(world: World, text: string): number {
  if (world.bug("length-in-utf16-units")) return text.length;
  if (world.bug("length-in-bytes")) return Buffer.byteLength(text);
  if (world.bug("length-in-graphemes")) return [...new Intl.Segmenter().segment(text)].length;
  return [...text].length;
}

function patternViolation(world: World, field: TextField, text: string): string | undefined {
  if (field === "name") {
    if (world.bug("name-limited-to-host-characters") && !/^[a-z0-9-]+$/i.test(text))
      return "has a bad character";
    if (world.bug("name-outside-ascii-refused") && /[^ -~]/.test(text)) return "has a bad character";
    if (world.bug("blank-name-refused") && text.trim() === "") return "must not be blank";
    return undefined;
  }
  const isPosix = /^[a-z_][a-z0-9_-]*$/.test(text);
  return world.bug("user-limited-to-posix-names") && !isPosix ? "is not a user name" : undefined;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Returns the text to store; the correct implementation stores it unchanged. */
export function storedText(world: World, field: TextField, text: string): string {
  if (world.bug("quotes-are-500") && /['"]/.test(text)) throw new ProblemError("internal-error");
  let stored = text;
  if (world.bug("lone-surrogate-replaced")) stored = stored.toWellFormed();
  if (world.bug("astral-characters-lost")) stored = stored.replace(/[\u{10000}-\u{10ffff}]/gu, "?");
  if (world.bug("backslashes-lost")) stored = stored.replaceAll("\\", "");
  if (world.bug("nul-cuts-text")) stored = stored.replace(/\0.*$/s, "");
  if (world.bug("text-url-decoded") && /%[0-9a-f]{2}/i.test(stored)) stored = unescape(stored);
  if (world.bug("plus-stored-as-space")) stored = stored.replaceAll("+", " ");
  if (world.bug("spaces-collapsed")) stored = stored.replace(/ {2,}/g, " ");
  if (field === "remoteUser") {
    if (world.bug("user-lower-cased")) stored = stored.toLowerCase();
    return world.bug("user-trimmed") ? stored.trim() : stored;
  }
  if (world.bug("name-trimmed")) stored = stored.trim();
  if (world.bug("name-lower-cased")) stored = stored.toLowerCase();
  if (world.bug("name-normalised")) stored = stored.normalize("NFC");
  if (world.bug("name-cut-at-50")) stored = [...stored].slice(0, 50).join("");
  if (world.bug("name-html-escaped"))
    stored = stored.replace(/[&<>]/g, (character) => entities[character] ?? "");
  return stored;
}
