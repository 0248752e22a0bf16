import { connectForms } from "./connect-forms.ts";
import { connectSearch } from "./connect-search.ts";
import { connectCopying } from "./copy.ts";
import { followReader } from "./follow-reader.ts";
import { connectLanguages } from "./language.ts";
import { connectMenus } from "./menu.ts";
import { connectThemeButton } from "./theme-button.ts";

connectThemeButton();
connectLanguages();
connectSearch();
connectForms();
connectMenus();
connectCopying();
followReader();
