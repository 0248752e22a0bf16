import { connectLanguages } from "./language.ts";
import { connectThemeButton } from "./theme-button.ts";

connectThemeButton();
connectLanguages();
