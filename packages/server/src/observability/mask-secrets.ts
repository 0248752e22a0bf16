/**
 * API keys, and JWTs with or without their signature, each with what is around it up to a space or a quote: a text that
 * differs in one character is almost the secret, too. A key whose prefix is broken is known by its length.
 */
const credentials = /chk_[^\s"'\\]{8,}|[chk_]{2}.?[chk_]{0,2}[0-9A-Za-z]{38}|eyJ[^\s"'\\]{32,}/g;

/** Values assigned to a secret's name, such as `DB_PASSWORD=...`, and GitHub tokens, which commands often use. */
const commandSecrets =
  /(?<=(?:password|passwd|secret|token|key)=)[^\s&"']+|\b(?:gh[opsru]|github_pat)_\w{20,}/gi;

/** User and password in a URL, except in the example of a usage text. */
const urlCredentials = /(?<=:\/\/)(?!user:password@)[^\s/@"]+@/gi;

/** Members of a JSON text whose names mark them as secret, at any depth. */
const secretMembers = /("(?:authorization|cookie|token|key|password|secret)":)"(?:[^"\\]|\\.)*"/gi;

/** Masks everything in a text that looks like a credential. */
export function maskSecrets(text: string): string {
  return text
    .replace(credentials, "[masked]")
    .replace(commandSecrets, "[masked]")
    .replace(urlCredentials, "[masked]@");
}

/** Matches every text that contains something to mask, in a tenth of the time. */
const mayBeSecret =
  /chk|_[0-9A-Za-z]{38}|eyJ|:\/\/|gh[opsru]_|github_pat_|(?:authorization|cookie|token|key|passwd|password|secret)(?:":|=)/i;

/** Masks lines of JSON: values under a secret's name, and everything that looks like a credential. */
export function maskLines(lines: string): string {
  if (!mayBeSecret.test(lines)) return lines;
  return maskSecrets(lines).replace(secretMembers, '$1"[masked]"');
}
