import { keep } from "./kept.ts";

export const languageKey = "sample-language";

/** Shows every sample in a language. */
export function chooseLanguage(language: string): void {
  const inputs = document.querySelectorAll<HTMLInputElement>(".tabs input[data-language]:not(:checked)");
  for (const input of inputs) if (input.dataset.language === language) input.checked = true;
}

/** Applies the chosen language to every sample, on this page and the next. */
export function connectLanguages(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(".tabs input[data-language]")) {
    input.addEventListener("change", () => {
      const language = input.dataset.language ?? "";
      const before = input.getBoundingClientRect().top;
      chooseLanguage(language);
      // Samples above may have changed in height: keep the clicked tab in place.
      window.scrollBy(0, input.getBoundingClientRect().top - before);
      keep(languageKey, language);
    });
  }
}
