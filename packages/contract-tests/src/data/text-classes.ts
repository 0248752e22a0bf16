// biome-ignore-all lint/suspicious/noTemplateCurlyInString: data that looks like a template.
/** What services in practice trim, fold, normalise, escape, expand, count otherwise or refuse inside a text. */
const textClasses: Readonly<Record<string, string>> = {
  "a Windows line break": "\r\n",
  "a tab": "\t",
  "a line feed": "\n",
  "a next line (U+0085)": "\u0085",
  "a line separator (U+2028)": "\u2028",
  "a paragraph separator (U+2029)": "\u2029",
  "two spaces": "x  x",
  "no-break spaces": "\u00a0\u202f",
  "an ideographic space": "\u3000",
  "a soft hyphen": "\u00ad",
  "zero-width characters": "\u200b\u200d\u2060",
  "a byte order mark": "\ufeff",
  "a right-to-left mark": "\u200f",
  "direction controls": "\u202e\u202c\u2066\u2069",
  "a variation selector": "\u2764\ufe0f",
  "a combining mark": "e\u0301",
  "a composed letter": "\u00e9",
  "conjoining jamo": "\u1112\u1161\u11ab",
  "a ligature": "\ufb01",
  "the angstrom sign": "\u212b",
  "a full-width letter": "\uff21",
  "a compatibility ideograph": "\uf900",
  "sharp s": "\u00df\u1e9e",
  "dotted and dotless i": "\u0130\u0131",
  sigmas: "\u03a3\u03c2",
  "upper and lower case": "AbC",
  "an Arabic digit": "\u0664",
  "a superscript": "\u00b2",
  "right-to-left letters": "\u05e9\u0645",
  ideographs: "\u6f22\u{20bb7}",
  "an emoji sequence": "\u{1F468}\u200d\u{1F469}",
  "a flag": "\u{1F1E9}\u{1F1EA}",
  "a mathematical letter": "\u{1d400}",
  "a tag character": "\u{e0067}",
  "private-use characters": "\ue000\u{f0000}",
  noncharacters: "\ufdd0\uffff\u{10ffff}",
  "the replacement character": "\ufffd",
  "an entity and a tag": "&amp;<b>",
  quotes: "\"'`",
  backslashes: "\\n\\u0041",
  "percent signs": "%41%zz%",
  "a plus sign": "+",
  "an at sign": "@",
  templates: "${x}{{x}}",
  "replacement patterns": "$$$&",
  "an SQL comment": "';--",
  separators: "/?#,;",
};

/** What services trim at the start or at the end of a text. */
const trimmed = ["\t", "\n", "\u0085", "\u00a0", "\u200b", "\u2028", "\u3000", "\ufeff"];

/** Texts that services mistake for something else, or trim. */
export const wholeTexts: readonly string[] = [
  ...trimmed.map((one) => `${one}x${one}`),
  " ",
  " x",
  "x ",
  "null",
  "true",
  "0",
  "1e3",
  "007",
  ".",
  "..",
  "-",
  "[]",
  "{}",
  "constructor",
  "__proto__",
];

/** A text, and the classes that it consists of. */
export interface ClassText {
  readonly text: string;
  readonly classes: readonly (readonly [name: string, text: string])[];
}

/** Joins the classes, in order, into texts of a maximum length in code points; a longer class is a text of its own. */
export function classTexts(maxLength: number): readonly ClassText[] {
  const joined: ClassText[] = [];
  for (const one of Object.entries(textClasses)) {
    const last = joined.at(-1);
    const text = `${last?.text ?? ""}${one[1]}`;
    if (last && [...text].length <= maxLength)
      joined.splice(-1, 1, { text, classes: [...last.classes, one] });
    else joined.push({ text: one[1], classes: [one] });
  }
  return joined;
}
