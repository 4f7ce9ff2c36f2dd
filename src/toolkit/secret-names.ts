/**
 * Keys whose value is a secret whatever it looks like. Modyo's objects are passed on loosely, so this list
 * is what stands between a key that Modyo adds one day and a model that repeats it.
 */
const secretNames = new Set([
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'apitoken',
  'authtoken',
  'bearertoken',
  'sessiontoken',
  'csrftoken',
  'authenticitytoken',
  'resetpasswordtoken',
  'confirmationtoken',
  'secret',
  'clientsecret',
  'apisecret',
  'sharedsecret',
  'password',
  'passwd',
  'passwordhash',
  'passworddigest',
  'encryptedpassword',
  'apikey',
  'accesskey',
  'secretkey',
  'privatekey',
  'signingkey',
  'authorization',
  'cookie',
  'setcookie',
  'credential',
  'credentials',
]);

/** Each name above holds one of these; nearly every key of an answer holds none, and is looked at once. */
const mayBeSecret = /token|secret|passw|key|auth|cookie|credential/i;

/** Whether a key of a foreign object is on the list, in any casing and with any separator. */
export function isSecretName(name: string): boolean {
  return mayBeSecret.test(name) && secretNames.has(name.replaceAll(/[_-]/g, '').toLowerCase());
}
