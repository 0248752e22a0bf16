const example = "01890a5d-ac96-774b-bcce-b302099a8057";

/** UUIDs of every version, and the nil and the max UUID (RFC 9562, sections 5.1 to 5.10); each is valid. */
export const uuidsOfEachKind: readonly string[] = [
  ...Array.from({ length: 8 }, (_, index) => `${example.slice(0, 14)}${index + 1}${example.slice(15)}`),
  example.replaceAll(/[0-9a-f]/g, "0"),
  example.replaceAll(/[0-9a-f]/g, "f"),
];

/** Returns a UUID that differs from another in its last digit. */
export function neighbourOf(uuid: string): string {
  return uuid.slice(0, -1) + (uuid.endsWith("0") ? "1" : "0");
}
