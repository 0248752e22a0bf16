/** Finds the name that another one is meant to be: in other letters if there is one, otherwise with one mistake. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  return known.find((one) => plain(one) === plain(name)) ?? known.find((one) => isMisspelt(name, one));
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

/** Whether a name is a longer one with one mistake; numbers are not mistakes. */
function isMisspelt(name: string, known: string): boolean {
  const [plainName, plainKnown] = [plain(name), plain(known)];
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
