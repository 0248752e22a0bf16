import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const prefix = "chk_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checksumLength = 6;
const pattern = new RegExp(`^${prefix}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);

/**
 * Makes a new API key: a prefix, a random secret (190 bits) and the CRC-32 of both, in base62. A scanner recognises a
 * leaked key offline.
 */
export function generateApiKey(): string {
  const body = prefix + randomBase62(secretLength);
  return body + checksumOf(body);
}

/** Whether a text has the form and checksum of an API key, known or not. */
export function isApiKey(text: string): boolean {
  const match = pattern.exec(text);
  return match !== null && match[2] === checksumOf(text.slice(0, -checksumLength));
}

/** Whether a token claims to be an API key; any other token is treated as a JWT. */
export function hasApiKeyPrefix(token: string): boolean {
  return token.startsWith(prefix);
}

/** The SHA-256 of a key in hexadecimal. Nothing else of it is stored. */
export function hashApiKey(key: string): string {
  return hash("sha256", key, "hex");
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

/** Discards the largest bytes: 256 is not a multiple of 62, so the first digits would be likelier. */
function randomBase62(length: number): string {
  const limit = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
