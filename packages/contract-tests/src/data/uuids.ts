const example = "01890a5d-ac96-774b-bcce-b302099a8057";

/** UUIDs of every version, and the nil and the max UUID (RFC 9562, sections 5.1 to 5.10); each is valid. */
export const uuidsOfEachKind: readonly string[] = [
  ..."12345678".split("").map((version) => example.slice(0, 14) + version + example.slice(15)),
  ...["0", "f"].map((digit) => example.replaceAll(/[0-9a-f]/g, digit)),
];

/** Returns a UUID that differs from another in its last digit. */
export function neighbourOf(uuid: string): string {
  return uuid.slice(0, -1) + (uuid.endsWith("0") ? "1" : "0");
}
