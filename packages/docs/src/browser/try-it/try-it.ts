import { readAddress } from "./address.ts";
import { readForm } from "./read-form.ts";
import { describeTarget, findOwnAddress, sendTo } from "./service.ts";
import { showLine, showResponse } from "./show-result.ts";

/** The parts of a form. */
interface TryItForm {
  readonly form: HTMLFormElement;
  readonly address: HTMLInputElement;
  /** `null` if the operation needs none. */
  readonly token: HTMLInputElement | null;
  readonly where: HTMLElement;
  readonly result: HTMLElement;
}

/** The address and tokens that the forms of this page share, in memory only. */
let address: string | undefined;
/** By address, so that a token only goes to the service that it was typed for. */
const typed = new Map<string, string>();
const connected: TryItForm[] = [];

/** Makes a form send its request and show the response. */
export async function connectForm(details: HTMLDetailsElement): Promise<void> {
  const parts = partsOf(details);
  if (parts === undefined) return;
  const { form, address: addressField, token, result } = parts;
  const ownAddress = await findOwnAddress();
  if (connected.length === 0) address = ownAddress;
  connected.push(parts);
  showTarget(parts, ownAddress);
  addressField.addEventListener("input", () => chooseAddress(parts, ownAddress));
  token?.addEventListener("input", () => shareToken(token.value));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      void send(readAddress(addressField.value, location.origin), form, result);
    } catch (error) {
      showLine(result, "Not sent.", messageOf(error));
    }
  });
}

function partsOf(details: HTMLDetailsElement): TryItForm | undefined {
  const form = details.querySelector("form");
  const findField = (name: string) => details.querySelector<HTMLInputElement>(`[data-${name}]`);
  const [address, where, result] = [findField("address"), findField("where"), findField("result")];
  if (form === null || address === null || where === null || result === null) return undefined;
  return { form, address, token: findField("token"), where, result };
}

/** Copies the token into every form as it is typed. */
function shareToken(text: string): void {
  typed.set(address ?? "", text);
  for (const { token } of connected) if (token !== null && token.value !== text) token.value = text;
}

/** Copies the address into every form as it is typed, with its token. */
function chooseAddress(typedIn: TryItForm, ownAddress: string | undefined): void {
  try {
    address = readAddress(typedIn.address.value, location.origin);
  } catch (error) {
    typedIn.where.textContent = messageOf(error);
    return;
  }
  for (const parts of connected) showTarget(parts, ownAddress, parts === typedIn);
}

function showTarget(parts: TryItForm, ownAddress: string | undefined, isTyping = false): void {
  parts.where.textContent = describeTarget(address, ownAddress);
  if (!isTyping) parts.address.value = address ?? "";
  // The sandbox accepts any token, so the reader need not type one.
  const token = typed.get(address ?? "") ?? (address === undefined ? "any-token" : "");
  if (parts.token !== null) parts.token.value = token;
}

async function send(to: string | undefined, form: HTMLFormElement, result: HTMLElement): Promise<void> {
  showLine(result, "", "Sending …");
  const started = performance.now();
  try {
    const { target, init } = readForm(form);
    const response = await sendTo(to, target, init);
    await showResponse(result, response, performance.now() - started);
  } catch (error) {
    showLine(result, "No response.", messageOf(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
