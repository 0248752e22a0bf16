import { type UsedFormat, usedFormats } from "../../model/all-schemas.ts";
import type { Api } from "../../model/api.ts";
import { checkAll } from "../../model/check-all.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { knownFormats } from "../../model/format-names.ts";
import { closestName } from "../../model/spelling.ts";
import type { Refusal } from "./refusal.ts";

/** What formats may not be. A format that is not known says what a value is, and is not checked. */
export const formatRefusals: readonly Refusal[] = [
  {
    construct: "Formats that are spelt almost like a known one",
    check: (api) => checkAll(usedFormats(api).map((format) => () => checkFormat(format))),
  },
];

function checkFormat({ name, pointer }: UsedFormat): void {
  const meant = knownFormats.includes(name) ? undefined : closestName(name, knownFormats);
  if (meant === undefined) return;
  throw new DescriptionError(
    `No one knows the format ${JSON.stringify(name)}, so nothing would check it: write ${meant}.`,
    pointer,
  );
}

/** Lists the formats that nothing checks, because no one knows them. */
export function unknownFormats(api: Api): string[] {
  const names = new Set(usedFormats(api).map(({ name }) => name));
  return [...names].filter((name) => !knownFormats.includes(name));
}
