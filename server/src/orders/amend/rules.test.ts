import { describe, expect, test } from 'vitest'
import {
  amend,
  consignment,
  documentOf,
  goods,
  inConsignment,
  inGood,
  inStop,
  inUnit,
  stop,
} from '../../testing/data/amend.ts'
import type { OrderDocument } from '../content.rules.ts'

describe('the order', () => {
  const before = documentOf({
    planning_instructions: 'Call',
    custom_fields: { a: 1, b: 2 },
    container: { pin_code: '1' },
  })

  test('PU-2: UPDATE replaces the given members and keeps absent ones and nulls', () => {
    const data = { customer_reference_number: 'R', planning_instructions: null, custom_fields: { c: 3 } }
    const { document, faults } = amend(before, { update: { operation: 'UPDATE', data } })
    expect(faults).toEqual([])
    expect(document).toEqual({ ...before, customer_reference_number: 'R', custom_fields: { c: 3 } })
  })

  test('the container is merged, not replaced', () => {
    const data = { container: { seal_number: 'S' } }
    const { document } = amend(before, { update: { operation: 'UPDATE', data } })
    expect(document.container).toEqual({ pin_code: '1', seal_number: 'S' })
  })

  test('countries of the goods are stored where uploads have them, and customs numbers are kept next to them', () => {
    const data = { origin_country_of_goods: 'NL', import_export: { incoterm: 'DAP', mrns: ['M1'] } }
    const { document } = amend(documentOf({ import_export: { destination_country_of_goods: 'BE' } }), {
      update: { operation: 'UPDATE', data },
    })
    expect(document.import_export).toEqual({
      incoterm: 'DAP',
      mrns: ['M1'],
      origin_country_of_goods: 'NL',
      destination_country_of_goods: 'BE',
    })
  })

  test('members that uploads do not have are kept', () => {
    const data = { external_id: 'X', chep: { load_id: 'L' }, order_group: { code: 'G' } }
    expect(amend(before, { update: { operation: 'UPDATE', data } }).document).toMatchObject(data)
  })

  test('PU-2: DELETE cancels, and changes nothing inside the order', () => {
    const entry = {
      update: { operation: 'DELETE' },
      ...inStop({ update: { operation: 'UPDATE', data: { note: 'x' } } }),
    }
    const { document, isCancelled, faults } = amend(before, entry)
    expect(isCancelled).toBe(true)
    expect(document).toBe(before)
    expect(faults).toMatchObject([{ path: 'updates.0.consignment', reason: expect.stringMatching(/cancelled/) }])
  })
})

describe('consignments', () => {
  const before = documentOf({
    consignments: [
      consignment({ consignment_reference_number: 'A', goods: [{ quantity: 1 }] }),
      consignment({ consignment_reference_number: 'B', cmr_reference_number: 'CMR' }),
    ],
  })
  const first = { match: { matches_all: [{ consignment: { reference_number: { matches_any: ['X', 'A'] } } }] } }
  const second = { match: { matches_all: [{ consignment: { order_sequence_number: 2 } }] } }

  test('PU-1: are found by reference, one of several values, and by their position in the order', () => {
    const update = { operation: 'UPDATE', data: { planning_instructions: 'now' } }
    const { document } = amend(before, inConsignment({ ...first, update }))
    expect(document.consignments[0]).toEqual({ ...before.consignments[0], planning_instructions: 'now' })
    expect(document.consignments[1]).toEqual(before.consignments[1])
    const other = amend(before, inConsignment({ ...second, update })).document
    expect(other.consignments[1]).toEqual({ ...before.consignments[1], planning_instructions: 'now' })
  })

  test('a position refers to the order before the update: an earlier entry that removes one moves no other', () => {
    const gone = {
      update: { operation: 'DELETE' },
      match: { matches_all: [{ consignment: { order_sequence_number: 1 } }] },
    }
    const change = { ...second, update: { operation: 'UPDATE', data: { planning_instructions: 'now' } } }
    const { document, faults } = amend(before, { consignment: { updates: [gone, change] } })
    expect(faults).toEqual([])
    expect(document.consignments).toEqual([{ ...before.consignments[1], planning_instructions: 'now' }])
  })

  test('PU-2: CREATE adds one with ids, which needs both stops with a location each', () => {
    const data = { pickup_stop: stop('Yard'), delivery_stop: stop('Dock'), goods: [{ quantity: 2 }] }
    const { document } = amend(before, inConsignment({ update: { operation: 'CREATE', data } }))
    expect(document.consignments).toHaveLength(3)
    expect(document.consignments[2]).toMatchObject({
      id: expect.any(String),
      pickup_stop: { id: expect.any(String), location: { name: 'Yard' } },
      goods: [{ id: expect.any(String), quantity: 2 }],
    })
    for (const lacking of [{ pickup_stop: stop('Yard') }, { ...data, delivery_stop: { date: '2026-02-02' } }]) {
      const { faults } = amend(before, inConsignment({ update: { operation: 'CREATE', data: lacking } }))
      expect(faults[0]!.reason).toMatch(/needs a pickup_stop and a delivery_stop/)
    }
  })

  test('PU-2: DELETE removes one, except the last', () => {
    const remove = { update: { operation: 'DELETE' } }
    const { document } = amend(before, inConsignment({ ...first, ...remove }))
    expect(document.consignments.map(({ id }) => id)).toEqual([before.consignments[1]!.id])
    expect(amend(document, inConsignment(remove)).faults[0]!.reason).toMatch(/keeps at least one/)
  })

  test('signatures are stored in the form of responses, one of each kind', () => {
    const signed = (name: string) => ({
      ...first,
      update: { operation: 'UPDATE', data: { consignee_signature: { name } } },
    })
    const { document } = amend(before, { consignment: { updates: [signed('Ann'), signed('Bob')] } })
    expect(document.consignments[0]).toMatchObject({ signatures: [{ type: 'CONSIGNEE', name: 'Bob' }] })
  })

  test('PU-3: without a match the only one is used; with several none, and the entry is left out with an explanation', () => {
    const entry = inConsignment({ update: { operation: 'UPDATE', data: { planning_instructions: 'now' } } })
    expect(amend(documentOf(), entry).document.consignments[0]).toMatchObject({ planning_instructions: 'now' })
    const { document, faults } = amend(before, entry)
    expect(document).toEqual(before)
    expect(faults).toMatchObject([
      {
        path: 'updates.0.consignment.updates.0',
        reason: 'There are 2 consignments and no match says which one to update. Add a match.',
      },
    ])
  })

  test('SU-1: all criteria must match, and without any, or with no match or several, the entry is left out', () => {
    const reference = (...values: string[]) => ({ consignment: { reference_number: { matches_any: values } } })
    const reasons = [[], [reference('A'), reference('B')], [reference('A', 'B')], [reference()], [{}]].map(
      (matches_all) => {
        return amend(before, inConsignment({ match: { matches_all }, update: { operation: 'DELETE' } })).faults[0]
          ?.reason
      },
    )
    expect(reasons).toEqual([
      expect.stringMatching(/The match has no criteria/),
      expect.stringMatching(/^No consignment matches/),
      expect.stringMatching(/^More than one/),
      expect.stringMatching(/^No consignment matches/),
      expect.stringMatching(/The match has no criteria/),
    ])
  })
})

describe('goods', () => {
  const good = {
    quantity: 4,
    description: 'Flour',
    product: { name: 'Old' },
    handling_units: [{ barcode: { value: '1' } }],
  }
  const before = documentOf({ consignments: [consignment({ goods: [good] })] })
  const [flour] = goods(before)

  test('PU-2: UPDATE keeps absent members, REPLACE replaces the whole record; both keep the id', () => {
    const updated = amend(before, inGood({ update: { operation: 'UPDATE', data: { quantity: 5 } } }))
    expect(goods(updated.document)).toEqual([{ ...flour, quantity: 5 }])
    const replaced = amend(before, inGood({ update: { operation: 'REPLACE', data: { quantity: 5 } } }))
    expect(goods(replaced.document)).toEqual([{ id: flour!.id, quantity: 5 }])
  })

  test('commodity_type of UPDATE and product of REPLACE are the same member', () => {
    const update = amend(before, inGood({ update: { operation: 'UPDATE', data: { commodity_type: { name: 'Rye' } } } }))
    const replace = amend(before, inGood({ update: { operation: 'REPLACE', data: { product: { name: 'Rye' } } } }))
    for (const { document } of [update, replace]) expect(goods(document)[0]!.product).toEqual({ name: 'Rye' })
  })

  test('PU-2: CREATE and DELETE; a good is found by its id in any case', () => {
    const created = amend(before, inGood({ update: { operation: 'CREATE', data: { description: 'Rye' } } })).document
    expect(goods(created).map(({ description }) => description)).toEqual(['Flour', 'Rye'])
    const match = { matches_all: [{ good: { id: { matches_any: [flour!.id.toUpperCase()] } } }] }
    const left = amend(created, inGood({ match, update: { operation: 'DELETE' } })).document
    expect(goods(left).map(({ description }) => description)).toEqual(['Rye'])
  })

  test('nested records of a created good belong to it', () => {
    const unit = { update: { operation: 'CREATE', data: { barcode: { value: 'N' } } } }
    const entry = { update: { operation: 'CREATE', data: {} }, handling_unit: { updates: [unit] } }
    expect(goods(amend(before, inGood(entry)).document)[1]).toMatchObject({
      handling_units: [{ barcode: { value: 'N' } }],
    })
  })
})

describe('handling units', () => {
  const units = [{ barcode: { value: '1', source: 'PALLETWAYS' } }, { barcode: { value: '2', source: 'UPN' } }]
  const before = documentOf({ consignments: [consignment({ goods: [{ quantity: 2, handling_units: units }] })] })
  const known = goods(before)[0]!.handling_units!
  const byBarcode = (...values: string[]) => ({
    match: { matches_all: [{ handling_unit: { barcode: { matches_any: values } } }] },
  })
  const after = (entry: object) => goods(amend(before, inUnit(entry)).document)[0]!.handling_units

  test('GOOD-7: an omitted barcode source is EXTERNAL, whatever it was before', () => {
    const update = { operation: 'UPDATE', data: { barcode: { value: '9' } } }
    expect(after({ ...byBarcode('1'), update })).toEqual([
      { id: known[0]!.id, barcode: { value: '9', source: 'EXTERNAL' } },
      known[1],
    ])
  })

  test('PU-2: UPDATE, REPLACE, CREATE and DELETE', () => {
    const external = { operation: 'UPDATE', data: { external_id: 'E' } }
    expect(after({ ...byBarcode('1'), update: external })![0]).toEqual({ ...known[0], external_id: 'E' })
    const replace = { operation: 'REPLACE', data: { external_id: 'E' } }
    expect(after({ ...byBarcode('2'), update: replace })![1]).toEqual({ id: known[1]!.id, external_id: 'E' })
    const create = { operation: 'CREATE', data: { barcode: { value: '3' } } }
    expect(after({ update: create })).toHaveLength(3)
    expect(after({ ...byBarcode('2'), update: { operation: 'DELETE' } })).toEqual([known[0]])
  })

  test('a unit is also found by an alternative barcode', () => {
    const data = { alternative_barcodes: [{ value: 'ALT' }] }
    const { document } = amend(before, inUnit({ ...byBarcode('1'), update: { operation: 'UPDATE', data } }))
    const gone = amend(document, inUnit({ ...byBarcode('ALT'), update: { operation: 'DELETE' } })).document
    expect(goods(gone)[0]!.handling_units).toEqual([known[1]])
  })
})

test('PU-1: answers are reported with their subject, on every level, except those in omitted entries', () => {
  const before = documentOf({ consignments: [consignment({ goods: [{ handling_units: [{}] }] })] })
  const question_answers = { A: 1 }
  const unit = { question_answers }
  const entry = {
    question_answers,
    consignment: {
      updates: [
        {
          question_answers,
          good: { updates: [{ question_answers, handling_unit: { updates: [unit] } }] },
          stop: {
            updates: [
              { question_answers, match: { matches_all: [{ stop: { stop_type: 'PICKUP' } }] } },
              { question_answers },
            ],
          },
        },
      ],
    },
  }
  const { answered, faults, document } = amend(before, entry)
  expect(faults).toHaveLength(1)
  expect(document).toEqual(before)
  const [{ id: consignment_id, pickup_stop, goods: list }] = before.consignments as [OrderDocument['consignments'][0]]
  const [{ id: good_id, handling_units }] = list as [NonNullable<typeof list>[0]]
  const [{ id: handling_unit_id }] = handling_units as [NonNullable<typeof handling_units>[0]]
  const base = 'updates.0.consignment.updates.0'
  expect(new Set(answered)).toEqual(
    new Set([
      { kind: 'ORDER', path: 'updates.0.question_answers', answers: question_answers },
      { kind: 'CONSIGNMENT', consignment_id, path: `${base}.question_answers`, answers: question_answers },
      {
        kind: 'GOOD',
        consignment_id,
        good_id,
        path: `${base}.good.updates.0.question_answers`,
        answers: question_answers,
      },
      {
        kind: 'HANDLING_UNIT',
        ...{ consignment_id, good_id, handling_unit_id },
        path: `${base}.good.updates.0.handling_unit.updates.0.question_answers`,
        answers: question_answers,
      },
      {
        kind: 'STOP',
        ...{ consignment_id, stop_id: pickup_stop.id },
        path: `${base}.stop.updates.0.question_answers`,
        answers: question_answers,
      },
    ]),
  )
})
