/** What a log shows of a text: no control characters, and a new line for each carriage return. */
export const shown = (text: string) =>
  [...text.replaceAll(/\r\n?/g, "\n")]
    .filter((one) => one === "\n" || one === "\t" || (one > "\x1f" && one !== "\x7f"))
    .join("");
