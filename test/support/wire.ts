/** What came over the wire, parsed: a test reads it as it is, without a schema. */
// biome-ignore lint/suspicious/noExplicitAny: a schema here would hide what the wire really has.
export type Wire = any;
