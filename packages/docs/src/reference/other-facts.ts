import { isObject, type Json, listOf, objectOf, type Schema, textOf } from "@compute-host/openapi";
import { type Content, type Html, html } from "../html.ts";
import { reasonNotToShow } from "./not-shown.ts";

/** Keywords that other parts of the reference say in words. */
const said = new Set(
  [
    "$ref type enum const default example examples description required deprecated readOnly readOnlyNames writeOnly x-extensible-enum",
    "properties patternProperties additionalProperties items prefixItems allOf oneOf anyOf discriminator",
    "minLength maxLength minItems maxItems minProperties maxProperties minimum maximum exclusiveMinimum exclusiveMaximum",
    "pattern multipleOf format uniqueItems contentEncoding contentMediaType",
  ].flatMap((line) => line.split(" ")),
);

/** Every keyword of a schema that has no words of its own, as it is written. */
export function otherFacts(schema: Schema): Content {
  return Object.entries(schema).map(([keyword, value]) => {
    const isSaid = said.has(keyword) && !isUnrenderedFalse(keyword, value);
    if (isSaid || value === undefined || reasonNotToShow(`Schema.${keyword}`) !== undefined) return "";
    if (keyword === "title") return html`<p class="fact"><span>Title</span> ${textOf(value)}</p>`;
    if (keyword === "externalDocs") return moreLink(value);
    return html`<p class="fact"><span>${keyword}</span> <code>${JSON.stringify(value)}</code></p>`;
  });
}

/** A list that has no further items, or a property that must be absent. */
function isUnrenderedFalse(keyword: string, value: Json | undefined): boolean {
  if (keyword === "items") return value === false;
  return keyword === "properties" && Object.values(objectOf(value)).includes(false);
}

/** A link to more documentation elsewhere. */
export function moreLink(externalDocs: Json | undefined): Content {
  if (!isObject(externalDocs)) return "";
  const { url, description } = externalDocs;
  return html`<p class="fact"><span>More</span> ${addressLink(textOf(url), textOf(description))}</p>`;
}

/** A link; an address that is not one of the web stays text. */
export function addressLink(url: string, title = ""): Html {
  if (!/^(https?:|mailto:)/.test(url)) return html`${title} <code>${url}</code>`;
  return html`<a href="${url}">${title || url.replace(/^mailto:/, "")}</a>`;
}

/** The addresses of a service, an operation or a link. */
export function serverFacts(servers: Json | undefined): Content {
  return listOf(servers)
    .map(objectOf)
    .map(
      ({ url, description }) =>
        html`<p class="fact"><span>Base address</span> <code>${textOf(url)}</code> ${textOf(description)}</p>`,
    );
}
