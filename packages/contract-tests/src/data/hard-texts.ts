// biome-ignore-all lint/suspicious/noTemplateCurlyInString: data that looks like a template.
/** Bounds of a text, in code points. */
interface TextBounds {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/**
 * Texts of valid length that services tend to change or refuse: trimming, folding, normalising, escaping or
 * counting bytes makes them come back different.
 */
const texts: readonly string[] = [
  " leading",
  "trailing ",
  "two  spaces",
  " ",
  "tab\tand\nnewline",
  "MixedCase",
  "lower-case",
  "<b>&amp;</b>",
  "quote \" and ' and `",
  "back\\slash \\n \\u0041",
  "slash/and?query#fragment",
  "100%25 %zz +plus",
  "'; drop table computers; --",
  "${HOME} $(id) {{x}}",
  "e\u0301 decomposed",
  "\u00e9 composed",
  "\ufb01 ligature",
  "\u212b angstrom",
  "stra\u00dfe",
  "\u0130stanbul \u0131",
  "\u{1F468}\u200D\u{1F469}\u200D\u{1F467} family",
  "\u{1F1E9}\u{1F1EA} flag",
  "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
  "\u6f22\u5b57 \uff21",
  "\u00a0no-break",
  "\u200bzero width",
  "\ufeffbyte order mark",
  "null",
  "true",
  "0",
  "1e3",
  "007",
  "1.0",
  "-",
  ".",
  "..",
  "__proto__",
  "undefined",
  "[object Object]",
  "[]",
  "{}",
];

/** Returns every hard text within the bounds, and texts of exactly the minimum and maximum length. */
export function hardTexts({ minLength = 0, maxLength = 255 }: TextBounds): string[] {
  const longest = ["x", "\u{1F5A5}", "\u00e9", "\u6f22", "\ud83d\udc68\u200d"].map((text) => {
    const length = [...text].length;
    return text.repeat(Math.floor(maxLength / length)) + "x".repeat(maxLength % length);
  });
  const shortest = ["x", "\u{1F5A5}", "\u6f22"].map((text) => text.repeat(Math.max(minLength, 1)));
  const combined = `e${"\u0301".repeat(Math.max(maxLength - 1, 0))}`;
  return [...texts, ...shortest, ...longest, combined].filter((text) => {
    const { length } = [...text];
    return length >= minLength && length <= maxLength;
  });
}
