/** Formats a number with its noun, such as `1 computer` or `2 computers`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
