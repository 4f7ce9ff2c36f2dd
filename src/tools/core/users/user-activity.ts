import type { AdminUser } from '../../../modyo/core/users.ts';
import type { CallState, Warning } from '../../../toolkit/result.ts';

/** Whether a user is now as was asked for, by what was read of them afterwards. */
export function activityState(stored: AdminUser, isActive: boolean, sessionsOpen = 0): CallState {
  const warnings: readonly Warning[] = [
    ...(stored.active === isActive ? [] : [notReached]),
    ...(sessionsOpen > 0 ? [stillOpen] : []),
  ];
  return warnings.length === 0 ? {} : { status: 'accepted', warnings };
}

const notReached: Warning = {
  code: 'STATE_NOT_REACHED',
  path: 'user.active',
  message: 'The platform accepted the call, and the user is not in the state that was asked for.',
};

const stillOpen: Warning = {
  code: 'SESSIONS_STILL_OPEN',
  path: 'sessions_open',
  message: 'Sessions of the user are still open.',
};
