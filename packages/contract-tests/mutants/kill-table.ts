/** A bug, and the case that detected it. */
export interface Killed {
  readonly id: string;
  readonly theme: string;
  /** The case that failed, and why; absent for a survivor. */
  readonly by?: { readonly title: string; readonly message: string } | undefined;
}

/** The result of a run over all bugs and variants. */
export interface MutantsReport {
  readonly bugs: readonly Killed[];
  /** Legal variants in which a case failed. */
  readonly refusedVariants: readonly Killed[];
  readonly variants: number;
  readonly seconds: number;
}

/** Formats the kill table: detected bugs by theme, then the survivors and the refused variants. */
export function formatKillTable(
  report: MutantsReport,
  options: { readonly showsSurvivors: boolean },
): string {
  const byTheme = Map.groupBy(report.bugs, ({ theme }) => theme);
  const rows = [...byTheme].map(([theme, all]) => row(theme, all));
  const survivors = report.bugs.filter(({ by }) => by === undefined);
  return [
    `${"Theme".padEnd(20)} ${"bugs".padStart(5)} ${"noticed".padStart(8)}   rate`,
    ...rows,
    row("all", report.bugs),
    "",
    `${report.variants - report.refusedVariants.length} of ${report.variants} legal variants pass; ${report.seconds} s`,
    ...report.refusedVariants.map(({ id, by }) => `  refused: ${id}: ${by?.title}: ${by?.message}`),
    ...(options.showsSurvivors ? survivors.map(({ id, theme }) => `  not noticed: ${theme}/${id}`) : []),
  ].join("\n");
}

function row(theme: string, all: readonly Killed[]): string {
  const noticed = all.filter(({ by }) => by !== undefined).length;
  const rate = all.length === 0 ? "" : `${((noticed / all.length) * 100).toFixed(1)} %`;
  return `${theme.padEnd(20)} ${String(all.length).padStart(5)} ${String(noticed).padStart(8)}  ${rate.padStart(7)}`;
}
