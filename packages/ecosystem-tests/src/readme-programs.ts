/** A program that a README shows. */
export interface ReadmeProgram {
  /** Line of the README on which it begins. */
  line: number;
  text: string;
}

const fence = /^```(?:ts|typescript)\n(.*?)^```$/gms;

/**
 * Puts the TypeScript blocks of a README together: one that imports something begins a program, one that does not goes on
 * with the program before it.
 */
export function readReadmePrograms(markdown: string): ReadmeProgram[] {
  const programs: ReadmeProgram[] = [];
  for (const { index, 1: text = "" } of markdown.matchAll(fence)) {
    const line = markdown.slice(0, index).split("\n").length;
    const last = programs.at(-1);
    if (last && !/^import /m.test(text)) last.text += `\n${text}`;
    else programs.push({ line, text });
  }
  return programs;
}
