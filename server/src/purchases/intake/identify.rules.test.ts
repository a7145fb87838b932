import { describe, expect, test } from 'vitest'
import type { ReceivedSupplier } from './document.rules.ts'
import { type Candidates, identify, type KnownCompany } from './identify.rules.ts'

const company = (name: string, members: Partial<KnownCompany> = {}): KnownCompany => ({
  ...{
    company_id: name,
    name,
    legal_name: null,
    vat_number: null,
    ibans: [],
    is_subcontractor: true,
    is_customer: false,
  },
  ...members,
})
const vries = company('De Vries Transport BV', { vat_number: 'NL001234567B01', ibans: ['NL91ABNA0417164300'] })
const from = (members: Partial<ReceivedSupplier>): ReceivedSupplier => ({
  ...{ id: null, name: 'De Vries Transport', vat_number: null, iban: null },
  ...members,
})
const decide = (document: ReceivedSupplier, candidates: Candidates) => {
  const found = identify(document, candidates, 'is_subcontractor')
  return found.company ? [found.company.name, found.by] : String(found.reason)
}

describe('the sender of a document', () => {
  test('PURCH-1: a stranger paid to the bank account of another firm is not taken for that firm', () => {
    const stranger = from({ name: 'Snel Vervoer', vat_number: 'NL999999999B01', iban: 'NL91ABNA0417164300' })
    expect(decide(stranger, { VAT_NUMBER: [], IBAN: [vries] })).toContain('whose VAT number is NL001234567B01')
    const bare = from({ name: 'Snel Vervoer', iban: 'NL91ABNA0417164300' })
    expect(decide(bare, { IBAN: [vries] })).toContain('is that of De Vries Transport BV')
  })

  test('PURCH-1: an unknown VAT number is not ignored in favour of a name whose company has another VAT number', () => {
    const document = from({ name: 'De Vries Transport BV', vat_number: 'NL999999999B01' })
    expect(decide(document, { VAT_NUMBER: [], NAME: [vries] })).toContain('On the document it is NL999999999B01')
  })

  test('PURCH-1: an id of a company with another VAT number waits', () => {
    const document = from({ id: 'x', vat_number: 'NL999999999B01' })
    expect(decide(document, { ID: [vries], VAT_NUMBER: [] })).toContain('By its id')
  })

  test('PURCH-1: the VAT number decides, even if the bank account belongs to another', () => {
    const other = company('Factor NV', { ibans: ['BE1'] })
    const document = from({ vat_number: 'NL 0012.34567.B01', iban: 'BE1' })
    expect(decide(document, { VAT_NUMBER: [vries], IBAN: [other] })).toEqual(['De Vries Transport BV', 'VAT_NUMBER'])
  })

  test('PURCH-1: a name without legal form or accents, and a supplier without known VAT number, are recognised', () => {
    const known = company('Transports Éclair SA', { ibans: ['BE2'] })
    const document = from({ name: 'TRANSPORTS ECLAIR', vat_number: 'BE0123456789', iban: 'BE2' })
    expect(decide(document, { VAT_NUMBER: [], IBAN: [known] })).toEqual(['Transports Éclair SA', 'IBAN'])
    expect(decide(from({ name: 'Transports Éclair SA' }), { NAME: [known] })).toEqual(['Transports Éclair SA', 'NAME'])
  })

  test('PURCH-1: of several companies with a name the only carrier is chosen, and of two carriers none', () => {
    const customer = company('Same', { is_subcontractor: false })
    expect(decide(from({ name: 'Same' }), { NAME: [customer, company('Same')] })).toEqual(['Same', 'NAME'])
    expect(decide(from({ name: 'Same' }), { NAME: [company('Same'), company('Same')] })).toContain(
      'No supplier is called Same',
    )
  })
})
