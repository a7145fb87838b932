import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Company,
  decideCompany,
  isArchived,
  type KnownRecords,
  type SentCompany,
  withArchived,
} from './record.rules.ts'

let created = 0
const found = (members: Partial<KnownRecords> = {}): KnownRecords => ({
  way: 'change',
  billingLocationId: null,
  billingEntities: [{ billing_entity_id: 'e1', code: 'MAIN', is_archived: false }],
  hasInvoiceCustomer: true,
  newId: () => {
    created += 1
    return `contact-${created}`
  },
  ...members,
})

const text = fc.option(fc.string({ maxLength: 8 }))
const flag = fc.option(fc.boolean())
const term = fc.option(fc.constantFrom({ code: 'NET_30' }, { code: 'PREPAID' }))
const side = fc.option(
  fc.record(
    { payment_term: term, status: fc.option(fc.constantFrom('APPROVED' as const, 'BLOCKED' as const)) },
    { requiredKeys: [] },
  ),
)

/** Members as a caller may send them: each absent, null or a value. */
const sentMembers: fc.Arbitrary<SentCompany> = fc.record(
  {
    name: fc.option(fc.constantFrom('Alpha', 'Beta')),
    code: text,
    accounting_code: text,
    currency: fc.option(fc.constantFrom('EUR', 'usd')),
    custom_fields: fc.option(fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue(), { maxKeys: 3 })),
    is_customer: flag,
    is_subcontractor: flag,
    is_buyer_or_seller: flag,
    archived_customer: flag,
    archived_subcontractor: flag,
    is_blocked: flag,
    note: text,
    vat_number: text,
    tax_type: fc.option(fc.constantFrom('VAT' as const, 'OTHER' as const)),
    credit_limit_total: fc.option(fc.integer()),
    credit_policy: fc.option(fc.record({ limit: fc.option(fc.integer()) }, { requiredKeys: [] })),
    reference_numbers: fc.option(fc.record({ duns_number: text, scac_code: text }, { requiredKeys: [] })),
    sales: side,
    purchase: side,
    payment_term: term,
  },
  { requiredKeys: [] },
)

const company = fc
  .tuple(sentMembers, fc.constantFrom(true, false), fc.constantFrom(true, false))
  .map(([sent, is_customer, is_buyer_or_seller]): Company => {
    const whole = { ...sent, name: 'Start', currency: 'EUR', is_customer, is_subcontractor: !is_customer }
    return decideCompany(undefined, { ...whole, is_buyer_or_seller }, found({ way: 'create' })).company
  })

describe('decideCompany', () => {
  test('an empty change changes nothing', () => {
    fc.assert(
      fc.property(company, (before) => {
        expect(decideCompany(before, {}, found())).toEqual({ company: before, faults: [] })
      }),
    )
  })

  test('the same request twice is the same as once, and its result is already normalised', () => {
    fc.assert(
      fc.property(company, sentMembers, fc.constantFrom('change', 'sync', 'replace'), (before, sent, way) => {
        const once = decideCompany(before, sent, found({ way }))
        const twice = decideCompany(once.company, sent, found({ way }))
        expect(twice.company).toEqual(once.company)
      }),
    )
  })

  test('omitted members stay', () => {
    fc.assert(
      fc.property(company, text, (before, note) => {
        const { company: after } = decideCompany(before, { note }, found())
        expect({ ...after, members: { ...after.members, note: before.members.note } }).toEqual({
          ...before,
          members: { ...before.members, note: before.members.note },
        })
      }),
    )
  })

  test('COMP-6: a flag of a role that the company does not have has no effect', () => {
    fc.assert(
      fc.property(company, sentMembers, (before, sent) => {
        const { company: after } = decideCompany(before, sent, found())
        if (!after.is_customer) expect(after.archived_customer).toBe(before.archived_customer)
        if (!after.is_subcontractor) expect(after.archived_subcontractor).toBe(before.archived_subcontractor)
      }),
    )
  })

  test('COMP-7: a status that is sent takes precedence', () => {
    fc.assert(
      fc.property(
        company,
        sentMembers,
        fc.constantFrom('WARNING' as const, 'BLOCKED' as const),
        (before, sent, status) => {
          expect(decideCompany(before, { ...sent, sales: { status } }, found()).company.status).toBe(status)
          expect(decideCompany(before, { ...sent, sales: null, status }, found()).company.status).toBe(status)
        },
      ),
    )
  })

  test('COMP-9: a company without errors is a customer or a subcontractor', () => {
    fc.assert(
      fc.property(company, sentMembers, (before, sent) => {
        const { company: after, faults } = decideCompany(before, sent, found())
        expect(faults.some((fault) => fault.path === 'is_customer')).toBe(!after.is_customer && !after.is_subcontractor)
      }),
    )
  })

  test('COMP-5: archiving applies to every role, and restoring undoes it', () => {
    fc.assert(
      fc.property(company, (before) => {
        expect(isArchived(withArchived(before, true))).toBe(true)
        expect(isArchived(withArchived(before, false))).toBe(false)
      }),
    )
  })

  test('credit_policy takes precedence over the deprecated member', () => {
    const sent = { name: 'A', currency: 'EUR', is_customer: true, credit_policy: { limit: 5 }, credit_limit_total: 9 }
    expect(decideCompany(undefined, sent, found()).company.members.credit_policy).toEqual({ limit: 5 })
  })
})
