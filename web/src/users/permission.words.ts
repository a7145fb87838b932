import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What each permission means to people; one without words here shows its code alone. */
export const permissionWords: Readonly<Record<string, MessageDescriptor>> = {
  'session.use': msg`Sign in and manage own account`,
  'order.read': msg`View orders`,
  'order.write': msg`Create and edit orders`,
  'event.read': msg`View events`,
  'delivery.read': msg`View webhook deliveries`,
  'delivery.write': msg`Resend webhooks and edit endpoints`,
  'credential.write': msg`Create and remove system credentials`,
  'user.write': msg`Invite users and edit roles`,
  'setting.read': msg`View settings`,
  'setting.write': msg`Edit settings`,
  'location.read': msg`View locations`,
  'location.write': msg`Edit locations`,
  'company.read': msg`View companies`,
  'company.write': msg`Edit companies`,
  'audit.read': msg`View audit trail`,
  'resource.read': msg`View resources`,
  'resource.write': msg`Edit resources`,
  'resource.personal': msg`View personal data of drivers: date of birth, phone, e-mail, start location`,
  'trip.read': msg`View trips`,
  'trip.write': msg`Plan and edit trips`,
  'dispatch.read': msg`View dispatches`,
  'dispatch.write': msg`Dispatch trips`,
  'message.read': msg`View incoming messages`,
  'message.write': msg`Resolve incoming messages`,
  'book.read': msg`View exchange rates and booking periods`,
  'book.write': msg`Edit exchange rates`,
  'period.close': msg`Close months in the books`,
  'period.open': msg`Open closed months again`,
}
