/** API keys, and JWTs with or without their signature. */
const credentials = /\bchk_[0-9A-Za-z]{8,}|\beyJ[\w-]{5,}\.[\w-]*(?:\.[\w-]*)?/g;

/** User and password in a URL. */
const urlCredentials = /(?<=:\/\/)[^\s/@"]+@/g;

/** Replaces everything in a text that looks like a credential. */
export function maskSecrets(text: string): string {
  return text.replace(credentials, "[masked]").replace(urlCredentials, "[masked]@");
}
