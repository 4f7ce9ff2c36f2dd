interface Asked {
  readonly control?: { readonly confirm_token?: string };
}

/**
 * A call that is confirmed where it has to be: repeated with the token that the first answer offers. An
 * answer that offers none is the answer.
 */
export async function confirmed<Answer extends Asked>(
  call: (args: Readonly<Record<string, unknown>>) => Promise<Answer>,
  args: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const asked = await call(args);
  const token = asked.control?.confirm_token;
  return token === undefined ? asked : call({ ...args, confirm_token: token });
}
