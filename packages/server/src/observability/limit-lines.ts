const windowMs = 10_000;
/** How many lines a window has, so that a flood of requests cannot fill the log. */
const maxLines = 10;

/**
 * Limits the lines of a kind.
 *
 * @param write writes a line, with how many were left out since the last one, if any were.
 */
export function limitLines<Line>(
  write: (line: Line, others: { readonly others?: number }) => void,
): (line: Line) => void {
  let windowEnds = 0;
  let lines = 0;
  let others = 0;

  return (line) => {
    const now = performance.now();
    if (now >= windowEnds) {
      windowEnds = now + windowMs;
      lines = 0;
    }
    lines += 1;
    if (lines > maxLines) others += 1;
    else {
      write(line, others > 0 ? { others } : {});
      others = 0;
    }
  };
}
