import { readAddress } from "./address.ts";
import { curlOf, type FilledRequest, readForm } from "./read-form.ts";
import { baseUrlOf, findOwnAddress, serviceAt, type TriedService } from "./service.ts";
import { showFailure, showResponse } from "./show-result.ts";

/** The parts of a form. */
interface TryItForm {
  readonly form: HTMLFormElement;
  readonly address: HTMLInputElement;
  readonly token: HTMLInputElement;
  readonly where: HTMLElement;
  readonly result: HTMLElement;
}

/** The address and tokens that the forms of this page share, in memory only. */
let address: string | undefined;
/** By address, so that a token only goes to the service that it was typed for. */
const tokens = new Map<string, string>();
const connected: TryItForm[] = [];

/** Makes a form send its request and show the response. */
export async function connectForm(details: HTMLDetailsElement): Promise<void> {
  const parts = partsOf(details);
  if (parts === undefined) return;
  const { form, address: addressField, token: tokenField, result } = parts;
  const ownAddress = await findOwnAddress();
  if (connected.length === 0) address = ownAddress;
  connected.push(parts);
  showTarget(parts, ownAddress);
  addressField.addEventListener("input", () => chooseAddress(parts, ownAddress));
  tokenField.addEventListener("input", () => {
    tokens.set(address ?? "", tokenField.value);
    for (const other of connected) if (other !== parts) other.token.value = tokenField.value;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      readAddress(addressField.value, location.origin);
    } catch (error) {
      showFailure(result, "Not sent.", error);
      return;
    }
    void send(serviceAt(address, ownAddress), readForm(form), result);
  });
}

function partsOf(details: HTMLDetailsElement): TryItForm | undefined {
  const form = details.querySelector("form");
  const fieldOf = (name: string) => details.querySelector<HTMLInputElement>(`[data-${name}]`);
  const [address, token, where, result] = [
    fieldOf("address"),
    fieldOf("token"),
    fieldOf("where"),
    fieldOf("result"),
  ];
  if (form === null || address === null || token === null || where === null || result === null)
    return undefined;
  return { form, address, token, where, result };
}

/** Copies the address into every form as it is typed, with its token. */
function chooseAddress(typedIn: TryItForm, ownAddress: string | undefined): void {
  try {
    address = readAddress(typedIn.address.value, location.origin);
  } catch (error) {
    typedIn.where.textContent = error instanceof Error ? error.message : String(error);
    return;
  }
  for (const parts of connected) showTarget(parts, ownAddress, parts === typedIn);
}

function showTarget(parts: TryItForm, ownAddress: string | undefined, isTyping = false): void {
  parts.where.textContent = serviceAt(address, ownAddress).about;
  if (!isTyping) parts.address.value = address ?? "";
  parts.token.value = tokenFor(address);
}

/** The sandbox accepts any token, so the reader need not type one. */
function tokenFor(target: string | undefined): string {
  return tokens.get(target ?? "") ?? (target === undefined ? "any-token" : "");
}

async function send(service: TriedService, filled: FilledRequest, result: HTMLElement): Promise<void> {
  const { method, target, headers, body } = filled;
  result.textContent = "Sending …";
  const started = performance.now();
  try {
    const request = new Request(baseUrlOf(service) + target, {
      method,
      headers: { ...headers, Authorization: `Bearer ${tokenFor(service.address)}` },
      ...(body !== undefined && { body }),
    });
    const response = await service.send(request);
    const text = await response.text();
    showResponse(result, {
      status: `${response.status} ${response.statusText}`.trim(),
      durationMs: performance.now() - started,
      body: text,
      headers: response.headers,
      curl: curlOf(filled, service.address),
    });
  } catch (error) {
    showFailure(result, "No response.", error);
  }
}
