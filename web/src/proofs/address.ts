import { address, oneOf } from '../shell/address-members.ts'

/** Search parameters of the queue. */
export const ProofsSearch = address({
  /** Proofs awaiting a decision. Orders without a proof by default. */
  state: oneOf(['TO_REVIEW']),
})
export type ProofsSearch = ReturnType<typeof ProofsSearch>
