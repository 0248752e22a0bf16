import { usedFormatsOf } from "../../model/all-schemas.ts";
import type { Api } from "../../model/api.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { knownFormats } from "../../model/format-names.ts";
import type { Refusal } from "./refusal.ts";

/** What formats may not be. A format that is not known says what a value is, and is not checked. */
export const formatRefusals: readonly Refusal[] = [
  {
    construct: "Formats that are spelt almost like a known one",
    check(api) {
      for (const { name, pointer } of usedFormatsOf(api)) {
        const meant = knownFormats.find((known) => isMisspelt(name, known));
        if (meant === undefined || knownFormats.includes(name)) continue;
        throw new DescriptionError(
          `No one knows the format ${JSON.stringify(name)}, so nothing would check it: write ${meant}.`,
          pointer,
        );
      }
    },
  },
];

/** Lists the formats that nothing checks, because no one knows them. */
export function unknownFormatsOf(api: Api): string[] {
  const names = new Set(usedFormatsOf(api).map(({ name }) => name));
  return [...names].filter((name) => !knownFormats.includes(name));
}

/** Whether a name is another one in other letters, or a longer one with one mistake; numbers are not mistakes. */
function isMisspelt(name: string, known: string): boolean {
  const [plainName, plainKnown] = [name, known].map((text) =>
    text.toLowerCase().replaceAll(/[^a-z\d]/g, ""),
  ) as [string, string];
  if (plainName === plainKnown) return true;
  const hasNumbers = plainName.replaceAll(/\D/g, "") === plainKnown.replaceAll(/\D/g, "");
  return hasNumbers && plainKnown.length > 4 && isOneMistake(plainName, plainKnown);
}

/** Whether one letter is missing, too many or another one, or two neighbours have changed places. */
function isOneMistake(name: string, known: string): boolean {
  const start = [...known].findIndex((letter, index) => letter !== name[index]);
  const [from, to] = [name, known].map((text) => text.slice(start < 0 ? known.length : start)) as [
    string,
    string,
  ];
  const isSwapped =
    from.slice(0, 2) === [...to.slice(0, 2)].reverse().join("") && from.slice(2) === to.slice(2);
  return isSwapped || from.slice(1) === to || from === to.slice(1) || from.slice(1) === to.slice(1);
}
