import type { ObjectSchema, PropertySchema } from "./mutators.ts";
import { pickFrom, randomFrom } from "./random.ts";
import { classTexts, wholeTexts } from "./text-classes.ts";

/** The share of properties that are present. */
const presence = 0.6;

/**
 * Generates an object that fits a schema of texts and UUIDs; the same seed gives the same one. Texts contain characters that
 * trip up services: spaces, markup, combining marks, characters beyond the Basic Multilingual Plane.
 */
export function validData({ properties = {} }: ObjectSchema, seed: number): Record<string, unknown> {
  const random = randomFrom(seed);
  const present = Object.entries(properties).filter(() => random() < presence);
  return Object.fromEntries(present.map(([name, property]) => [name, valueFor(property, random)]));
}

function valueFor(property: PropertySchema, random: () => number): string {
  if (property.format === "uuid") return uuid(random);
  return random() < 0.5 ? hardText(property, random) : plainText(property, random);
}

function hardText({ minLength = 0, maxLength = 255 }: PropertySchema, random: () => number): string {
  const texts = [
    ...wholeTexts,
    ...classTexts(maxLength).flatMap(({ classes }) => classes.map(([, text]) => text)),
  ];
  return [...pickFrom(texts, random).padEnd(minLength, "x")].slice(0, maxLength).join("");
}

function plainText({ minLength = 0, maxLength = 255 }: PropertySchema, random: () => number): string {
  const length = minLength + Math.floor(random() * (maxLength - minLength + 1));
  const letters = Array.from({ length }, () => String.fromCharCode(0x20 + Math.floor(random() * 0x5f)));
  return letters.join("");
}

function uuid(random: () => number): string {
  const digits = "xxxxxxxx-xxxx-4xxx-9xxx-xxxxxxxxxxxx";
  return digits.replaceAll("x", () => Math.floor(random() * 16).toString(16));
}
