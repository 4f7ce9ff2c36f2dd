import { AppError } from '../errors/app-error.ts';

export type PathValues = Readonly<Record<string, string | number>>;

const segmentLengthMax = 255;

/**
 * Fills a path template of the contract, each value inside its own segment.
 * @throws {AppError} `INVALID_PARAMS` for a value that could leave its segment or is none: empty, a dot or
 * two, with a slash, a backslash or a control character, longer than 255 characters, or a number that is
 * not a whole positive one; `INTERNAL` when a value is missing
 */
export function fillPath(template: string, values: PathValues = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) {
      throw new AppError('A call of Modyo lacks a part of its path.', {
        code: 'INTERNAL',
        details: { parameter: name },
      });
    }
    return typeof value === 'number' ? numberSegment(value) : textSegment(value);
  });
}

function numberSegment(value: number): string {
  if (!Number.isSafeInteger(value) || value < 1) throw refusedIdentifier();
  return String(value);
}

function textSegment(value: string): string {
  // `encodeURIComponent` leaves dots alone and URL parsers climb with them. A slash would be encoded, but
  // proxies in front of Modyo may decode it again, and no identifier has one.
  if (value === '' || value === '.' || value === '..' || value.length > segmentLengthMax) {
    throw refusedIdentifier();
  }
  if (/[/\\\p{Cc}\p{Cs}]/u.test(value)) throw refusedIdentifier();
  return encodeURIComponent(value);
}

function refusedIdentifier(): AppError {
  return new AppError('This cannot be the identifier of a Modyo element.', {
    code: 'INVALID_PARAMS',
    hint: 'Pass a positive number, a uid, a slug or a uuid.',
  });
}
