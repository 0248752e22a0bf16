import { connectCopying } from "./copy.ts";
import { followReader } from "./follow-reader.ts";
import { connectLanguages } from "./language.ts";
import { loadScript } from "./load-script.ts";
import { connectMenu } from "./menu.ts";
import { connectSearch } from "./search/search.ts";

connectMenu();
connectLanguages();
connectSearch();
connectCopying();
followReader();

// The script that sends requests loads when a reader first opens a form.
for (const details of document.querySelectorAll<HTMLDetailsElement>("[data-try]")) {
  const connect = async () => {
    const { connectForm } = await loadScript<typeof import("./try-it/try-it.ts")>("form");
    await connectForm(details);
  };
  details.addEventListener("toggle", () => void connect(), { once: true });
}
