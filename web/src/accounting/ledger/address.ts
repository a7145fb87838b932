import { address, oneOf, text } from '../../shell/address-members.ts'

/** URL parameters of the ledger. Read by its page, which keeps the shared shell small. */
export const LedgerSearch = address({
  view: oneOf(['files']),
  /** Such as 2026-11. */
  month: text,
  /** Id of a billing entity. */
  entity: text,
})
export type LedgerSearch = ReturnType<typeof LedgerSearch>
