import type { ChargeStatus } from '@cartage/contract/charges/app/charge'
import { type Said, said } from '@cartage/contract/said'

const words: Readonly<Record<ChargeStatus, Said>> = {
  CREATED: said`not invoiced yet`,
  DO_NOT_INVOICE: said`excluded from invoicing`,
  INVOICED: said`invoiced already`,
  INVOICE_POSTED: said`invoiced and posted already`,
  INVOICED_EXTERNAL: said`billed elsewhere`,
  WITHDRAWN: said`withdrawn`,
}

/** FIT-9: how far a charge is billed, within a sentence. */
export function chargeWord(status: ChargeStatus): Said {
  return words[status]
}
