/** Keys that reach an object's prototype when they are copied carelessly; `JSON.parse` keeps them as own ones. */
export const dangerousKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
