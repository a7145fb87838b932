import type { OrderWithStatus } from '@cartage/contract/orders/order-status'
import { expect, test } from 'vitest'
import { consignment, order, place, stop } from './bodies.ts'
import { a, orderPath, unique } from './world.ts'

const container = (scenario: string, more: object = {}) => ({
  container_scenario: scenario,
  container_number: 'MSKU1234565',
  seal_number: 'SL-77',
  ...more,
})
const read = async (body: object) => (await a.get<OrderWithStatus>(`${orderPath(await a.applied(body))}/status`)).body
const namesOf = (status: OrderWithStatus) => (status.stops ?? []).map((each) => each.location.name)
const carried = [
  consignment({
    pickup_stop: stop('Quay 7', { activity: 'PICKUP' }),
    delivery_stop: stop('Warehouse', { activity: 'DELIVERY' }),
  }),
]

test('CONT-1: IMPORT goes from the quay to the warehouse and returns the empty', async () => {
  const teardown_stops = [stop('Empty depot', { activity: 'CUSTOM', custom_activity_label: 'Return empty' })]
  const status = await read(order({ container: container('IMPORT'), consignments: carried, teardown_stops }))
  expect(namesOf(status)).toEqual(['Quay 7', 'Warehouse', 'Empty depot'])
  expect(status.container).toMatchObject({ container_scenario: 'IMPORT', container_number: 'MSKU1234565' })
})

test('CONT-2: EXPORT collects the empty before it loads', async () => {
  const setup_stops = [stop('Empty depot', { activity: 'COLLECT_EMPTY_CONTAINER' })]
  const status = await read(order({ container: container('EXPORT'), consignments: carried, setup_stops }))
  expect(namesOf(status)).toEqual(['Empty depot', 'Quay 7', 'Warehouse'])
})

test('CONT-3: setup stops come first, then the consignments, then teardown stops', async () => {
  const status = await read(
    order({
      container: container('EXPORT'),
      consignments: carried,
      setup_stops: [stop('First'), stop('Second')],
      teardown_stops: [stop('Last')],
    }),
  )
  expect(namesOf(status)).toEqual(['First', 'Second', 'Quay 7', 'Warehouse', 'Last'])
})

test('CONT-4: the top-level spelling is equivalent, and its stops need a location only', async () => {
  const status = await read(
    order({
      container_scenario: 'EXPORT',
      container_number: 'TGHU7654321',
      container_type: { code: '22G1' },
      consignments: carried,
      setup_input: [{ location: place('Yard A') }],
      teardown_input: [{ location: place('Yard B') }],
    }),
  )
  expect(namesOf(status)).toEqual(['Yard A', 'Quay 7', 'Warehouse', 'Yard B'])
  expect(status.container).toMatchObject({ container_scenario: 'EXPORT', container_number: 'TGHU7654321' })
})

test('CONT-4: two spellings that contradict each other are 422', async () => {
  const body = order({ container: container('IMPORT'), container_scenario: 'EXPORT', consignments: carried })
  const problem = await a.refused(body, 422)
  expect(problem.errors?.map(({ path }) => path)).toEqual(['container_scenario'])
})

test('CONT-5: setup stops of an IMPORT and teardown stops of an EXPORT are kept in their order', async () => {
  const imported = order({ container: container('IMPORT'), consignments: carried, setup_stops: [stop('Before')] })
  expect(namesOf(await read(imported))).toEqual(['Before', 'Quay 7', 'Warehouse'])
  const exported = order({ container: container('EXPORT'), consignments: carried, teardown_stops: [stop('After')] })
  expect(namesOf(await read(exported))).toEqual(['Quay 7', 'Warehouse', 'After'])
})

test('CONT-6: the seal number belongs to the container', async () => {
  const seal = unique('seal')
  const body = order({ container: container('IMPORT', { seal_number: seal }), consignments: carried })
  expect((await read(body)).container?.seal_number).toBe(seal)
})

test.each(['IMPORT', 'EXPORT'])('COMPAT-2: the deprecated yard stop still works for %s', async (scenario) => {
  const body = order({
    container: container(scenario),
    consignments: carried,
    container_load_unload_stop: { location: place('Yard') },
  })
  const names = namesOf(await read(body))
  expect(names).toEqual(scenario === 'EXPORT' ? ['Yard', 'Quay 7', 'Warehouse'] : ['Quay 7', 'Warehouse', 'Yard'])
})
