import { answerTrip } from '@cartage/contract/dispatch/app/answers'
import { countDispatchBoard, dispatchTrips, listDispatchBoard } from '@cartage/contract/dispatch/app/board'
import { afterAll, expect, test } from 'vitest'
import { addPartner, dispatchSetup } from '../../testing/data/dispatch.ts'
import { rejection } from '../../testing/data/orders.ts'
import { plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('DISP-7: trips of a range are listed with their carrier and state, counted, dispatched and answered', async () => {
  const { planner, tripId, trip, subcontractor } = await dispatchSetup(server)
  const range = { from: '2026-02-02T00:00:00Z', to: '2026-02-03T00:00:00Z' }
  const list = async (filters: object = {}) => planner(listDispatchBoard, { query: { ...range, ...filters } })
  const counts = async (filters: object = {}) => planner(countDispatchBoard, { query: { ...range, ...filters } })
  expect(await list()).toMatchObject({
    ...{ total: 1, is_cut: false },
    items: [
      {
        ...{ trip_id: tripId, company_id: subcontractor, company_name: 'Hauler One', state: 'NOT_SENT' },
        ...{ destination_name: null, revision: null, since: null, can_answer: true, stop_count: trip.stops.length },
      },
    ],
  })
  const unknown = server.ctx.newId()
  const answer = await planner(dispatchTrips, { body: { trip_ids: [tripId, unknown] } })
  expect(answer.items).toMatchObject([
    { id: tripId, is_done: true },
    { id: unknown, is_done: false },
  ])
  await server.drain()
  expect((await list()).items).toMatchObject([
    { state: 'SILENT', destination_name: 'Hauler One', revision: 1, since: expect.any(String), failure: null },
  ])
  await planner(answerTrip, { params: { trip_id: tripId }, body: { answer: 'REFUSED', reason: 'No truck left.' } })
  expect((await list({ state: 'REFUSED', company: subcontractor, q: 'hauler' })).items).toMatchObject([
    { state: 'REFUSED', answer: { reason: 'No truck left.' } },
  ])
  expect((await list({ state: 'ACCEPTED' })).total).toBe(0)
  expect(await counts({ state: 'ACCEPTED' })).toEqual({
    ...{ total: 1, overdue: 0, by_state: { REFUSED: 1 }, companies: [] },
  })
  expect((await counts()).companies).toEqual([{ company_id: subcontractor, company_name: 'Hauler One', count: 1 }])
  expect((await list({ from: range.to, to: '2026-02-04T00:00:00Z' })).items).toEqual([])
  const stranger = await (await server.tenant()).user('PLANNER')
  expect((await stranger(listDispatchBoard, { query: range })).items).toEqual([])
})

test('DISP-7: trips of our own vehicles are on the board once an application receives them', async () => {
  const { tenant, planner } = await dispatchSetup(server)
  const own = await plannedTrip(server, tenant)
  const query = { from: '2026-02-02T00:00:00Z', to: '2026-02-03T00:00:00Z' }
  const row = async () => {
    const { items } = await planner(listDispatchBoard, { query })
    return items.find(({ trip_id }) => trip_id === own.tripId)
  }
  expect(await row()).toBeUndefined()
  await addPartner(server, planner, { kind: 'FLEET', name: 'On board' })
  expect(await row()).toMatchObject({ company_id: null, state: 'NOT_SENT', can_answer: false })
  await planner(dispatchTrips, { body: { trip_ids: [own.tripId] } })
  await server.drain()
  expect(await row()).toMatchObject({ state: 'ACCEPTED', destination_name: 'On board', answer_by: null })
})

test('a range that is too long, or ends before it begins, is refused with its end as the member at fault', async () => {
  const planner = await (await server.tenant()).user('PLANNER')
  for (const to of ['2026-04-02T00:00:00Z', '2026-01-02T00:00:00Z']) {
    const query = { from: '2026-02-02T00:00:00Z', to }
    expect(await rejection(planner(listDispatchBoard, { query }))).toMatchObject({ status: 422 })
  }
})
