import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What each permission means to people; one without words here shows its code alone. */
export const permissionWords: Readonly<Record<string, MessageDescriptor>> = {
  'session.use': msg`Log in and keep the own account`,
  'order.read': msg`See orders`,
  'order.write': msg`Enter and change orders`,
  'event.read': msg`See events`,
  'delivery.read': msg`See deliveries to other systems`,
  'delivery.write': msg`Send again and change subscriptions`,
  'credential.write': msg`Make and remove credentials of systems`,
  'user.write': msg`Invite users and change roles`,
  'setting.read': msg`See settings`,
  'setting.write': msg`Change settings`,
  'location.read': msg`See locations`,
  'location.write': msg`Change locations`,
  'company.read': msg`See companies`,
  'company.write': msg`Change companies`,
  'audit.read': msg`Read the audit trail`,
  'resource.read': msg`See resources`,
  'resource.write': msg`Change resources`,
  'resource.personal': msg`See dates of birth, phone numbers, e-mail addresses and starting places of drivers`,
  'trip.read': msg`See trips`,
  'trip.write': msg`Plan and change trips`,
  'dispatch.read': msg`See dispatches`,
  'dispatch.write': msg`Dispatch trips`,
  'message.read': msg`See incoming messages`,
  'message.write': msg`Resolve incoming messages`,
}
