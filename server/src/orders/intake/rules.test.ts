import type { CanonicalOrder, CanonicalStop } from '@cartage/contract/orders/canonical'
import { holdReasons } from '@cartage/contract/orders/hold-reason'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KnownCompany } from '../../companies/rules.ts'
import { noRecordIds } from '../../tenants/record-ids.rules.ts'
import type { Reference } from '../../tenants/reference.views.ts'
import { changeable, forbiddenChanges, type OrderState } from '../changes.rules.ts'
import { mergedDocument, type OrderDocument, withoutIds } from '../content.rules.ts'
import { decideBlock, decideSkip, decideUnblock, holdReason, releasesCredit } from '../hold.rules.ts'
import type { Surroundings } from '../plan.rules.ts'
import { activityLabel, placedStops } from '../stops/sequence.rules.ts'
import { uploadText } from '../uploads/text.rules.ts'
import { type CurrentOrder, decideUpload, restAfter, type WaitingUpload } from './rules.ts'

const counted = () => {
  let next = 0
  return () => `id-${++next}`
}
const stop = (city: string, position?: number): CanonicalStop => ({
  location: { city },
  ...(position !== undefined && { position: { position } }),
})
const order = (members: Partial<CanonicalOrder> = {}): CanonicalOrder => ({
  operation: 'CREATE',
  order_identifier: 'o',
  customer: { code: 'C1' },
  consignments: [{ pickup_stop: stop('a'), delivery_stop: stop('b'), goods: [{ quantity: 1 }] }],
  ...members,
})
const newDocument = (members: Partial<CanonicalOrder> = {}) => mergedDocument(undefined, order(members), counted())
const cities = (document: OrderDocument) => placedStops(document).map((placed) => placed.stop.location.city)

describe('sequence of stops', () => {
  test('CONT-1, CONT-2 and CONT-3: setup stops, consignments one after another, teardown stops', () => {
    const consignments = [
      { pickup_stop: stop('p1'), delivery_stop: stop('d1') },
      { pickup_stop: stop('p2'), delivery_stop: stop('d2') },
    ]
    const document = newDocument({ setup_stops: [stop('s')], consignments, teardown_stops: [stop('t')] })
    expect(cities(document)).toEqual(['s', 'p1', 'd1', 'p2', 'd2', 't'])
  })

  test('CONT-5: setup stops of an IMPORT and teardown stops of an EXPORT keep their order', () => {
    for (const container_scenario of ['IMPORT', 'EXPORT'] as const) {
      const document = newDocument({
        container: { container_scenario },
        setup_stops: [stop('s')],
        teardown_stops: [stop('t')],
      })
      expect(cities(document)).toEqual(['s', 'a', 'b', 't'])
    }
  })

  test('SEQ-2 and SEQ-4: positions alone decide, whatever the order of the lists', () => {
    const positions = fc.shuffledSubarray([1, 2, 3, 5, 8, 13], { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(positions, (places) => {
        const at = (index: number) => stop(String(places[index]), places[index])
        const document = newDocument({
          setup_stops: [at(0)],
          consignments: [{ pickup_stop: at(1), delivery_stop: at(2), standalone_stops: [at(3), at(4)] }],
          teardown_stops: [at(5)],
        })
        expect(cities(document).map(Number)).toEqual([1, 2, 3, 5, 8, 13])
      }),
    )
  })

  test('some positions among stops without any: every stop occurs once, numbered without gaps', () => {
    const place = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined })
    fc.assert(
      fc.property(place, place, place, place, (one, two, three, four) => {
        const document = newDocument({
          setup_stops: [stop('s', one)],
          consignments: [{ pickup_stop: stop('p', two), delivery_stop: stop('d', three) }],
          teardown_stops: [stop('t', four)],
        })
        expect(cities(document).toSorted()).toEqual(['d', 'p', 's', 't'])
        expect(placedStops(document).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
      }),
    )
  })

  test('READ-4: only stops of consignments are labelled pickup or delivery, each with its own role', () => {
    const text = fc.oneof(fc.constantFrom('Pickup', 'Delivery', 'Deliver empties', 'Laden', 'pick-up'), fc.string())
    const activity = fc.constantFrom('PICKUP', 'DELIVERY', 'CUSTOM', 'PICKUP_EXPORT', 'COLLECT_EMPTY_CONTAINER')
    fc.assert(
      fc.property(text, activity, (activity_label, name) => {
        const given = { ...stop('x'), id: 'x', activity: name, activity_label }
        expect(activityLabel('PICKUP', given)).toMatch(/pick.?up/i)
        expect(activityLabel('PICKUP', given)).not.toMatch(/deliver/i)
        expect(activityLabel('DELIVERY', given)).toMatch(/deliver/i)
        expect(activityLabel('DELIVERY', given)).not.toMatch(/pick.?up/i)
        for (const role of ['SETUP', 'TEARDOWN', 'STANDALONE'] as const) {
          expect(activityLabel(role, given)).not.toMatch(/pick.?up|deliver/i)
        }
      }),
    )
  })
})

describe('documents', () => {
  test('every part of an order has its own id, and removing the ids returns the original upload', () => {
    const sent = order({
      setup_stops: [stop('s')],
      consignments: [
        {
          pickup_stop: stop('a', 1),
          delivery_stop: stop('b', 2),
          standalone_stops: [stop('c', 3)],
          goods: [{ quantity: 1, packaged_items: [{ quantity: 2 }], handling_units: [{ barcode: { value: 'x' } }] }],
          import_export: { transit_declarations: [{ sequence_number: 1 }] },
        },
      ],
    })
    const ids = counted()
    const document = mergedDocument(undefined, sent, ids)
    const given = [...JSON.stringify(document).matchAll(/"id":"(id-\d+)"/g)].map(([, id]) => id)
    expect(new Set(given).size).toBe(given.length)
    expect(given.length).toBe(9)
    const { operation: _operation, order_identifier: _identifier, ...members } = sent
    expect(withoutIds(document)).toEqual(members)
  })

  test('EXP-1: for any order, an export equals the upload and merges to the same document', () => {
    const name = fc.string({ maxLength: 5 })
    const place = fc.record({ location: fc.record({ name, city: name }, { requiredKeys: [] }), note: name })
    const good = fc.record(
      {
        quantity: fc.integer(),
        custom_fields: fc.dictionary(name, fc.jsonValue()),
        packaged_items: fc.array(fc.record({ quantity: fc.integer() }), { maxLength: 3 }),
        handling_units: fc.array(fc.record({ barcode: fc.record({ value: name }) }), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    )
    const consignment = fc.record(
      {
        pickup_stop: place,
        delivery_stop: place,
        goods: fc.array(good, { maxLength: 3 }),
        standalone_stops: fc.array(place, { maxLength: 2 }),
      },
      { requiredKeys: ['pickup_stop', 'delivery_stop'] },
    )
    const members = fc.record(
      {
        consignments: fc.array(consignment, { minLength: 1, maxLength: 3 }),
        setup_stops: fc.array(place, { maxLength: 2 }),
        teardown_stops: fc.array(place, { maxLength: 2 }),
        planning_instructions: name,
      },
      { requiredKeys: ['consignments'] },
    )
    fc.assert(
      fc.property(members, (given) => {
        const document = newDocument(given)
        const exported = withoutIds(document)
        expect(exported).toEqual({ customer: { code: 'C1' }, ...given })
        const again = mergedDocument(document, order(exported), () => 'a new id')
        expect(again).toEqual(document)
      }),
    )
  })

  test('merging the same upload again changes nothing', () => {
    const sent = order({ container: { container_scenario: 'IMPORT' }, teardown_stops: [stop('t', 4), stop('u', 5)] })
    const before = mergedDocument(undefined, sent, counted())
    const noId = () => {
      throw new Error('nothing new')
    }
    expect(mergedDocument(before, sent, noId)).toEqual(before)
    expect(mergedDocument(before, { operation: 'UPDATE', order_identifier: 'o' }, noId)).toEqual(before)
  })

  test('stops are matched by position before their index in the list', () => {
    const before = newDocument({ setup_stops: [stop('one', 1), stop('two', 2)] })
    const after = mergedDocument(before, order({ setup_stops: [stop('TWO', 2), stop('ONE', 1)] }), counted())
    expect(after.setup_stops!.map(({ id }) => id)).toEqual(before.setup_stops!.map(({ id }) => id).toReversed())
  })

  test('absent members of the container and of a consignment are kept', () => {
    const before = newDocument({ container: { container_scenario: 'IMPORT', pin_code: '1' } })
    const update = {
      container: { seal_number: 'S' },
      consignments: [{ pickup_stop: stop('z'), delivery_stop: stop('b') }],
    }
    const after = mergedDocument(before, order(update), counted())
    expect(after.container).toEqual({ container_scenario: 'IMPORT', pin_code: '1', seal_number: 'S' })
    expect(after.consignments[0]!.goods).toEqual(before.consignments[0]!.goods)
    expect(after.consignments[0]!.pickup_stop.location.city).toBe('z')
  })
})

describe('permitted changes', () => {
  const states: OrderState[] = ['QUOTE', 'TO_PLAN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'REJECTED']
  const changes: [keyof typeof changeable, Partial<CanonicalOrder>][] = [
    ['customer', { customer: { code: 'C2' } }],
    ['start', { order_status: 'QUOTE' }],
    ['transport', { transport_service: { code: 'X' } }],
    ['references', { customer_reference_number: 'new' }],
  ]

  test.each(states)('ORD-3: an order that is %s follows the table', (state) => {
    for (const [part, members] of changes) {
      const before = newDocument()
      const after = mergedDocument(before, { operation: 'UPDATE', order_identifier: 'o', ...members }, counted())
      const isAllowed = changeable[part].includes(state)
      expect(forbiddenChanges(state, before, after, []).length === 0).toBe(isAllowed)
    }
  })

  test('an explicit start that equals the default is not a change', () => {
    const before = newDocument()
    expect(forbiddenChanges('COMPLETED', before, { ...before, order_status: 'TO_PLAN' }, [])).toEqual([])
  })

  test.each(['AT_STOP', 'COMPLETED'])('a stop that is %s may be neither changed nor removed', (status) => {
    const before = newDocument({ setup_stops: [stop('depot')] })
    const frozen = [{ stop_id: before.setup_stops![0]!.id, role: 'SETUP' as const, status }]
    const changed = mergedDocument(before, order({ setup_stops: [stop('elsewhere')] }), counted())
    const removed = mergedDocument(before, order({ setup_stops: [] }), counted())
    expect(forbiddenChanges('IN_PROGRESS', before, changed, frozen)).toMatchObject([{ path: 'setup_stops.0' }])
    expect(String(forbiddenChanges('IN_PROGRESS', before, removed, frozen)[0]!.message)).toContain('depot')
    const others = mergedDocument(before, order({ setup_stops: [stop('depot'), stop('more')] }), counted())
    expect(forbiddenChanges('IN_PROGRESS', before, others, frozen)).toEqual([])
  })
})

describe('deciding', () => {
  const company: KnownCompany = {
    company_id: 'company',
    name: 'Alpha',
    code: 'C1',
    accounting_code: 'C1',
    status: 'APPROVED',
    is_customer: true,
  }
  const reference: Reference = {
    transportServices: [],
    serviceLevels: [],
    importConfigurations: [],
    packagingTypes: [],
    customActivities: [],
    containerTypes: [],
    createMissingCompanies: false,
    checksCredit: false,
  }
  const world: Surroundings = {
    reference,
    companies: [company],
    customers: [],
    places: new Map(),
    newId: counted(),
    ids: noRecordIds,
  }
  const waiting = (body: CanonicalOrder): WaitingUpload => ({
    upload_id: 'u',
    order_identifier: 'o',
    operation: body.operation,
    source: 'API',
    body,
    body_hash: uploadText(body).body_hash,
    company_id: null,
    lane_number: '1',
    run: 1,
    sent_by_kind: null,
    sent_by: null,
    request_id: null,
    notes: null,
  })
  const current = (status: OrderState): CurrentOrder => ({
    order_id: 'x',
    status,
    company_id: 'company',
    company_name: 'Alpha',
    company_status: 'APPROVED',
    document: newDocument(),
    stops: [],
    create_hash: uploadText(order()).body_hash,
    last_hash: uploadText(order({ planning_instructions: 'last' })).body_hash,
  })
  const kinds = (operation: 'CREATE' | 'UPDATE' | 'DELETE', state: OrderState | undefined) => {
    const upload = waiting(order({ operation, planning_instructions: 'new' }))
    return decideUpload(upload, state && current(state), world).kind
  }

  test('every operation in every state', () => {
    const table = [
      undefined,
      'QUOTE',
      'TO_PLAN',
      'PLANNED',
      'IN_PROGRESS',
      'COMPLETED',
      'CANCELLED',
      'REJECTED',
    ] as const
    const change = ['create', 'update', 'update', 'update', 'update', 'update', 'refuse', 'skip']
    expect(table.map((state) => kinds('CREATE', state))).toEqual(change)
    expect(table.map((state) => kinds('UPDATE', state))).toEqual(change)
    expect(table.map((state) => kinds('DELETE', state))).toEqual([
      'refuse',
      ...Array.from({ length: 5 }, () => 'cancel'),
      'unchanged',
      'cancel',
    ])
  })

  test('ORD-4: repeating the first CREATE or the last upload changes nothing, in any state except cancelled', () => {
    for (const body of [order(), order({ planning_instructions: 'last' })]) {
      for (const state of ['TO_PLAN', 'COMPLETED', 'REJECTED'] as const) {
        expect(decideUpload(waiting(body), current(state), world).kind).toBe('unchanged')
      }
      expect(decideUpload(waiting(body), current('CANCELLED'), world).kind).toBe('refuse')
    }
  })

  test('the yard of an UPDATE is placed by the scenario of the order, and requires one', () => {
    const update: CanonicalOrder = {
      operation: 'UPDATE',
      order_identifier: 'o',
      container_load_unload_stop: stop('yard'),
    }
    const without = decideUpload(waiting(update), current('TO_PLAN'), world)
    expect(without).toMatchObject({ kind: 'refuse', errors: [{ path: 'container_load_unload_stop' }] })
    const document = newDocument({ container: { container_scenario: 'EXPORT' } })
    const decision = decideUpload(waiting(update), { ...current('TO_PLAN'), document }, world)
    expect(decision).toMatchObject({ kind: 'update', plan: { document: { setup_stops: [stop('yard')] } } })
  })

  test('five attempts fit in a minute', () => {
    expect([1, 2, 3, 4].reduce((sum, attempts) => sum + restAfter(attempts), 0)).toBeLessThan(60)
  })

  test('CREDIT-2: a reason of Cartage itself has a code and can be translated; a reason of a person is unchanged', () => {
    const order = { status: 'TO_PLAN' as const, is_blocked: false, block_reason: null, hold_reason_code: null }
    const own = decideBlock(order, holdReasons.CREDIT_LIMIT)!.after
    const written = decideBlock(order, 'Customs')!.after
    expect(own.hold_reason_code).toBe('CREDIT_LIMIT')
    expect(holdReason(own)).toMatchObject({ pattern: 'credit limit exceeded' })
    expect(written.hold_reason_code).toBeNull()
    expect(holdReason(written)).toBe('Customs')
    expect(releasesCredit(own, written)).toBe(true)
    expect(releasesCredit(written, order)).toBe(false)
  })

  test('skipping, holding and the end of a hold', () => {
    const held = (status: OrderState, is_blocked = false) => ({
      status,
      is_blocked,
      block_reason: is_blocked ? 'r' : null,
      hold_reason_code: null,
    })
    expect(decideSkip(held('QUOTE'))?.after.status).toBe('REJECTED')
    expect(decideSkip(held('REJECTED'))).toBeUndefined()
    for (const state of ['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const) {
      expect(() => decideSkip(held(state))).toThrow(/no longer be rejected/)
    }
    expect(decideBlock(held('PLANNED'), 'r')?.event).toEqual({ type: 'order.blocked', status: 'BLOCKED', reason: 'r' })
    expect(decideBlock(held('PLANNED', true), 'r')).toBeUndefined()
    expect(decideBlock(held('PLANNED', true), 'other')).not.toHaveProperty('event')
    expect(() => decideBlock(held('CANCELLED'), 'r')).toThrow()
    expect(decideUnblock(held('IN_PROGRESS', true))?.event?.status).toBe('IN_TRANSIT')
    expect(decideUnblock(held('TO_PLAN'))).toBeUndefined()
  })
})
