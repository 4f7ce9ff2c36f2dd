/** The JSON-RPC messages of an event stream, in their order. Comments, such as keep-alives, are none. */
export function sseMessages(body: string): readonly Readonly<Record<string, unknown>>[] {
  return body
    .split('\n\n')
    .map((event) => event.split('\n').find((line) => line.startsWith('data: ')))
    .filter((line) => line !== undefined)
    .map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);
}
