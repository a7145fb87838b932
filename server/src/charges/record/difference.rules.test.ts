import { Big } from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChargeDifference, differenceOf } from './difference.rules.ts'
import type { ProposedCharge } from './proposed.rules.ts'
import type { ChargeRow } from './store.ts'

/** A proposed charge with a key and an amount. */
function proposed(key: string, amount: string, approval: 'TO_REQUEST' | null = null): ProposedCharge {
  return {
    side: 'SALES',
    order_id: 'order',
    trip_id: null,
    consignment_id: null,
    stop_id: null,
    company_id: 'company',
    billing_entity_id: 'entity',
    charge_type: key.toUpperCase(),
    name: key,
    role: 'BASE',
    description: key,
    quantity: '1',
    unit: 'C62',
    unit_price: amount,
    amount,
    currency: 'EUR',
    origin: 'RATED',
    line_key: `${key}/ORDER/order`,
    rated_amount: amount,
    evidence: null,
    approval,
    tax: null,
    tax_rate_id: null,
    tax_hold: 'x',
    supplied_on: '2026-02-02',
  }
}

/** In-memory substitute for the stored charges. */
class Kept {
  rows: ChargeRow[] = []
  private last = 0

  rate(list: readonly ProposedCharge[], keepsOthers = false): ChargeDifference {
    const newId = () => `charge ${++this.last}`
    const difference = differenceOf(this.rows, list, { newId, keepsOthers })
    for (const row of difference.changed) this.write({ ...row, version: row.version + 1 })
    this.rows.push(...difference.added.map((row) => ({ ...row, version: 1 })))
    return difference
  }

  write(row: ChargeRow): void {
    this.rows = this.rows.map((one) => (one.charge_id === row.charge_id ? row : one))
  }

  change(at: number, members: Partial<ChargeRow>): void {
    this.write({ ...this.rows[at]!, ...members })
  }
}

const nothing: ChargeDifference = { added: [], changed: [] }
const by = { by: 'ann', at: '2026-02-03T08:00:00Z', reason: 'agreed' }

describe('CHARGE-5: the same key is the same charge', () => {
  test('a new line is a new charge, a removed one is withdrawn, and returns as the same charge', () => {
    const kept = new Kept()
    kept.rate([proposed('freight', '100.00'), proposed('fuel', '10.00')])
    kept.rate([proposed('freight', '120.00')])
    expect(kept.rows.map(({ line_key, amount, status }) => [line_key, amount, status])).toEqual([
      ['freight/ORDER/order', '120.00', 'CREATED'],
      ['fuel/ORDER/order', '10.00', 'WITHDRAWN'],
    ])
    kept.rate([proposed('freight', '120.00'), proposed('fuel', '12.00')])
    expect(kept.rows).toHaveLength(2)
    expect(kept.rows[1]).toMatchObject({ amount: '12.00', status: 'CREATED', version: 3 })
  })

  test('CHARGE-11: a cancelled order keeps its charges', () => {
    const kept = new Kept()
    kept.rate([proposed('freight', '100.00')])
    kept.rate([proposed('cancellation', '50.00')], true)
    expect(kept.rows.map(({ status }) => status)).toEqual(['CREATED', 'CREATED'])
  })

  test('an excluded charge stays excluded, even if it was withdrawn in between', () => {
    const kept = new Kept()
    kept.rate([proposed('freight', '100.00')])
    kept.change(0, { status: 'DO_NOT_INVOICE', status_reason: 'goodwill' })
    kept.rate([])
    kept.rate([proposed('freight', '90.00')])
    expect(kept.rows[0]).toMatchObject({ status: 'DO_NOT_INVOICE', status_reason: 'goodwill', amount: '90.00' })
  })
})

describe('CHARGE-5: charges on finalised documents never change', () => {
  test('a difference is proposed as a correction, and removed when rating returns to the old amount', () => {
    const kept = new Kept()
    kept.rate([proposed('freight', '100.00')])
    kept.change(0, { status: 'INVOICED' })
    kept.rate([proposed('freight', '87.50')])
    expect(kept.rows[0]).toMatchObject({ amount: '100.00', status: 'INVOICED' })
    expect(kept.rows[1]).toMatchObject({
      ...{ correction: 1, amount: '-12.50', quantity: '-1', unit_price: '12.50' },
      ...{ approval: 'TO_REQUEST', status: 'CREATED' },
    })
    kept.rate([proposed('freight', '100.00')])
    expect(kept.rows[1]).toMatchObject({ status: 'WITHDRAWN' })
  })

  test('an invoiced correction is taken into account, and a removed line is corrected to zero', () => {
    const kept = new Kept()
    kept.rate([proposed('freight', '100.00')])
    kept.change(0, { status: 'INVOICED' })
    kept.rate([proposed('freight', '110.00')])
    kept.change(1, { status: 'INVOICE_POSTED' })
    expect(kept.rate([proposed('freight', '110.00')])).toEqual(nothing)
    kept.rate([])
    expect(kept.rows.map(({ correction, amount }) => [correction, amount])).toEqual([
      [0, '100.00'],
      [1, '10.00'],
      [2, '-110.00'],
    ])
  })

  test('a manual price in place of the rated one is ignored', () => {
    const kept = new Kept()
    kept.rate([proposed('freight', '100.00')])
    const amount = { value: '80.00', rated: '100.00', ...by }
    kept.change(0, { amount: '80.00', override: { amount }, status: 'INVOICED' })
    expect(kept.rate([proposed('freight', '100.00')])).toEqual(nothing)
  })
})

test('CHARGE-6: a price set by a person stays, and only the rated amount changes', () => {
  const kept = new Kept()
  kept.rate([proposed('freight', '100.00')])
  kept.change(0, { amount: '80.00', override: { amount: { value: '80.00', rated: '100.00', ...by } } })
  expect(kept.rate([proposed('freight', '100.00')])).toEqual(nothing)
  kept.rate([proposed('freight', '105.00')])
  expect(kept.rows[0]).toMatchObject({ amount: '80.00', rated_amount: '105.00', is_override_outdated: true })
})

describe('CHARGE-7: agreement applies to an amount', () => {
  const decision = { comment: 'ok', by: 'ann', at: '2026-02-03T08:00:00Z', amount: '36.00' }

  test('a changed amount after approval has to be requested again, with both amounts', () => {
    const kept = new Kept()
    kept.rate([proposed('waiting', '36.00', 'TO_REQUEST')])
    kept.change(0, { approval: 'APPROVED', approval_decision: decision })
    expect(kept.rate([proposed('waiting', '36.00', 'TO_REQUEST')])).toEqual(nothing)
    kept.rate([proposed('waiting', '48.00', 'TO_REQUEST')])
    expect(kept.rows[0]).toMatchObject({
      approval: 'TO_REQUEST',
      approval_decision: { ...decision, changed_to: '48.00' },
    })
  })

  test('a requested charge has to be requested again; an unrequested one follows its line', () => {
    const kept = new Kept()
    kept.rate([proposed('waiting', '36.00', 'TO_REQUEST'), proposed('freight', '1.00')])
    kept.change(0, { approval: 'REQUESTED' })
    kept.rate([proposed('waiting', '48.00', 'TO_REQUEST'), proposed('freight', '1.00', 'TO_REQUEST')])
    expect(kept.rows.map(({ approval }) => approval)).toEqual(['TO_REQUEST', 'TO_REQUEST'])
  })
})

const keys = ['freight', 'fuel', 'waiting'] as const
const step = fc.oneof(
  fc.record({
    kind: fc.constant('rate' as const),
    amounts: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constantFrom('invoice' as const, 'exclude' as const, 'override' as const, 'approve' as const),
    at: fc.nat(8),
  }),
)

/** Amounts in tens; 0: the line does not apply. */
function listOf(amounts: readonly number[]): ProposedCharge[] {
  return keys.flatMap((key, at) => (amounts[at]! > 0 ? [proposed(key, `${amounts[at]! * 10}.00`)] : []))
}

test('CHARGE-5, CHARGE-6: after any sequence, rating again changes nothing and nothing is charged twice or lost', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const kept = new Kept()
      for (const one of steps) {
        const finalised = kept.rows.filter(({ status }) => status === 'INVOICED')
        if (one.kind === 'rate') {
          kept.rate(listOf(one.amounts))
          expect(kept.rate(listOf(one.amounts))).toEqual(nothing)
          for (const [at, key] of keys.entries()) {
            const rows = kept.rows.filter(({ line_key }) => line_key?.startsWith(`${key}/`))
            const live = rows.filter(({ status }) => status !== 'WITHDRAWN')
            const sum = live.reduce((total, row) => total.plus(row.rated_amount!), new Big(0))
            expect(sum.toFixed(2)).toBe(`${one.amounts[at]! * 10}.00`)
            expect(new Set(rows.map(({ correction }) => correction)).size).toBe(rows.length)
          }
        } else if (kept.rows.length > 0) {
          const at = one.at % kept.rows.length
          const row = kept.rows[at]!
          if (row.status === 'INVOICED' || row.status === 'WITHDRAWN') continue
          if (one.kind === 'invoice') kept.change(at, { status: 'INVOICED', status_reason: null })
          if (one.kind === 'exclude') kept.change(at, { status: 'DO_NOT_INVOICE', status_reason: 'x' })
          if (one.kind === 'override') {
            kept.change(at, { amount: '7.00', override: { amount: { value: '7.00', rated: row.amount, ...by } } })
          }
          if (one.kind === 'approve') {
            const decision = { comment: null, by: 'ann', at: by.at, amount: row.amount }
            kept.change(at, { approval: 'APPROVED', approval_decision: decision })
          }
        }
        for (const row of finalised) expect(kept.rows).toContainEqual(row)
        for (const row of kept.rows) if (row.override.amount) expect(row.amount).toBe('7.00')
      }
    }),
    { numRuns: 400 },
  )
})
