import type { Permission, UserRole } from '@cartage/contract/endpoint'

/** The one table of who may do what. What is not here is refused; only a Super admin makes credentials (AUTH-8). */
const table: Readonly<Record<UserRole, readonly Permission[]>> = {
  SUPER_ADMIN: [
    'session.use',
    'order.read',
    'order.write',
    'event.read',
    'delivery.read',
    'delivery.write',
    'credential.write',
    'setting.read',
    'setting.write',
    'location.read',
    'location.write',
    'audit.read',
    'resource.read',
    'resource.write',
  ],
  PLANNER: [
    'session.use',
    'order.read',
    'order.write',
    'event.read',
    'delivery.read',
    'location.read',
    'location.write',
    'setting.read',
    'resource.read',
    'resource.write',
  ],
  ORDER_ENTRY: [
    'session.use',
    'order.read',
    'order.write',
    'event.read',
    'location.read',
    'location.write',
    'setting.read',
    'resource.read',
  ],
  ACCOUNTANT: ['session.use', 'order.read', 'event.read', 'location.read', 'setting.read', 'resource.read'],
  VIEWER: ['session.use', 'order.read', 'event.read', 'location.read', 'setting.read', 'resource.read'],
  CUSTOMER: ['session.use'],
  SUBCONTRACTOR: ['session.use'],
}

/** What a role allows; nothing for a role that is not in the table. */
export function permissionsOf(role: UserRole): readonly Permission[] {
  return Object.hasOwn(table, role) ? table[role] : []
}
