import type { CaseOutcome } from "../run/outcome.ts";

/** The number of cases between progress lines without a terminal. */
const linesEvery = 25;

/**
 * Shows progress on a stream: one changing line on a terminal, otherwise occasional lines; failures appear
 * immediately.
 */
export function createProgress(stream: NodeJS.WriteStream, total: number) {
  let done = 0;
  let failed = 0;
  const clear = () => stream.isTTY && stream.write("\r\u001b[K");
  return {
    report({ contractCase, outcome, failure }: CaseOutcome): void {
      done += 1;
      if (outcome === "failed") {
        failed += 1;
        clear();
        const [line = ""] = failure?.violations[0]?.message.split("\n", 1) ?? [];
        stream.write(`FAILED ${contractCase.title}\n       ${line.slice(0, 160)}\n`);
      }
      if (stream.isTTY) {
        const line = `${done} of ${total}, ${failed} failed: ${contractCase.title}`;
        stream.write(`\r\u001b[K${line.slice(0, (stream.columns ?? 80) - 1)}`);
      } else if (done % linesEvery === 0 || done === total) {
        stream.write(`${done} of ${total} cases, ${failed} failed\n`);
      }
    },
    end: () => void clear(),
  };
}
