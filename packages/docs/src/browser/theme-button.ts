import { keep } from "./kept.ts";

const themes = ["system", "light", "dark"] as const;
/** Signs in the style of text, not of emoji. */
const signs = { system: "\u25D0", light: "\u2600\uFE0E", dark: "\u263E\uFE0E" } as const;

/** Makes the button in the page header switch between the themes. */
export function connectThemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-theme-button]");
  if (button === null) return;
  const root = document.documentElement;
  const show = () => {
    const theme = (root.dataset.theme ?? "system") as (typeof themes)[number];
    button.textContent = signs[theme];
    button.title = button.ariaLabel = `Theme: ${theme}. Change it`;
  };
  button.addEventListener("click", () => {
    const at = themes.indexOf((root.dataset.theme ?? "system") as (typeof themes)[number]);
    const next = themes[(at + 1) % themes.length] ?? "system";
    if (next === "system") delete root.dataset.theme;
    else root.dataset.theme = next;
    keep("theme", next === "system" ? undefined : next);
    show();
  });
  show();
}
