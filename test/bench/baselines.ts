import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import Fastify from 'fastify';
import { z } from 'zod';

/** A tool as it is published, and the answer that its calls give here. */
export interface PublishedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly annotations?: object;
}

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** The unit of every ratio: a bare Fastify that parses the request and answers the same object. */
export async function startEcho(answer: object): Promise<Listening> {
  const server = Fastify({ logger: false });
  server.post('/mcp', async (request) => {
    const { id } = request.body as { id: unknown };
    return { jsonrpc: '2.0', id, result: answer };
  });
  return await listen(server);
}

/** The way the SDK's guides show: a handler whose factory builds an `McpServer` for each request. */
export async function startGuideServer(tools: readonly PublishedTool[], answer: object): Promise<Listening> {
  // Schemas are made once, as a module's constants would be; the conversion per request is the SDK's own.
  const definitions = tools.map((tool) => ({
    tool,
    input: z.fromJSONSchema(tool.inputSchema as never),
    output: tool.outputSchema === undefined ? undefined : z.fromJSONSchema(tool.outputSchema as never),
  }));
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'bench', version: '1.0.0' });
    for (const { tool, input, output } of definitions) {
      server.registerTool(
        tool.name,
        {
          ...(tool.title !== undefined && { title: tool.title }),
          ...(tool.description !== undefined && { description: tool.description }),
          inputSchema: input as z.ZodObject,
          ...(output !== undefined && { outputSchema: output as z.ZodObject }),
          ...(tool.annotations !== undefined && { annotations: tool.annotations }),
        },
        async () => answer as never,
      );
    }
    return server;
  });
  const server = Fastify({ logger: false });
  server.post('/mcp', async (request, reply) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string') headers.set(name, value);
    const answered = await handler.fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers }), {
      parsedBody: request.body,
    });
    answered.headers.forEach((value, name) => {
      reply.header(name, value);
    });
    return reply.code(answered.status).send(await answered.text());
  });
  return await listen(server);
}

async function listen(server: ReturnType<typeof Fastify>): Promise<Listening> {
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url: `${url}/mcp`, close: () => server.close() };
}
