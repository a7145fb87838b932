import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amend, consignment, documentOf, ids, upload } from '../../testing/data/amend.ts'
import { mergedDocument, withoutIds } from '../content.rules.ts'

const word = fc.stringMatching(/^[a-z]{1,5}$/)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const orderData = fc.record({
  customer_reference_number: maybe(word),
  planning_instructions: maybe(word),
  transport_service: maybe(fc.record({ code: word })),
  custom_fields: maybe(fc.dictionary(word, fc.integer())),
  container: maybe(fc.record({ seal_number: maybe(word), tare_weight: maybe(fc.nat()) })),
  contact_emails: maybe(fc.array(word, { maxLength: 2 })),
})
const consignmentData = fc.record({
  cmr_reference_number: maybe(word),
  custom_fields: maybe(fc.dictionary(word, fc.integer())),
  import_export: maybe(fc.record({ commercial_invoice: fc.record({ name: word }) })),
})
const unitData = fc.record({ barcode: fc.record({ value: word, source: fc.constant('EXTERNAL' as const) }) })
const goodData = fc.record({
  description: maybe(word),
  quantity: maybe(fc.nat()),
  product: maybe(fc.record({ name: word })),
  handling_units: maybe(fc.array(unitData, { maxLength: 3 })),
  packaged_items: maybe(fc.array(fc.record({ quantity: fc.nat() }), { maxLength: 2 })),
})
const part = fc.record({
  members: maybe(consignmentData),
  replaced: fc.array(maybe(goodData), { minLength: 2, maxLength: 2 }),
  added: fc.array(goodData, { maxLength: 2 }),
})

test('PU-2: an update with all members of an upload has the same effect as the upload', () => {
  const before = fc.array(fc.array(goodData, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(before, orderData, fc.array(part, { minLength: 3, maxLength: 3 }), (lists, data, parts) => {
      const document = documentOf({ consignments: lists.map((list) => consignment({ goods: list })) })
      const known = withoutIds(document)
      const consignments = known.consignments.map((one, at) => {
        const { members, replaced, added } = parts[at]!
        const kept = (one.goods ?? []).map((good, index) => replaced[index] ?? good)
        return { ...one, ...present(members), goods: [...kept, ...added] }
      })
      const updates = document.consignments.map((one, at) => ({
        match: { matches_all: [{ consignment: { order_sequence_number: at + 1 } }] },
        update: parts[at]!.members && { operation: 'UPDATE', data: parts[at]!.members },
        good: {
          updates: [
            ...(one.goods ?? []).flatMap(({ id }, index) => {
              const replacement = parts[at]!.replaced[index]
              const match = { matches_all: [{ good: { id: { matches_any: [id] } } }] }
              return replacement ? [{ match, update: { operation: 'REPLACE', data: replacement } }] : []
            }),
            ...parts[at]!.added.map((good) => ({ update: { operation: 'CREATE', data: good } })),
          ],
        },
      }))
      const amended = amend(document, { update: { operation: 'UPDATE', data }, consignment: { updates } }, ids('new'))
      const merged = mergedDocument(document, upload({ ...data, consignments }), ids('new'))
      expect(amended.faults).toEqual([])
      expect(withoutIds(amended.document)).toEqual(withoutIds(merged))
    }),
    { numRuns: 300 },
  )
})

/** Drops undefined members: spread, they would overwrite existing values. */
function present(members: object | undefined): object {
  return Object.fromEntries(Object.entries(members ?? {}).filter(([, value]) => value !== undefined))
}
