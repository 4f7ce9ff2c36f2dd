import { type Answer, notFound, ok } from './answer.ts';
import type { SandboxCall } from './call.ts';
import { adminView } from './core-users.ts';

/** The member who owns the token: no permission is needed to ask who one is. */
export function getProfile({ data, token }: SandboxCall): Answer {
  const admin = data.admins.get(token.adminId);
  if (admin === undefined) return notFound;
  return ok({
    ...adminView(admin, data),
    roles: [{ key: token.role === 'owner' ? 'account_owner' : `space_${token.role}` }],
  });
}
