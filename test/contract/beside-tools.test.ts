import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { createToolRegistry } from '../../src/toolkit/registry.ts';
import { addressCatalogue } from '../../src/tools/address-catalogue.ts';
import { toolCatalogue } from '../../src/tools/catalogue.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';
import { type PromptWriting, promptText } from '../../src/tools/prompt.ts';
import { promptCatalogue } from '../../src/tools/prompt-catalogue.ts';
import { suggestionTools } from '../../src/tools/suggestions.ts';
import { openPolicy } from '../support/open-policy.ts';

const registry = createToolRegistry<ModyoToolContext>({
  tools: toolCatalogue,
  createContext: () => {
    throw new Error('nothing is called');
  },
  clock: systemClock,
});
const actions = registry.namesOf(openPolicy);
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The actions that a prompt speaks of when all its arguments are given, and when none is. */
function actionsOf(prompt: (typeof promptCatalogue)[number]): readonly string[] {
  const asked = new Set(prompt.needs);
  for (const value of [() => '"x"', () => undefined]) {
    const call: PromptWriting['call'] = (action) => {
      asked.add(action);
      return action;
    };
    promptText(prompt, { value, call, space: 'the space' });
  }
  return [...asked];
}

test.each(promptCatalogue.map((prompt) => [prompt.name, prompt] as const))(
  'every action that the prompt %s may name exists',
  (_name, prompt) => {
    expect(actionsOf(prompt).filter((action) => !actions.has(action))).toEqual([]);
  },
);

test('every address of the account rests on a tool that exists, and so does what is proposed', () => {
  const tools = addressCatalogue.flatMap((address) => ('tool' in address ? [address.tool] : []));
  const asked = [...tools, ...Object.values(suggestionTools)];
  expect(asked.filter((tool) => !actions.has(tool))).toEqual([]);
});

test('no two prompts, and no two addresses, share a name', () => {
  for (const names of [
    promptCatalogue.map(({ name }) => name),
    addressCatalogue.map(({ name }) => name),
    addressCatalogue.map(({ address }) => address),
  ])
    expect(new Set(names).size).toBe(names.length);
});

test('the README tells of every prompt and address', () => {
  const names = [
    ...promptCatalogue.map(({ name }) => name),
    ...addressCatalogue.map(({ address }) => address),
  ];
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('what is shown of prompts and addresses is short', () => {
  for (const { description, title } of [...promptCatalogue, ...addressCatalogue]) {
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeLessThanOrEqual(160);
  }
});
