import { listStandstills } from '@cartage/contract/app/standstills'
import { answerTrip, getTripAnswer, listTripAnswers } from '@cartage/contract/dispatch/app/answers'
import { listTripHistory } from '@cartage/contract/trips/app/record'
import { afterAll, expect, test } from 'vitest'
import { bySystem } from '../../audit/rules.ts'
import { addSubcontractor, dispatchSetup } from '../../testing/data/dispatch.ts'
import { linkTo } from '../../testing/data/doors.ts'
import { rejection } from '../../testing/data/orders.ts'
import { plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { reportStops } from '../../trips/report.commands.ts'
import { answerTrip as answer } from './commands.ts'
import { carrierStandings } from './views.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('DISP-5: an answer given by telephone is stored with the revision of the trip, and in its trail with the person who entered it', async () => {
  const { planner, tripId, send, subcontractor } = await dispatchSetup(server)
  const params = { trip_id: tripId }
  const standing = async () => (await planner(getTripAnswer, { params })).standing
  expect(await standing()).toMatchObject({
    state: 'NOT_SENT',
    company_id: subcontractor,
    answer: null,
    can_answer: true,
  })
  await send()
  await server.drain()
  expect(await standing()).toMatchObject({ state: 'SILENT', is_overdue: false, answer_by: expect.any(String) })
  const body = { answer: 'ACCEPTED', plate: '1-ABC-234', driver_name: 'Bo' } as const
  const accepted = await planner(answerTrip, { params, body })
  expect(accepted).toMatchObject({
    state: 'ACCEPTED',
    answer: {
      plate: '1-ABC-234',
      driver_name: 'Bo',
      revision: 1,
      answered_through: 'USER',
      answered_by: expect.any(String),
    },
  })
  const history = async () => (await planner(listTripHistory, { params })).items
  const entries = await history()
  expect(entries[0]).toMatchObject({
    actor: { kind: 'user' },
    changes: { answer: { after: 'ACCEPTED' }, plate: { after: '1-ABC-234' } },
  })
  await planner(answerTrip, { params, body })
  expect(await history()).toHaveLength(entries.length)
})

test('DISP-5: a trip that has started keeps its answer, and a refusal before it is an open issue until a different answer', async () => {
  const { tenant, planner, tripId, orders } = await dispatchSetup(server)
  const params = { trip_id: tripId }
  await planner(answerTrip, { params, body: { answer: 'REFUSED', reason: 'No truck left.' } })
  const open = async () => (await planner(listStandstills, {})).items.filter(({ kind }) => kind === 'REFUSED_TRIP')
  expect(await open()).toMatchObject([{ entity_id: tripId, reason: 'Hauler One · No truck left.' }])
  await planner(answerTrip, { params, body: { answer: 'ACCEPTED' } })
  expect(await open()).toEqual([])
  const { stop_id } = orders[0]!.stops[0]!
  const report = { stop_id, status: 'AT_STOP', event_at: new Date(Date.now() - 60_000).toISOString() } as const
  await tenant.asTenant((tx) => reportStops(server.ctx, tx, [report], 'user', bySystem))
  const late = await rejection(planner(answerTrip, { params, body: { answer: 'REFUSED', reason: 'Too far.' } }))
  expect(late).toMatchObject({ status: 409 })
  expect((await planner(getTripAnswer, { params })).standing).toMatchObject({ state: 'ACCEPTED', can_answer: false })
})

test('DISP-5: a link answers for its own carrier only, and a trip of our own vehicles has no answer', async () => {
  const { tenant, planner, tripId, subcontractor } = await dispatchSetup(server)
  const other = await addSubcontractor(tenant, 'Hauler Two')
  const { linkId } = await linkTo(server, tenant, { door: 'CARRIER', trip_id: tripId, company_id: subcontractor })
  const by = { actor: { kind: 'link', id: linkId }, requestId: null } as const
  const as = (companyId: string) =>
    tenant.asTenant((tx) => answer(server.ctx, tx, by, { tripId, companyId }, { answer: 'ACCEPTED' }))
  await expect(as(other)).rejects.toMatchObject({ code: 'state_conflict' })
  await as(subcontractor)
  const params = { trip_id: tripId }
  expect((await planner(getTripAnswer, { params })).standing).toMatchObject({
    state: 'ACCEPTED',
    answer: { answered_through: 'LINK', revision: null },
  })
  const own = await plannedTrip(server, tenant, { resources: [] })
  expect(await planner(getTripAnswer, { params: { trip_id: own.tripId } })).toEqual({ standing: null })
  const refusal = await rejection(
    planner(answerTrip, { params: { trip_id: own.tripId }, body: { answer: 'ACCEPTED' } }),
  )
  expect(refusal).toMatchObject({ status: 409 })
})

test('DISP-6: the standings of many trips are read at once, without those of another tenant', async () => {
  const { tenant, tripId } = await dispatchSetup(server)
  const stranger = await tripTenant(server)
  const read = (who: typeof tenant) => who.asTenant((tx) => carrierStandings(tx, [tripId], server.ctx.now()))
  expect((await read(tenant)).get(tripId)).toMatchObject({ state: 'NOT_SENT', company_name: 'Hauler One' })
  expect((await read(stranger)).size).toBe(0)
})

test('DISP-6: one request returns the standing of many trips, each equal to its own, without trips of another tenant', async () => {
  const { tenant, planner, tripId, send } = await dispatchSetup(server)
  const own = await plannedTrip(server, tenant)
  await send()
  await planner(answerTrip, { params: { trip_id: tripId }, body: { answer: 'REFUSED', reason: 'Full.' } })
  const query = { trip_ids: `${tripId},${own.tripId}` }
  const { standing } = await planner(getTripAnswer, { params: { trip_id: tripId } })
  expect(standing?.state).toBe('REFUSED')
  expect((await planner(listTripAnswers, { query })).items).toEqual([standing])
  const stranger = await (await tripTenant(server)).user('PLANNER')
  expect((await stranger(listTripAnswers, { query })).items).toEqual([])
  expect((await rejection(planner(listTripAnswers, { query: { trip_ids: '' } }))).status).toBe(422)
})
