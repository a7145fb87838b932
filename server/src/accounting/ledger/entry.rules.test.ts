import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from '../../books/money.rules.ts'
import { type Booked, type Chart, chooseAccounts, type EntryAccounts } from './accounts.rules.ts'
import { type EntryDocument, type EntryLine, entryLines } from './entry.rules.ts'

const none = {
  ...{ dimension_1: null, dimension_2: null, dimension_3: null },
  ...{ dimension_4: null, dimension_5: null, dimension_6: null },
}

const chart: Chart = {
  accounts: [
    { code: '400000', name: 'Customers', use: 'RECEIVABLE' },
    { code: '440000', name: 'Suppliers', use: 'PAYABLE' },
    { code: '700000', name: 'Freight', use: 'REVENUE' },
    { code: '700100', name: 'Fuel', use: 'REVENUE' },
    { code: '700900', name: 'Freight abroad', use: 'REVENUE' },
    { code: '610000', name: 'Subcontracting', use: 'COST' },
    { code: '451000', name: 'VAT due', use: 'VAT' },
    { code: '411000', name: 'VAT deductible', use: 'VAT' },
    { code: '499000', name: 'Payments to clear', use: 'CLEARING' },
    { code: '654000', name: 'Differences', use: 'DIFFERENCE' },
  ],
  charge_types: [
    {
      ...{ code: 'FREIGHT', name: 'Freight', revenue_account: '', cost_account: '610000' },
      overrides: [
        { side: 'SALES', tax_category: 'AE', department: null, account: '700900' },
        { side: 'SALES', tax_category: null, department: 'CONTAINER', account: '700100' },
      ],
    },
    { code: 'FUEL', name: 'Fuel', revenue_account: '700100', cost_account: '', overrides: [] },
    { code: 'TOLL', name: 'Toll', revenue_account: '799999', cost_account: '', overrides: [] },
  ],
  tax_rates: [
    { code: '21', invoice_type: 'SALES', vat_account: '451000', base_percentage: null },
    { code: 'AE', invoice_type: 'SALES', vat_account: '451000', base_percentage: null },
    { code: 'AE', invoice_type: 'PURCHASE', vat_account: '411000', base_percentage: '21' },
  ],
}

interface Line {
  code?: string
  amount: string
  tax_code?: string
  department?: string
}

function given(members: Partial<EntryDocument>, lines: readonly Line[]) {
  const document: EntryDocument = {
    ...{
      kind: 'SALES_INVOICE',
      name: '2026000123',
      company_name: 'Bakery',
      currency: 'EUR',
      accounting_currency: 'EUR',
    },
    ...{ without_vat: '0', vat: '0', accounting_without_vat: members.without_vat!, accounting_vat: members.vat! },
    adjustments: [],
    vat_rows: [],
    stated: { prepaid: '0', rounded_off: '0' },
    ...members,
    lines: lines.map(({ amount, code = 'FREIGHT', tax_code = '21' }) => ({
      ...{ text: code, amount, tax_code, order_name: 'O1', trip_name: null },
      items: [{ amount, ...none }],
    })),
  }
  const booked: Booked = {
    kind: document.kind,
    company: { accounting_code: null, name: 'Bakery' },
    lines: lines.map(({ code = 'FREIGHT', tax_code = '21', department = null }) => ({
      ...{ code, account: null, tax_code, department, base_percentage: null },
      tax_category: tax_code === 'AE' ? 'AE' : 'S',
    })),
    vat: document.vat_rows.map(({ tax_code, tax }) => ({ tax_code, tax, category: tax_code === 'AE' ? 'AE' : 'S' })),
    has_adjustments: document.adjustments.length > 0,
    stated: document.stated,
  }
  return { document, booked }
}

function post(members: Partial<EntryDocument>, lines: readonly Line[]): EntryLine[] {
  const { document, booked } = given(members, lines)
  return entryLines(document, chooseAccounts(booked, chart) as EntryAccounts)
}

const shown = (lines: readonly EntryLine[]) => lines.map(({ account, debit, credit }) => [account, debit, credit])
const sum = (lines: readonly EntryLine[], member: 'debit' | 'credit' | 'amount_currency') =>
  lines.reduce((all, line) => all.plus(decimal(line[member])), decimal('0')).toFixed(2)

describe('double entry', () => {
  test('POST-1: the company has the first line even if a document totals zero', () => {
    expect(shown(post({ without_vat: '0.00', vat: '0.00' }, [{ amount: '0.00' }]))).toEqual([
      ['400000', '0.00', '0.00'],
    ])
    expect(shown(post({ without_vat: '0.00', vat: '0.00' }, [{ amount: '100.00' }, { amount: '-100.00' }]))).toEqual([
      ['400000', '0.00', '0.00'],
      ['700000', '0.00', '100.00'],
      ['700000', '100.00', '0.00'],
    ])
  })

  describe('POST-6: an amount already paid according to the document is not owed in the ledger', () => {
    const amounts = { without_vat: '100.00', vat: '21.00', vat_rows: [{ tax_code: '21', tax: '21.00' }] }
    const purchase = { kind: 'PURCHASE_INVOICE', ...amounts } as const

    test('a prepaid invoice leaves nothing owed to the supplier, and the payment is to be cleared', () => {
      const lines = post({ ...purchase, stated: { prepaid: '121.00', rounded_off: '0' } }, [{ amount: '100.00' }])
      expect(shown(lines)).toEqual([
        ['440000', '0.00', '0.00'],
        ['499000', '0.00', '121.00'],
        ['610000', '100.00', '0.00'],
        ['451000', '21.00', '0.00'],
      ])
    })

    test('a partly paid invoice owes the amount due, whichever way that is rounded', () => {
      const down = post({ ...purchase, stated: { prepaid: '30.00', rounded_off: '0.02' } }, [{ amount: '100.00' }])
      expect(shown(down).slice(0, 3)).toEqual([
        ['440000', '0.00', '90.98'],
        ['499000', '0.00', '30.00'],
        ['654000', '0.00', '0.02'],
      ])
      const up = post({ ...purchase, stated: { prepaid: '0', rounded_off: '-0.03' } }, [{ amount: '100.00' }])
      expect(shown(up).slice(0, 2)).toEqual([
        ['440000', '0.00', '121.03'],
        ['654000', '0.03', '0.00'],
      ])
    })

    test('a credit note reverses the sides', () => {
      const kind = 'PURCHASE_CREDIT_NOTE'
      const lines = post({ ...purchase, kind, stated: { prepaid: '21.00', rounded_off: '0' } }, [{ amount: '100.00' }])
      expect(shown(lines).slice(0, 2)).toEqual([
        ['440000', '100.00', '0.00'],
        ['499000', '21.00', '0.00'],
      ])
    })

    test('an entry in another currency balances to the cent', () => {
      const cents = fc.integer({ min: 0, max: 200_000 })
      fc.assert(
        fc.property(cents, cents, fc.integer({ min: -5, max: 5 }), (net, paid, off) => {
          const text = (value: number) => (value / 100).toFixed(2)
          const lines = post(
            {
              ...{ kind: 'PURCHASE_INVOICE', currency: 'PLN', without_vat: text(net), vat: '0.00' },
              ...{ accounting_without_vat: decimal(text(net)).times('0.2313').toFixed(2), accounting_vat: '0.00' },
              stated: { prepaid: text(paid), rounded_off: text(off) },
            },
            [{ amount: text(net) }],
          )
          expect(sum(lines, 'debit')).toBe(sum(lines, 'credit'))
          expect(Number(sum(lines, 'amount_currency'))).toBe(0)
        }),
      )
    })

    test('without a clearing account for payments the missing setting is reported', () => {
      const { booked } = given({ ...purchase, stated: { prepaid: '1.00', rounded_off: '0' } }, [{ amount: '100.00' }])
      const accounts = chart.accounts.filter(({ use }) => use !== 'CLEARING')
      expect(chooseAccounts(booked, { ...chart, accounts })).toMatchObject({ missing: [{ setting: 'accounts' }] })
    })
  })

  test('POST-1: a sales invoice debits the customer and credits revenue and VAT', () => {
    const lines = post({ without_vat: '245.25', vat: '51.50', vat_rows: [{ tax_code: '21', tax: '51.50' }] }, [
      { amount: '186.00' },
      { amount: '23.25', code: 'FUEL' },
      { amount: '36.00', code: 'WAITING' },
    ])
    expect(shown(lines)).toEqual([
      ['400000', '296.75', '0.00'],
      ['700000', '0.00', '186.00'],
      ['700100', '0.00', '23.25'],
      ['700000', '0.00', '36.00'],
      ['451000', '0.00', '51.50'],
    ])
    expect(lines.at(-1)).toMatchObject({ tax_code: '21', tax_base: '245.25', amount_currency: '-51.50' })
  })

  test('POST-1: a credit note swaps the sides', () => {
    const vat_rows = [{ tax_code: '21', tax: '25.75' }]
    const lines = post({ kind: 'SALES_CREDIT_NOTE', without_vat: '122.63', vat: '25.75', vat_rows }, [
      { amount: '122.63' },
    ])
    expect(shown(lines)).toEqual([
      ['400000', '0.00', '148.38'],
      ['700000', '122.63', '0.00'],
      ['451000', '25.75', '0.00'],
    ])
  })

  test('LEDGER-13: the base of VAT of a credit note is negative', () => {
    const bases = (kind: 'SALES_INVOICE' | 'SALES_CREDIT_NOTE') =>
      post({ kind, without_vat: '100.00', vat: '21.00', vat_rows: [{ tax_code: '21', tax: '21.00' }] }, [
        { amount: '100.00' },
      ]).flatMap(({ tax_base }) => tax_base ?? [])
    expect(bases('SALES_INVOICE')).toEqual(['100.00'])
    expect(bases('SALES_CREDIT_NOTE')).toEqual(['-100.00'])
  })

  test('POST-1: a deduction is booked on the opposite side', () => {
    const lines = post({ kind: 'PURCHASE_INVOICE', without_vat: '515.00', vat: '0.00' }, [
      { amount: '540.00' },
      { amount: '-25.00' },
    ])
    expect(shown(lines)).toEqual([
      ['440000', '0.00', '515.00'],
      ['610000', '540.00', '0.00'],
      ['610000', '0.00', '25.00'],
    ])
  })

  test('POST-4: VAT owed by the customer of a purchase is booked on both sides', () => {
    const vat_rows = [{ tax_code: 'AE', tax: '0.00' }]
    const lines = post({ kind: 'PURCHASE_INVOICE', without_vat: '1193.50', vat: '0.00', vat_rows }, [
      { amount: '1193.50', tax_code: 'AE' },
    ])
    expect(shown(lines)).toEqual([
      ['440000', '0.00', '1193.50'],
      ['610000', '1193.50', '0.00'],
      ['411000', '250.64', '0.00'],
      ['451000', '0.00', '250.64'],
    ])
    expect(lines.filter(({ tax_code: code, tax_base: base }) => code === 'AE' && base === '1193.50')).toHaveLength(2)
  })

  test('POST-1: a document in another currency is booked in the currency of the books, and no cent is lost', () => {
    const lines = post(
      {
        ...{ currency: 'GBP', without_vat: '1236.25', vat: '259.61' },
        ...{ accounting_without_vat: '1428.37', accounting_vat: '299.95' },
        vat_rows: [{ tax_code: '21', tax: '259.61' }],
      },
      [{ amount: '1150.00' }, { amount: '86.25', code: 'FUEL' }],
    )
    expect(shown(lines)).toEqual([
      ['400000', '1728.32', '0.00'],
      ['700000', '0.00', '1328.72'],
      ['700100', '0.00', '99.65'],
      ['451000', '0.00', '299.95'],
    ])
    expect(sum(lines, 'amount_currency')).toBe('0.00')
    expect(lines[0]).toMatchObject({ currency: 'GBP', amount_currency: '1495.86' })
  })

  test('POST-1: a line that belongs to several dimensions is booked in as many parts', () => {
    const { document, booked } = given({ without_vat: '100.00', vat: '0.00' }, [{ amount: '100.00' }])
    const parts = ['33.34', '33.33', '33.33'].map((amount, at) => ({ amount, ...none, dimension_1: `D${at}` }))
    const split = { ...document, lines: [{ ...document.lines[0]!, items: parts }] }
    const lines = entryLines(split, chooseAccounts(booked, chart) as EntryAccounts)
    expect(lines.map(({ credit, dimension_1 }) => [credit, dimension_1])).toEqual([
      ['0.00', null],
      ['33.34', 'D0'],
      ['33.33', 'D1'],
      ['33.33', 'D2'],
    ])
  })

  test('POST-1: a cash discount is booked with its VAT base and does not reduce the total', () => {
    const adjustments = [
      { text: 'Cash discount', amount: '-4.91', tax_code: '21' },
      { text: 'Cash discount', amount: '4.91', tax_code: null },
    ]
    const vat_rows = [{ tax_code: '21', tax: '50.47' }]
    const lines = post({ without_vat: '245.25', vat: '50.47', adjustments, vat_rows }, [{ amount: '245.25' }])
    expect(sum(lines, 'debit')).toBe(sum(lines, 'credit'))
    expect(lines[0]!.debit).toBe('295.72')
    expect(lines.at(-1)).toMatchObject({ credit: '50.47', tax_base: '240.34' })
  })
})

const cents = (low: number) => fc.integer({ min: low, max: 5_000_000 }).map((value) => decimal(`${value}e-2`))
const taxCodes = ['21', 'AE'] as const

test('POST-1: debit equals credit in both currencies, whatever the lines, the rate and the kind of document', () => {
  const line = fc.record({ amount: cents(-2_000_000), tax_code: fc.constantFrom(...taxCodes) })
  const kinds = ['SALES_INVOICE', 'SALES_CREDIT_NOTE', 'PURCHASE_INVOICE', 'PURCHASE_CREDIT_NOTE'] as const
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...kinds),
      fc.option(fc.integer({ min: 2, max: 40_000 }), { nil: null }),
      (given, kind, rate) => {
        const sumOf = (code?: string) =>
          given.reduce((all, one) => (code && one.tax_code !== code ? all : all.plus(one.amount)), decimal('0'))
        const used = taxCodes.filter((code) => given.some((one) => one.tax_code === code))
        const vat_rows = used.map((tax_code) => ({
          tax_code,
          tax: (tax_code === 'AE' ? decimal('0') : sumOf('21').times('0.21')).toFixed(2),
        }))
        const net = sumOf()
        const vat = vat_rows.reduce((all, row) => all.plus(row.tax), decimal('0'))
        const inBooks = (amount: typeof net) => (rate === null ? amount : amount.times(rate).div(10_000)).toFixed(2)
        const lines = post(
          {
            ...{ kind, currency: rate === null ? 'EUR' : 'GBP', vat_rows },
            ...{ without_vat: net.toFixed(2), vat: vat.toFixed(2) },
            ...{ accounting_without_vat: inBooks(net), accounting_vat: inBooks(vat) },
          },
          given.map(({ amount, tax_code }) => ({ amount: amount.toFixed(2), tax_code })),
        )
        expect(sum(lines, 'debit')).toBe(sum(lines, 'credit'))
        expect(decimal(sum(lines, 'amount_currency')).eq(0)).toBe(true)
      },
    ),
  )
})

describe('the account of a line', () => {
  const accountsOf = (lines: readonly Line[], members: Partial<EntryDocument> = {}) =>
    chooseAccounts(given({ without_vat: '1', vat: '0', ...members }, lines).booked, chart)

  test('POST-2: comes from the charge type for its VAT category or department, else its usual account, else the first account for its use', () => {
    const found = accountsOf([
      { amount: '1', tax_code: 'AE' },
      { amount: '1', department: 'CONTAINER' },
      { amount: '1', code: 'FUEL' },
      { amount: '1' },
    ]) as EntryAccounts
    expect(found.lines.map(({ code }) => code)).toEqual(['700900', '700100', '700100', '700000'])
  })

  test('POST-2: comes from the company where it has its own account', () => {
    const { booked } = given({ without_vat: '1', vat: '0' }, [{ amount: '1' }])
    const own = chooseAccounts({ ...booked, company: { accounting_code: 'C0042', name: 'Bakery' } }, chart)
    expect(own).toMatchObject({ party: { code: 'C0042', name: 'Bakery' } })
  })

  test('POST-3: that is missing is reported with the setting to fill in', () => {
    expect(accountsOf([{ amount: '1', code: 'TOLL' }])).toMatchObject({
      missing: [{ setting: 'charge_types', code: 'TOLL', message: expect.objectContaining({}) }],
    })
    const { booked } = given({ without_vat: '1', vat: '0' }, [{ amount: '1' }])
    const empty = chooseAccounts(booked, { accounts: [], charge_types: [], tax_rates: [] })
    const messages = 'missing' in empty ? empty.missing.map(({ message }) => String(message)) : []
    expect(messages).toEqual([
      'Add an account for receivables to this billing entity.',
      'Add an account for revenue to this billing entity.',
    ])
  })
})
