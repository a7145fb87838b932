import { getDay } from '@cartage/contract/app/day'
import { answerTrip } from '@cartage/contract/dispatch/app/answers'
import { createCarrierLink } from '@cartage/contract/doors/app/links'
import type { Permission } from '@cartage/contract/endpoint'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { afterAll, expect, test } from 'vitest'
import { permissionsOf } from '../auth/permissions.rules.ts'
import { statement } from '../db/statement.ts'
import { addCompany } from '../testing/data/fleet.ts'
import { firstStart, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { readDay } from './day.views.ts'

const hour = 3_600_000
const dayBefore = firstStart - 24 * hour
const server = await startTestServer({ now: () => new Date(dayBefore) })
afterAll(() => server.close())

const addPhone = statement(
  'test.insert_phone_of_carrier',
  `insert into company_contact (tenant_id, company_id, position, name, phone_number)
   values ($1, $2, 0, 'Office', '+3293000000') returning contact_id`,
)
const text = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

/** A trip whose carrier is asked by link the day before to answer within two hours, and its exceptions on Today. */
async function asked() {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const { tripId: trip_id } = await plannedTrip(server, tenant)
  const company_id = await addCompany(tenant)
  await tenant.asTenant((tx) => tx.query(addPhone, company_id))
  const override = { reason: 'Agreed' }
  const giveTo = (subcontractor_id: string) =>
    planner(givePlanningCommand, { body: { kind: 'ASSIGN', trip_id, subcontractor_id, override } })
  await giveTo(company_id)
  const ask = (hours: number) => {
    const answer_by = text(dayBefore + hours * hour)
    return planner(createCarrierLink, { params: { trip_id }, body: { days: 30, answer_by, override } })
  }
  await ask(2)
  const shown = async (now: number, without?: Permission) => {
    const permissions = permissionsOf('PLANNER').filter((one) => one !== without)
    const { exceptions } = await tenant.asTenant((tx) => readDay(tx, { permissions, group: undefined }, now))
    return exceptions.filter(({ kind }) => kind === 'CARRIER_SILENT')
  }
  return { tenant, planner, trip_id, giveTo, shown }
}

test('DISP-9: a carrier that does not answer by its deadline is an exception on Today, with its telephone, until it answers', async () => {
  const { planner, trip_id, shown } = await asked()
  expect(await shown(dayBefore + hour)).toEqual([])
  const answer_by = text(dayBefore + 2 * hour)
  expect(await shown(dayBefore + 3 * hour)).toMatchObject([
    {
      ...{
        trip_id,
        carrier_name: 'Subco',
        phone_number: '+3293000000',
        severity: 'SLIGHT',
        damage_at: text(firstStart),
      },
      silent: { company_name: 'Subco', answer_by, is_dispatched: false },
    },
  ])
  expect(await shown(firstStart - hour, 'company.read')).toMatchObject([{ severity: 'SEVERE', phone_number: null }])
  const stranger = await (await server.tenant()).user('PLANNER')
  expect((await stranger(getDay, {})).exceptions).toEqual([])
  await planner(answerTrip, { params: { trip_id }, body: { answer: 'ACCEPTED', plate: null, driver_name: null } })
  expect(await shown(dayBefore + 3 * hour)).toEqual([])
})

test('DISP-9: after a change of carrier the trip waits for no answer of the previous one', async () => {
  const { tenant, giveTo, shown } = await asked()
  expect(await shown(dayBefore + 3 * hour)).toHaveLength(1)
  await giveTo(await addCompany(tenant))
  expect(await shown(dayBefore + 3 * hour)).toEqual([])
})
