import type { Target } from "./target.ts";

/** An answer on its way back, free to be changed. */
export interface TamperedAnswer {
  status: number;
  readonly headers: Headers;
  text: string;
}

/** Plants a bug: changes an answer, or returns nothing to leave it. */
export type Tamper = (request: Request, answer: TamperedAnswer) => void | Promise<void>;

/** The same target behind something that changes its answers, to prove that the suite notices. */
export function tamperingTarget(target: Target, tamper: Tamper): Target {
  const tamperingFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await target.fetch(request.clone());
    const headers = new Headers(response.headers);
    const answer = { status: response.status, headers, text: await response.text() };
    await tamper(request, answer);
    return new Response(answer.text === "" ? null : answer.text, { status: answer.status, headers });
  };
  return { ...target, fetch: tamperingFetch, async close() {} };
}

/** Changes the JSON of an answer in place. */
export function editJson(answer: TamperedAnswer, edit: (json: Record<string, unknown>) => unknown): void {
  const json = JSON.parse(answer.text) as Record<string, unknown>;
  edit(json);
  answer.text = JSON.stringify(json);
}
