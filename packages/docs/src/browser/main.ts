import { connectForms } from "./connect-forms.ts";
import { connectSearch } from "./connect-search.ts";
import { connectLanguages } from "./language.ts";
import { connectThemeButton } from "./theme-button.ts";

connectThemeButton();
connectLanguages();
connectSearch();
connectForms();
