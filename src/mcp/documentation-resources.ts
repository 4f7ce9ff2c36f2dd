import type { ToolRegistry } from '../toolkit/registry.ts';
import type { ResourceSource } from './catalogue.ts';

const page = {
  description: 'Actions, parameters, answers and errors of the tool with this name.',
  mimeType: 'text/markdown',
} as const;

/** Addresses of the page of any tool: the one in its 📚 link, and one that needs no module. */
export const documentTemplates = [
  {
    uriTemplate: 'modyo://mcp-{module}/tools/{tool}',
    name: 'tool-documentation-of-module',
    title: 'Documentation of a tool of a module',
    ...page,
  },
  {
    uriTemplate: 'modyo://docs/tools/{tool}',
    name: 'tool-documentation',
    title: 'Documentation of a tool',
    ...page,
  },
] as const;

/** The page behind each 📚 link, under the address in the link and under one that needs no module. */
export function createDocumentation(registry: ToolRegistry): Omit<ResourceSource, 'subscriptions'> {
  return {
    list: (caller) =>
      registry.documents(caller).map(({ uri, name, title, description, mimeType }) => ({
        uri,
        name,
        title,
        description,
        mimeType,
      })),
    templates: () => documentTemplates,
    async read(uri, { caller }) {
      const document = registry.document(uri, caller);
      return document && { contents: [{ uri, mimeType: document.mimeType, text: document.text }] };
    },
  };
}
