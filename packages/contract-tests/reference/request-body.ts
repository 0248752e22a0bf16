import type { IncomingMessage } from "node:http";
import { ProblemError } from "./problem.ts";
import type { World } from "./world.ts";

/** The maximum size of a body. */
export const bodyLimitBytes = 65_536;

/** Whether a request announces a body. */
export function hasBody(request: IncomingMessage): boolean {
  if (request.headers["transfer-encoding"] !== undefined) return true;
  return Number(request.headers["content-length"] ?? 0) > 0;
}

/** Refuses everything but JSON with 415. */
export function checkMediaType(world: World, request: IncomingMessage): void {
  const contentType = request.headers["content-type"];
  if (contentType === undefined) {
    const isAccepted = world.bug("missing-media-type-accepted");
    const isRefused = hasBody(request) || world.variant("empty-body-is-415");
    if (isRefused && !isAccepted) throw new ProblemError("unsupported-media-type");
    return;
  }
  if (!isJson(world, contentType)) throw new ProblemError("unsupported-media-type");
}

function isJson(world: World, contentType: string): boolean {
  if (world.bug("media-type-unchecked")) return true;
  if (world.bug("text-plain-accepted") && contentType.startsWith("text/plain")) return true;
  if (world.bug("forms-accepted") && contentType.startsWith("application/x-www-form-urlencoded")) return true;
  if (world.bug("media-type-parameters-refused")) return contentType.toLowerCase() === "application/json";
  if (world.bug("media-type-by-prefix")) return contentType.startsWith("application/json");
  if (world.bug("media-type-by-substring")) return contentType.includes("json");
  const [type = ""] = contentType.split(";");
  const mediaType = world.bug("media-type-case-matters") ? type.trim() : type.trim().toLowerCase();
  if (world.bug("json-suffix-accepted") && mediaType.endsWith("+json")) return true;
  if (world.bug("spaced-parameter-refused") && /\s;|;(?! )/.test(contentType)) return false;
  return mediaType === "application/json";
}

/** Refuses a body whose announced length is over the limit, before it is read. */
export function checkAnnouncedLength(world: World, request: IncomingMessage): void {
  if (isTooLarge(world, Number(request.headers["content-length"] ?? 0))) throw tooLarge(world);
}

function isTooLarge(world: World, bytes: number): boolean {
  if (world.bug("body-limit-missing") || world.bug("body-limit-in-characters")) return false;
  if (world.bug("body-limit-of-16-kib")) return bytes > 16_384;
  if (world.bug("body-limit-of-100-kib")) return bytes > 102_400;
  if (world.bug("body-limit-of-64-kb")) return bytes > 64_000;
  if (world.bug("full-body-refused")) return bytes >= bodyLimitBytes;
  if (world.bug("body-limit-off-by-one")) return bytes > bodyLimitBytes + 1;
  return bytes > bodyLimitBytes;
}

function tooLarge(world: World): ProblemError {
  if (world.bug("large-body-is-500")) return new ProblemError("internal-error");
  if (world.bug("large-body-is-400")) return new ProblemError("malformed-request");
  return new ProblemError("body-too-large");
}

/** Reads a body up to the limit, and leaves the rest to be discarded. */
export async function readBody(world: World, request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const limitsChunks = !world.bug("chunked-body-unlimited");
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (limitsChunks && isTooLarge(world, length)) {
      if (world.bug("large-body-cut")) break;
      request.resume();
      throw tooLarge(world);
    }
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const limitsCharacters = world.bug("body-limit-in-characters");
  if (limitsCharacters && body.toString("utf8").length > bodyLimitBytes) throw tooLarge(world);
  return body;
}
