import { connectLanguages } from "./language.ts";
import { connectLazily } from "./lazy.ts";
import { connectThemeButton } from "./theme-button.ts";

connectThemeButton();
connectLanguages();
connectLazily();
