import type { Json } from '../../../errors/app-error.ts';
import type { Membership } from '../../../modyo/core/team-members.ts';
import type { Warning } from '../../../toolkit/result.ts';
import { attributeLosses } from '../../attribute-losses.ts';
import { memberParameterOf, roleKeyOf } from './member-shape.ts';

interface AskedMembership {
  readonly role_key?: string | undefined;
  readonly target_ids?: readonly number[] | undefined;
}

/** What of a membership is not as it was asked for, in our parameter names. */
export function membershipLosses(
  { role_key: key, target_ids: segments }: AskedMembership,
  stored: Membership,
): readonly Warning[] {
  const asked = { role_key: key, target_ids: segments as Json | undefined };
  const found = { role_key: roleKeyOf(stored), target_ids: stored.target_ids };
  const names = memberParameterOf(stored.member_type);
  return attributeLosses(asked, found).map((warning) => ({
    ...warning,
    path: names(warning.path) ?? warning.path,
  }));
}
