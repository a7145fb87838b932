import type { ChargeStatus } from '@cartage/contract/charges/app/charge'
import { type Message, msg } from '@cartage/contract/message'

const words: Readonly<Record<ChargeStatus, Message>> = {
  CREATED: msg`not invoiced yet`,
  DO_NOT_INVOICE: msg`excluded from invoicing`,
  INVOICED: msg`invoiced already`,
  INVOICE_POSTED: msg`invoiced and posted already`,
  INVOICED_EXTERNAL: msg`billed elsewhere`,
  WITHDRAWN: msg`withdrawn`,
}

/** FIT-9: billing status of a charge, for use within a sentence. */
export function chargeLabel(status: ChargeStatus): Message {
  return words[status]
}
