import { readAddress } from "./address.ts";
import { keyOf } from "./credentials.ts";
import { curlCommand, type FilledRequest } from "./filled-request.ts";
import { credentialFields, readForm } from "./read-form.ts";
import { findOwnAddress, serviceAt, serviceBaseUrl, type TriedService } from "./service.ts";
import { showFailure, showResponse, showSending } from "./show-result.ts";

/** The parts of a form. */
interface TryItForm {
  readonly form: HTMLFormElement;
  readonly address: HTMLInputElement;
  /** The fields for credentials; none if the operation needs none. */
  readonly credentials: readonly HTMLInputElement[];
  readonly where: HTMLElement;
  readonly result: HTMLElement;
}

/** The address and credentials that the forms of this page share, in memory only. */
let address: string | undefined;
/** By address, so that a credential only goes to the service that it was typed for. */
const typed = new Map<string, string>();
const connected: TryItForm[] = [];

/** Makes a form send its request and show the response. */
export async function connectForm(details: HTMLDetailsElement): Promise<void> {
  const parts = partsOf(details);
  if (parts === undefined) return;
  const { form, address: addressField, credentials, result } = parts;
  const ownAddress = await findOwnAddress();
  if (connected.length === 0) address = ownAddress;
  connected.push(parts);
  showTarget(parts, ownAddress);
  addressField.addEventListener("input", () => chooseAddress(parts, ownAddress));
  for (const field of credentials) field.addEventListener("input", () => shareCredential(field));
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
  const findField = (name: string) => details.querySelector<HTMLInputElement>(`[data-${name}]`);
  const [address, where, result] = [findField("address"), findField("where"), findField("result")];
  if (form === null || address === null || where === null || result === null) return undefined;
  return { form, address, credentials: credentialFields(form), where, result };
}

/** Copies a credential into the same field of every form as it is typed. */
function shareCredential(field: HTMLInputElement): void {
  const key = keyOf(field);
  typed.set(`${address ?? ""} ${key}`, field.value);
  const all = connected.flatMap(({ credentials }) => credentials);
  for (const other of all) if (other !== field && keyOf(other) === key) other.value = field.value;
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
  for (const field of parts.credentials) field.value = credentialFor(field);
}

/** The sandbox accepts any credential, so the reader need not type one. */
function credentialFor(field: HTMLInputElement): string {
  const isForSandbox = address === undefined && field.dataset.first !== undefined;
  return typed.get(`${address ?? ""} ${keyOf(field)}`) ?? (isForSandbox ? "any-token" : "");
}

async function send(service: TriedService, filled: FilledRequest, result: HTMLElement): Promise<void> {
  const { method, target, headers, body, credentials } = filled;
  showSending(result);
  const started = performance.now();
  try {
    const url = new URL(serviceBaseUrl(service) + target);
    const sent = new Headers(headers);
    for (const { place, name, value } of credentials) {
      if (place === "query") url.searchParams.append(name, value);
      else sent.set(name, value);
    }
    const request = new Request(url, {
      method,
      headers: sent,
      ...(body !== undefined && { body }),
    });
    const response = await service.send(request);
    const text = await response.text();
    showResponse(result, {
      status: `${response.status} ${response.statusText}`.trim(),
      durationMs: performance.now() - started,
      body: text,
      headers: response.headers,
      curl: curlCommand(filled, service.address),
    });
  } catch (error) {
    showFailure(result, "No response.", error);
  }
}
