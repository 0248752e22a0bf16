const key = "sample-language";

/** Shows every sample in the language that the reader chose, on this page and the next. */
export function connectLanguages(): void {
  const kept = keptLanguage();
  if (kept !== undefined) chooseLanguage(kept);
  for (const input of document.querySelectorAll<HTMLInputElement>(".tabs input[data-language]")) {
    input.addEventListener("change", () => {
      const language = input.dataset.language ?? "";
      const before = input.getBoundingClientRect().top;
      chooseLanguage(language);
      // Samples above may have changed in height: keep the clicked tab in place.
      window.scrollBy(0, input.getBoundingClientRect().top - before);
      keptLanguage(language);
    });
  }
}

function chooseLanguage(language: string): void {
  const inputs = document.querySelectorAll<HTMLInputElement>(".tabs input[data-language]:not(:checked)");
  for (const input of inputs) if (input.dataset.language === language) input.checked = true;
}

/** Reads the choice, or stores one; without storage it lasts as long as the page. */
function keptLanguage(chosen?: string): string | undefined {
  try {
    if (chosen !== undefined) localStorage.setItem(key, chosen);
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
