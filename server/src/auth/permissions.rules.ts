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
    'user.write',
    'setting.read',
    'setting.write',
    'location.read',
    'location.write',
    'company.read',
    'company.write',
    'audit.read',
    'resource.read',
    'resource.write',
    'resource.personal',
    'trip.read',
    'trip.write',
    'dispatch.read',
    'dispatch.write',
    'message.read',
    'message.write',
  ],
  PLANNER: [
    'session.use',
    'order.read',
    'order.write',
    'event.read',
    'delivery.read',
    'location.read',
    'location.write',
    'company.read',
    'company.write',
    'setting.read',
    'resource.read',
    'resource.write',
    'resource.personal',
    'trip.read',
    'trip.write',
    'dispatch.read',
    'dispatch.write',
    'message.read',
    'message.write',
  ],
  ORDER_ENTRY: [
    'session.use',
    'order.read',
    'order.write',
    'event.read',
    'location.read',
    'location.write',
    'company.read',
    'setting.read',
    'resource.read',
    'trip.read',
  ],
  ACCOUNTANT: [
    'session.use',
    'order.read',
    'event.read',
    'location.read',
    'company.read',
    'company.write',
    'setting.read',
    'resource.read',
    'trip.read',
  ],
  VIEWER: [
    'session.use',
    'order.read',
    'event.read',
    'location.read',
    'company.read',
    'setting.read',
    'resource.read',
    'trip.read',
    'dispatch.read',
  ],
  CUSTOMER: ['session.use'],
  SUBCONTRACTOR: ['session.use'],
}

/** The roles of people that include a permission, in the order of the table. */
export function rolesWith(permission: Permission): readonly UserRole[] {
  return (Object.keys(table) as UserRole[]).filter((role) => table[role].includes(permission))
}

/** What a role allows; nothing for a role that is not in the table. */
export function permissionsOf(role: UserRole): readonly Permission[] {
  return Object.hasOwn(table, role) ? table[role] : []
}
