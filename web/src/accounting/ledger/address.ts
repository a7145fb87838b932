import { address, oneOf, text } from '../../shell/address-members.ts'

/** What the address of the ledger says; read by its page, so that the frame of every page is not heavier. */
export const LedgerSearch = address({
  view: oneOf(['files']),
  /** As 2026-11. */
  month: text,
  /** Id of a billing entity. */
  entity: text,
})
export type LedgerSearch = ReturnType<typeof LedgerSearch>
