/** The path of an operation as the router takes it. */
export interface RoutedPath {
  readonly url: string;
  /** Whether the router finds all path parameters by their names. */
  readonly hasPlainNames: boolean;
  /**
   * Reads the path parameters as they were sent, percent-encoded: the router decodes them, and then a separator of a list is like
   * one inside an item.
   *
   * @param target the target of a request that the router found
   */
  readonly rawTextsOf: (target: string) => Readonly<Record<string, string>>;
}

interface Segment {
  readonly url: string;
  readonly isPlain?: boolean;
  /** The names and the texts of its parameters. */
  readonly read?: (raw: string) => readonly (readonly [string, string])[];
}

/** A name that the router understands, and takes literally. */
const plainName = /^(?!__proto__$)\w+$/;

/** What the router gives a meaning of its own in a literal. */
const routerSyntax = /[:*?()]/;

/**
 * Translates the template of a path ([OpenAPI 3.1, section 4.8.8](https://spec.openapis.org/oas/v3.1.1#paths-object)): its parameters
 * may have any name, and share a segment with each other and with any text.
 */
export function routedPath(template: string): RoutedPath {
  const segments = template.split("/").map(segmentOf);
  return {
    url: segments.map(({ url }) => url).join("/"),
    hasPlainNames: segments.every(({ isPlain }) => isPlain !== false),
    rawTextsOf(target) {
      const sent = pathOf(target).split("/");
      return Object.fromEntries(segments.flatMap(({ read }, index) => read?.(sent[index] ?? "") ?? []));
    },
  };
}

/** The path of a target, which may be a whole URL ([RFC 9112, section 3.2.2](https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2)). */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, "").split("?", 1)[0] ?? "";
}

function segmentOf(text: string, index: number): Segment {
  const [, whole] = /^\{([^}]*)\}$/.exec(text) ?? [];
  // No name has a dollar sign.
  const key = `$${index}`;
  if (whole !== undefined) {
    const isPlain = plainName.test(whole);
    return { url: `:${isPlain ? whole : key}`, isPlain, read: (raw) => [[whole, raw]] };
  }
  if (!text.includes("{") && !routerSyntax.test(text)) return { url: decodeURI(text) };
  const { names, source } = segmentPattern(text);
  const pattern = new RegExp(`^${source}$`);
  return {
    // The router takes one text for each pair of parentheses that captures.
    url: `:${key}(^${source.replaceAll(/\((?!\?)/g, "(?:")}$)`,
    isPlain: false,
    read(raw) {
      const texts =
        pattern.exec(raw) ??
        // The literals may be percent-encoded too.
        pattern.exec(decodeURIComponent(raw))?.map(encodeURIComponent);
      return names.map((name, at) => [name, texts?.[at + 1] ?? ""]);
    },
  };
}

/**
 * Makes the pattern of a segment: the first parameter is as long as it can be, and each other one ends before the text in front of
 * it begins again, so that a text is never tried in more ways than it has characters.
 */
function segmentPattern(segment: string): { readonly names: readonly string[]; readonly source: string } {
  const parts = segment.split(/\{([^}]*)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return literalSource(decodeURI(part));
    const before = index === 1 ? "" : literalSource(decodeURI(parts[index - 1] ?? ""));
    return before === "" ? "([^]+)" : `((?:(?!${before})[^])+)`;
  });
  return { names, source: source.join("") };
}

/** Escapes by number, because the router counts parentheses. */
function literalSource(text: string): string {
  return text.replaceAll(/\W/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
