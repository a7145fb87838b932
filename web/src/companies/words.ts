import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../records/code-words.ts'

/** How taxes apply to a company, in words. */
export const taxWords: CodeWords = {
  VAT: msg`VAT`,
  REVERSE_CHARGE: msg`Reverse charge`,
  TRANSIT: msg`Transit`,
  NO_VAT: msg`No VAT`,
  CO_CONTRACTING: msg`Co-contracting`,
  OTHER: msg`Other`,
}

/** What a contact is for, in words. */
export const contactWords: CodeWords = {
  BILLING: msg`Billing`,
  OPERATIONS: msg`Operations`,
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
  SALES: msg`Sales`,
  CUSTOMER_CONTACT: msg`Customer contact`,
}

/**
 * Terms of payment people choose from, in words and in the order of the menu; others are shown when a company has one.
 */
export const termWords: CodeWords = {
  UPON_RECEIPT: msg`Upon receipt`,
  PREPAID: msg`Prepaid`,
  NET_7: msg`7 days`,
  NET_14: msg`14 days`,
  NET_15: msg`15 days`,
  NET_30: msg`30 days`,
  NET_45: msg`45 days`,
  NET_60: msg`60 days`,
  NET_90: msg`90 days`,
  END_OF_MONTH_0: msg`End of the month`,
  END_OF_MONTH_0_NET_14: msg`End of the month, 14 days`,
  END_OF_MONTH_0_NET_30: msg`End of the month, 30 days`,
  END_OF_MONTH_0_NET_60: msg`End of the month, 60 days`,
  END_OF_MONTH_1: msg`End of the next month`,
}
