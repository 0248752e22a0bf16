import { loadScript } from "./load-script.ts";

/** Loads the script that sends requests when a reader first opens a form. */
export function connectForms(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("[data-try]")) {
    const connect = async () => {
      const { connectForm } = await loadScript<typeof import("./try-it/try-it.ts")>("form");
      await connectForm(details);
    };
    details.addEventListener("toggle", () => void connect(), { once: true });
  }
}
