import type { PersonType, RetentionKind } from '@cartage/contract/retention/app'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Labels of the kinds of data. */
export const kindLabels: Readonly<Record<RetentionKind, MessageDescriptor>> = {
  POSITIONS: msg`Positions and telematics`,
  MESSAGES: msg`Messages of partners`,
  MAILS: msg`Sent e-mails`,
  ORDER_CONTACTS: msg`Contacts of orders`,
  DISPATCHES: msg`Messages to carriers`,
  PLAN_CHANGES: msg`Changes of orders after planning`,
  DRIVER_ACTIVITIES: msg`Activities from driver cards`,
  DOCUMENTS: msg`Documents`,
  PEOPLE: msg`Drivers, contacts and people in the portal`,
  AUDIT: msg`Audit trail`,
}

/** Labels of the kinds of persons. */
export const personLabels: Readonly<Record<PersonType, MessageDescriptor>> = {
  DRIVER: msg`Driver`,
  CONTACT: msg`Contact`,
  USER: msg`User`,
  PORTAL: msg`Person in the portal`,
}
