import { type Section, slugify } from "./markdown/markdown.ts";
import type { RenderedPage } from "./rendered-page.ts";
import type { SearchPage } from "./search-row.ts";

/** An identifier, as opposed to a word: it has a capital, a digit or a mark inside. */
const identifier = /^-{0,2}[A-Za-z][a-z]*(?:[A-Z0-9_.-][A-Za-z0-9]*)+$/;

/**
 * The search records of all pages: one for each section, or one for a page that is one result.
 *
 * @param keywords words that readers use and a text lacks. A line is `/guides/waiting/#progress: percentage = how far it is`:
 *   the address of a page or a section, and words of the sentence there that answers
 * @throws Error naming the keywords that no sentence answers
 */
export function searchPages(pages: readonly RenderedPage[], keywords: string): SearchPage[] {
  const lines = Array.from(keywords.matchAll(/^\/(\S*): (.+?)(?: = (.+))?$/gm));
  const answered = new Set<string>();
  const found = pages.map((page): SearchPage => {
    const { path, title, searchKind, status } = page;
    const records = recordsOf(page);
    const words = records.map((_one, index) => (index === 0 ? (status ?? "").toString() : ""));
    for (const [line, address, asked = "", sentence = ""] of lines) {
      if (sentence === "") continue;
      const at = records.findIndex(
        (one) => isAt(one, address) && `${one.title} ${one.text}`.includes(sentence),
      );
      if (at < 0) continue;
      answered.add(line);
      words[at] = `${words[at]} ${asked}`.trim();
    }
    return {
      path,
      kind: searchKind ?? "page",
      titles: records.map((one, index) => (index === 0 ? title : one.title)),
      texts: records.map(withoutTitle),
      words,
      names: records.map((one) => namesOf(page, one).join(" ")),
      ids: records.map(({ level, id }) => (level === 1 ? "" : id)),
      depths: depthsOf(records),
    };
  });
  const lost = lines.filter(([line]) => !answered.has(line));
  if (lost.length > 0) {
    const records = pages.flatMap(recordsOf);
    const shown = lost.flatMap(([line, address, , sentence = ""]) => {
      const nearest = nearestSentence(
        records.filter((one) => isAt(one, address)),
        sentence,
      );
      return nearest === undefined ? line : [line, `  nearest: ${nearest}`];
    });
    const what = "no sentence of the section has the words after =, and letter case counts";
    throw new Error(`content/keywords.yaml: ${what}:\n${shown.join("\n")}`);
  }
  return found;
}

/** Whether a record is in the page or the section with this address. */
function isAt(record: SearchRecord, address: string | undefined): boolean {
  // A long section has several records: `credentials`, `credentials~2`.
  return (
    record.address === address || ["#", "~"].some((mark) => record.address.startsWith(`${address}${mark}`))
  );
}

/** The sentence with the most words in common with a text, if one has any. */
function nearestSentence(records: readonly SearchRecord[], text: string): string | undefined {
  const wordsOf = (part: string) => [...new Set(part.toLowerCase().match(/[\p{L}\p{N}]+/gu))];
  const wanted = wordsOf(text);
  const [nearest] = records
    .flatMap((one) => `${one.title}. ${one.text}`.split(/(?<=[.:!?]) /))
    .map((sentence) => ({
      sentence,
      inCommon: wordsOf(sentence).filter((word) => wanted.includes(word)).length,
    }))
    .filter(({ inCommon }) => inCommon > 0)
    .toSorted((a, b) => b.inCommon - a.inCommon);
  return nearest?.sentence;
}

/**
 * For each record a digit: 1 if it is below the last record with 0. Items and rows are; so are the headings of a section
 * if another section of the page has one of them too, such as the parameters of an operation.
 */
function depthsOf(records: readonly SearchRecord[]): string {
  const headings = records.filter(({ level }) => level <= 6);
  const sectionOf = (heading: SearchRecord) =>
    headings.slice(0, headings.indexOf(heading)).findLast(({ level }) => level < heading.level);
  const isRepeated = ({ title }: SearchRecord) => headings.filter((one) => one.title === title).length > 1;
  const sections = new Set(headings.filter((one) => one.level > 2 && isRepeated(one)).map(sectionOf));
  const isBelow = (one: SearchRecord) => one.level > 6 || (one.level > 2 && sections.has(sectionOf(one)));
  return records.map((one) => Number(isBelow(one))).join("");
}

interface SearchRecord extends Section {
  readonly address: string;
}

function recordsOf({ path, sections, searchKind }: RenderedPage): SearchRecord[] {
  const [first, ...others] = sections;
  if (first === undefined) return [];
  if (searchKind !== undefined) {
    const shown = [first, ...others].filter(({ title }) => title !== "Example");
    return [{ ...first, address: path, text: shown.map(({ text }) => text).join(" ") }];
  }
  return [first, ...others].map((one) => ({
    ...one,
    address: one.level === 1 ? path : `${path}#${one.id}`,
  }));
}

/** An item or a row begins with its title. */
function withoutTitle({ title, text }: Section): string {
  return text.startsWith(`${title} `) ? text.slice(title.length + 1) : text;
}

/** The identifiers that a section defines: its title and ID, the options of a command, the code of an error. */
function namesOf({ path, searchKind }: RenderedPage, section: Section): string[] {
  const { id, title, level, text, options } = section;
  if (searchKind !== undefined) return [path.split("/").at(-2) ?? ""];
  // A row may only mention what another section defines; its title is found anyway.
  if (level > 7) return [];
  const code = /(?:^| )Code ([A-Z_]+)\./.exec(text)?.[1] ?? [];
  const own = [title, id === slugify(title) ? "" : id].filter((name) => identifier.test(name));
  return [...new Set([...own, ...options, ...[code].flat()])];
}
