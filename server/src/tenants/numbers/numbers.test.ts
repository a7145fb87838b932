import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { addSetting } from '../settings/commands.ts'
import { tenantKinds } from '../settings/kinds.rules.ts'
import { reserveNumbers } from './commands.ts'
import { type DocumentRange, documentRange, documentRangeFaults, formatNumber, type NumberRange } from './rules.ts'
import { takeNumbers } from './store.ts'

const server = await startTestServer()
afterAll(() => server.close())

const kind = tenantKinds.find((one) => one.kind === 'number_ranges')!

async function addRange(tenant: TestTenant, values: Record<string, unknown>): Promise<void> {
  const range = { code: 'INV', name: 'Invoices', applies_to: 'OTHER', ...values }
  await addSetting(server.ctx, { tenantId: tenant.tenantId, by: byOperator, kind }, range)
}

const invoices = {
  prefix: 'INV',
  year_style: 'FULL',
  separator: '-',
  digits: 5,
  restarts_yearly: true,
  is_gapless: true,
}

test('BILL-6: documents without a number range are described in prose, not by a code', () => {
  const entity = { billing_entity_id: 'e', code: 'MAIN' }
  const message = 'The billing entity MAIN has no number range for self-billing invoices. Add one to the settings.'
  expect(() => documentRange([], 'SELF_BILLING_INVOICE', entity, 1)).toThrow(message)
})
test('BILL-6: a range without a billing entity is reported if there are several entities', () => {
  const entity = { billing_entity_id: 'e', code: 'MAIN' }
  const range: DocumentRange = {
    ...{ number_range_id: '', code: 'INVOICE', prefix: '', series: '', year_style: 'FULL', separator: '', digits: 5 },
    ...{ first_number: 1, restarts_yearly: true, is_gapless: true, applies_to: 'INVOICE', billing_entity_id: null },
  }
  expect(documentRange([range], 'INVOICE', entity, 1)).toBe(range)
  expect(() => documentRange([range], 'INVOICE', entity, 2)).toThrow(
    'The number range INVOICE belongs to no billing entity, and there are several. Choose MAIN as its billing entity in the settings, or add another range for it.',
  )
})

describe('a number range', () => {
  test('gives numbers with prefix, year and zeros, and restarts each year', async () => {
    const tenant = await server.tenant()
    await addRange(tenant, invoices)
    const take = (date: string, count: number) => tenant.asTenant((tx) => takeNumbers(tx, 'INV', date, count))
    expect(await take('2026-12-31', 2)).toEqual(['INV-2026-00001', 'INV-2026-00002'])
    expect(await take('2027-01-01', 1)).toEqual(['INV-2027-00001'])
    expect(await take('2026-12-31', 1)).toEqual(['INV-2026-00003'])
  })

  test('without a restart counts on over the years, from its first number', async () => {
    const tenant = await server.tenant()
    await addRange(tenant, { series: 'B', year_style: 'SHORT', first_number: 900 })
    const take = (date: string) => tenant.asTenant((tx) => takeNumbers(tx, 'INV', date, 1))
    expect([await take('2026-05-01'), await take('2027-05-01')]).toEqual([['B26900'], ['B27901']])
  })

  test('that is gapless reuses a number when the transaction fails', async () => {
    const tenant = await server.tenant()
    await addRange(tenant, invoices)
    const failing = tenant.asTenant(async (tx) => {
      await takeNumbers(tx, 'INV', '2026-01-01', 3)
      throw new Error('the invoice could not be made')
    })
    await expect(failing).rejects.toThrow('could not be made')
    expect(await tenant.asTenant((tx) => takeNumbers(tx, 'INV', '2026-01-01', 1))).toEqual(['INV-2026-00001'])
  })

  test('used in parallel gives each number once and skips none', async () => {
    const tenant = await server.tenant()
    await addRange(tenant, invoices)
    const failEvery = 5
    const taken = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        tenant.asTenant(async (tx) => {
          const numbers = await takeNumbers(tx, 'INV', '2026-01-01', 1 + (index % 3))
          if (index % failEvery === 0) throw new Error('failed')
          return numbers
        }),
      ),
    )
    const numbers = taken.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])).sort()
    const expected = numbers.map((_, index) => `INV-2026-${String(index + 1).padStart(5, '0')}`)
    expect(numbers.length).toBeGreaterThan(40)
    expect(numbers).toEqual(expected)
  })

  test('with gaps may be reserved ahead, a gapless one may not', async () => {
    const tenant = await server.tenant()
    await addRange(tenant, { code: 'ORD', applies_to: 'TRIP', prefix: 'O' })
    await addRange(tenant, invoices)
    const reserve = (code: string) => reserveNumbers(server.ctx, tenant.tenantId, code, '2026-01-01', 2)
    expect(await reserve('ORD')).toEqual(['O1', 'O2'])
    await expect(reserve('INV')).rejects.toMatchObject({ status: 409 })
    await expect(reserve('NONE')).rejects.toMatchObject({ status: 404 })
  })

  test('for orders is refused: it would never be used', async () => {
    const range = { code: 'ORD', name: 'Orders', applies_to: 'ORDER', prefix: 'O' }
    expect(documentRangeFaults(range, () => 1)).toMatchObject([{ path: 'applies_to', detail: 'number_range_unfit' }])
    expect(documentRangeFaults({ ...range, applies_to: 'TRIP' }, () => 1)).toEqual([])
  })

  test('belongs to one tenant', async () => {
    const [one, other] = [await server.tenant(), await server.tenant()]
    await addRange(one, invoices)
    await expect(other.asTenant((tx) => takeNumbers(tx, 'INV', '2026-01-01', 1))).rejects.toMatchObject({ status: 404 })
  })
})

test('never produces the same text for two different counts', () => {
  const range = fc.record({
    number_range_id: fc.constant(''),
    code: fc.constant('X'),
    prefix: fc.stringMatching(/^[A-Z0-9]{0,4}$/),
    series: fc.stringMatching(/^[A-Z0-9]{0,4}$/),
    year_style: fc.constantFrom('NONE' as const, 'SHORT' as const, 'FULL' as const),
    separator: fc.constantFrom('', '-', '/'),
    digits: fc.integer({ min: 1, max: 12 }),
    first_number: fc.constant(1),
    restarts_yearly: fc.constant(false),
    is_gapless: fc.boolean(),
  }) satisfies fc.Arbitrary<NumberRange>
  const counted = fc.integer({ min: 0, max: 1_000_000_000 })
  fc.assert(
    fc.property(range, counted, counted, (facts, one, other) => {
      const texts = [one, other].map((count) => formatNumber(facts, '2026-03-01', count))
      return (texts[0] === texts[1]) === (one === other)
    }),
  )
})
