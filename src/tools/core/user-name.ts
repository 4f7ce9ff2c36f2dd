import type { AdminUser } from '../../modyo/core/users.ts';

/** What a user is called, put together where the platform sends only its parts. */
export function fullName({ name, first_name: first, last_name: last }: AdminUser): string {
  return name ?? [first, last].filter((part) => part !== undefined).join(' ');
}
