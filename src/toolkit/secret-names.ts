/**
 * Names whose value is a secret whatever it looks like, alone or as the end of a longer name
 * (`delivery_token_private_key`, `current_password`, `oauth2_secret`). Modyo's objects are passed on loosely, so
 * this list is what stands between a key that Modyo adds one day and a model that repeats it.
 */
const secretEndings = [
  'token',
  'secret',
  'password',
  'passwd',
  'passwordhash',
  'passworddigest',
  'apikey',
  'accesskey',
  'secretkey',
  'secretkeybase',
  'privatekey',
  'signingkey',
  'encryptionkey',
  'authorization',
  'cookie',
  'credential',
  'credentials',
];
const endsInSecret = new RegExp(`(?:${secretEndings.join('|')})$`);

/** Each name above holds one of these; nearly every key of an answer holds none, and is looked at once. */
const mayBeSecret = /token|secret|passw|key|auth|cookie|credential/i;

/** Whether a key of a foreign object is on the list, in any casing and with any separator. */
export function isSecretName(name: string): boolean {
  return mayBeSecret.test(name) && endsInSecret.test(name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase());
}

const endsInPassword = /passw(?:or)?d$/i;

/** Whether a key names what a person has chosen, and somebody who tries may guess. */
export function isPasswordName(name: string): boolean {
  return endsInPassword.test(name);
}
