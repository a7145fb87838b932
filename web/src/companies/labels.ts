import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../records/code-labels.ts'

/** Tax treatments of a company. */
export const taxLabels: CodeLabels = {
  VAT: msg`VAT`,
  REVERSE_CHARGE: msg`Reverse charge`,
  TRANSIT: msg`Transit`,
  NO_VAT: msg`No VAT`,
  CO_CONTRACTING: msg`Co-contracting`,
  OTHER: msg`Other`,
}

/** Purposes of a contact. */
export const contactLabels: CodeLabels = {
  BILLING: msg`Billing`,
  OPERATIONS: msg({ message: 'Operations', context: 'role of a contact' }),
  BOOKINGS: msg`Bookings`,
  NOTIFICATIONS: msg`Notifications`,
  CLEANING: msg`Cleaning`,
  HEATING: msg`Heating`,
  STORAGE: msg`Storage`,
  CONTAINER_RELEASE: msg`Container release`,
  DRIVER: msg`Driver`,
  OTHER: msg`Other`,
  CMR_PROCESSING: msg`CMR processing`,
  PAYMENT_REMINDERS: msg`Payment reminders`,
  CLAIMS_INSURANCE: msg`Claims and insurance`,
  CUSTOMS: msg`Customs`,
  IT: msg`IT`,
  QUALITY: msg`Quality`,
  SALES: msg({ message: 'Sales', context: 'department' }),
  CUSTOMER_CONTACT: msg`Customer contact`,
}
