import type { Session } from '@cartage/contract/auth/app/session'
import { type Permission, permissions, type UserRole } from '@cartage/contract/endpoint'

/** User of a page in a test. */
export interface Person {
  role: UserRole
  /** Permissions to remove from the role, for tests of hidden content. */
  without?: readonly Permission[]
  /** Lacks a second factor that the organisation requires. */
  lacksFactor?: boolean
}

/** Permissions of roles for page tests. The server decides (`server/src/auth/permissions.rules.ts`). */
const allowed: Partial<Record<UserRole, readonly Permission[]>> = {
  SUPER_ADMIN: permissions,
  PLANNER: permissions.filter(
    (name) =>
      !/^(book|period|rate|invoice|task)\./.test(name) &&
      !['delivery.write', 'credential.write', 'credit.release', 'user.write', 'setting.write', 'audit.read'].includes(
        name,
      ),
  ),
  VIEWER: ['session.use', 'order.read', 'event.read', 'location.read', 'company.read', 'resource.read', 'trip.read'],
}

/** Session of a user of this role in a haulier's organisation in Antwerp. */
export function sessionOf({ role, without = [], lacksFactor = false }: Person): Session {
  return {
    user: {
      user_id: '0198a000-0000-7000-8000-000000000001',
      email: 'planner@haulier.example',
      name: 'Pia Planner',
      role,
    },
    tenant: {
      tenant_id: '0198a000-0000-7000-8000-000000000002',
      slug: 'haulier',
      name: 'Haulier Antwerp',
      time_zone: 'Europe/Brussels',
    },
    csrf_token: 'csrf-token',
    second_factor_from: lacksFactor ? '2026-01-02' : null,
    is_limited: lacksFactor,
    permissions: (allowed[role] ?? ['session.use']).filter((name) => !without.includes(name)),
  }
}
