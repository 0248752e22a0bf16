/** Shows a time in milliseconds since the Unix epoch to people, in UTC: `2026-11-20 14:05:09`. */
export function formatTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().slice(0, 19).replace("T", " ");
}
