import { type Api, objectOf, textOf } from "@compute-host/openapi";
import { markdownPage } from "./content.ts";
import { html } from "./html.ts";
import type { Page } from "./layout/page.ts";
import { readContent } from "./page-source.ts";
import { compactJson } from "./reference/examples.ts";
import { readSamples } from "./samples.ts";

/** The front page, with a request beside its response. */
export function frontPage(api: Api): Page {
  // Not among the steps that a reader follows: the address and the key come later.
  const text = readContent("start.md").replaceAll(
    /^\{\{exchange (\S+)\}\}$/gm,
    (_line, operationId: string) =>
      `{{sample ${operationId} curl}}\n\n\`\`\`json Response of ${operationId}\n${requestExample(api, operationId)}\n\`\`\``,
  );
  const page = markdownPage({ path: "", group: "Start", title: "Start", text });
  return { ...page, body: html`<article class="prose front">${page.body}</article>`, isWide: true };
}

/** The response to the operation's sample: the example of the computer that the sample names. */
function requestExample({ operations }: Api, operationId: string): string {
  const { responses = [] } = operations.find((one) => one.operationId === operationId) ?? {};
  const [sample] = readSamples(operationId);
  const found = responses
    .flatMap(({ content }) => content.flatMap(({ examples }) => examples))
    .find(({ value }) => sample?.code.includes(`/${textOf(objectOf(value).id)}"`));
  if (found?.value === undefined)
    throw new Error(`No example is of the computer in the sample of ${operationId}.`);
  return compactJson(found.value);
}
