import { DescriptionError } from "../../model/description-error.ts";
import { whyNotSent } from "../../model/header-names.ts";
import { pointerOf } from "../../model/pointer.ts";
import { ofEach } from "./operations.ts";
import type { Refusal } from "./refusal.ts";

/** Where credentials may not be. */
export const securityRefusals: readonly Refusal[] = [
  {
    construct: "Credentials in a header field that callers cannot set",
    check({ securitySchemes }) {
      for (const [name, { credential }] of Object.entries(securitySchemes)) {
        const [what, todo] = (credential?.in === "header" && whyNotSent(credential.name)) || [];
        if (what === undefined) continue;
        const at = pointerOf("components", "securitySchemes", name);
        throw new DescriptionError(
          `The header field ${JSON.stringify(credential?.name)} of ${name} ${what}: ${todo === "remove it" ? "use another one" : todo}.`,
          at,
        );
      }
    },
  },
  {
    construct: "A parameter with the name and place of a credential",
    check: ofEach(({ parameters, security }, { securitySchemes }) => {
      for (const { scheme } of security.flat()) {
        const credential = securitySchemes[scheme]?.credential;
        const twin = parameters.find(
          ({ in: place, name }) =>
            place === credential?.in && (place === "header" ? name.toLowerCase() : name) === credential.name,
        );
        if (twin === undefined) continue;
        const what = `The ${twin.in} parameter ${JSON.stringify(twin.name)} is also the credential of ${scheme}`;
        throw new DescriptionError(`${what}: remove the parameter.`, twin.pointer);
      }
    }),
  },
];
