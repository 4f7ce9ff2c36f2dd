import { z } from 'zod';
import { answerOf, element, optional } from '../answer-shape.ts';
import type { ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

const record = element({
  id: z.number(),
  type: optional(z.string()),
  title: optional(z.string()),
  site_id: optional(z.number()),
  space_id: optional(z.number()),
  created_at: optional(z.string()),
});

/** One thing that somebody, or the platform itself, did. */
export type LogRecord = z.output<typeof record>;

const logPage = pageOf('logs', record);
const logTypes = z.array(z.looseObject({ type: z.string() }));

/** What narrows a list of records. Modyo ignores what it does not understand, but for a moment: 409. */
export interface LogFilter {
  readonly types?: readonly string[] | undefined;
  readonly not_in_types?: readonly string[] | undefined;
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
  readonly realm_id?: number | undefined;
  readonly site_id?: number | undefined;
  readonly space_id?: number | undefined;
  /** Of an admin user, or `system` for what nobody did. */
  readonly user_uuid?: string | undefined;
  readonly loggeable_type?: string | undefined;
  readonly loggeable_id?: number | undefined;
  readonly application?: 'core' | undefined;
  readonly query?: string | undefined;
  /** True leaves out sign-ins, what happened to mails, and what end users did. */
  readonly admin_actions?: boolean | undefined;
}

/** Several types are one text with this between them. */
const typeSeparator = ', ';

export function listLogs(modyo: ModyoClient, request: LogFilter & PageRequest): Promise<Page<LogRecord>> {
  const { types, not_in_types: excluded, ...plain } = request;
  const query = {
    ...plain,
    types: types?.join(typeSeparator),
    not_in_type: excluded?.join(typeSeparator),
  };
  return answerOf(modyo, 'listLogs', logPage, { query });
}

/** The types of which the account has records. */
export async function listLogTypes(modyo: ModyoClient): Promise<readonly string[]> {
  return (await answerOf(modyo, 'listLogTypes', logTypes)).map(({ type }) => type);
}
