import type { Big } from 'big.js'

/** A quantity, the measure it is based on, and its text. */
export interface Measured {
  readonly quantity: Big
  readonly unit: string
  readonly decidedBy: string | null
}
