/**
 * Makes a reader of the path parameters as they were sent, percent-encoded: the router decodes them, and then a separator of a list
 * is like one inside an item.
 *
 * @param template such as `/api/v0/computers/{computerId}`
 */
export function rawPathReader(template: string): (url: string) => Readonly<Record<string, string>> {
  const parts = template.split(/\{([^}]*)\}/);
  const names = parts.filter((_part, index) => index % 2 === 1);
  const source = parts.map((part, index) => (index % 2 === 1 ? "([^/]+)" : literal(part))).join("");
  const pattern = new RegExp(`^${source}$`);
  return (url) => {
    const raw = pattern.exec(url.split("?", 1)[0] ?? "")?.slice(1) ?? [];
    return Object.fromEntries(names.map((name, index) => [name, raw[index] ?? ""]));
  };
}

function literal(text: string): string {
  return text.replaceAll(/\W/g, "\\$&");
}
