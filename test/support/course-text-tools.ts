import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { ok } from '../../src/toolkit/result.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import { kit, type ModyoToolContext } from '../../src/tools/kit.ts';

const temperatureMax = 1_000_000;
const textLengthMax = 20_000;

const convert = kit.query({
  summary: 'Convert a temperature between Celsius and Fahrenheit',
  input: z.object({
    value: z.number().min(-temperatureMax).max(temperatureMax).describe('Temperature to convert'),
    from: z.enum(['celsius', 'fahrenheit']).describe('Unit that it is in'),
  }),
  data: z.object({ celsius: z.number().optional(), fahrenheit: z.number().optional() }),
  run: ({ value, from }) =>
    ok(from === 'celsius' ? { fahrenheit: (value * 9) / 5 + 32 } : { celsius: ((value - 32) * 5) / 9 }),
});

const count = kit.query({
  summary: 'Count the words, characters and lines of a text',
  input: z.object({ text: z.string().max(textLengthMax).describe('The text, e.g. "One two"') }),
  data: z.object({ words: z.number(), characters: z.number(), lines: z.number() }),
  run: ({ text }) =>
    ok({
      words: text.split(/\s+/).filter((word) => word !== '').length,
      characters: text.length,
      lines: text.split('\n').length,
    }),
});

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{}';

const generate = kit.query({
  summary: 'Generate a password that nobody guesses',
  input: z.object({
    length: z.int().min(8).max(128).default(16).describe('Characters of the password'),
    include_symbols: z.boolean().default(true).describe('Whether symbols may occur'),
    include_numbers: z.boolean().default(true).describe('Whether digits may occur'),
  }),
  data: z.object({ password: z.string() }),
  run({ length, include_symbols: hasSymbols, include_numbers: hasDigits }) {
    const alphabet = letters + (hasDigits ? digits : '') + (hasSymbols ? symbols : '');
    const password = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    return ok({ password });
  },
});

/** What only computes. */
export const textTools: readonly Tool<ModyoToolContext>[] = [
  kit.tool('convert-temperature', {
    title: 'Convert a temperature',
    module: 'core',
    actions: { convert },
  }),
  kit.tool('count-words', { title: 'Count words', module: 'core', actions: { count } }),
  kit.tool('generate-password', { title: 'Generate a password', module: 'core', actions: { generate } }),
];
