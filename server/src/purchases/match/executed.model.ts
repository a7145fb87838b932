/** An executed cost as input for matching. */
export interface ExecutedCharge {
  readonly charge_id: string
  readonly trip_id: string | null
  readonly order_id: string | null
  readonly charge_type: string
  readonly name: string
  readonly role: 'BASE' | 'SURCHARGE' | 'ACCESSORIAL' | 'DISBURSEMENT'
  readonly quantity: string
  readonly unit: string
  readonly unit_price: string
  readonly amount: string
  readonly currency: string
  readonly status: string
  readonly approval: string | null
  /** Whether it has evidence, as waiting time does. */
  readonly has_evidence: boolean
  readonly is_billed: boolean
}

/** A trip of the supplier. */
export interface SupplierTrip {
  readonly trip_id: string
  readonly name: string
  /** Orders it carries, by number and by customer reference. */
  readonly references: readonly string[]
  readonly completed_on: string | null
}
