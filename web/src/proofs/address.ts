import { address, oneOf } from '../shell/address-members.ts'

/** What the address of the queue says. */
export const ProofsSearch = address({
  /** Proofs that wait for a decision; orders without one when it says nothing. */
  state: oneOf(['TO_REVIEW']),
})
export type ProofsSearch = ReturnType<typeof ProofsSearch>
