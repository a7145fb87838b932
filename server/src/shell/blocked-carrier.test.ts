import { getDay } from '@cartage/contract/app/day'
import { changeCompanyRecord } from '@cartage/contract/companies/app/record'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import { afterAll, expect, test } from 'vitest'
import { permissionsOf } from '../auth/permissions.rules.ts'
import { addCompany } from '../testing/data/fleet.ts'
import { firstStart, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { readDay } from './day.views.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** A trip whose carrier is blocked after planning, and its exceptions on Today the day before. */
async function blocked() {
  const tenant = await tripTenant(server)
  const [planner, director] = [await tenant.user('PLANNER'), await tenant.user('SUPER_ADMIN')]
  const { tripId } = await plannedTrip(server, tenant)
  const company_id = await addCompany(tenant)
  const override = { reason: 'Agreed' }
  await planner(givePlanningCommand, {
    body: { kind: 'ASSIGN', trip_id: tripId, subcontractor_id: company_id, override },
  })
  const setStatus = (status: 'BLOCKED' | 'APPROVED') =>
    director(changeCompanyRecord, { params: { company_id }, body: { purchase: { status } } })
  const reader = { permissions: permissionsOf('PLANNER'), group: undefined }
  const shown = async (now = firstStart - 86_400_000) => {
    const { exceptions } = await tenant.asTenant((tx) => readDay(tx, reader, now))
    return exceptions.filter(({ kind }) => kind === 'CARRIER_BLOCKED')
  }
  return { tenant, planner, director, tripId, company_id, setStatus, shown }
}

test('FIT-10: a trip of a carrier blocked since is an exception on Today until another one has it', async () => {
  const { tenant, planner, tripId, setStatus, shown } = await blocked()
  await setStatus('APPROVED')
  expect(await shown()).toEqual([])
  await setStatus('BLOCKED')
  expect(await shown()).toMatchObject([{ trip_id: tripId, carrier_name: 'Subco', severity: 'SLIGHT' }])
  expect(await shown(firstStart - 3_600_000)).toMatchObject([{ severity: 'SEVERE' }])
  const stranger = await (await server.tenant()).user('PLANNER')
  expect((await stranger(getDay, {})).exceptions).toEqual([])
  const other = await addCompany(tenant)
  const override = { reason: 'Agreed' }
  await planner(givePlanningCommand, { body: { kind: 'ASSIGN', trip_id: tripId, subcontractor_id: other, override } })
  expect(await shown()).toEqual([])
})

test('FIT-10: it is not if the limit is ignored', async () => {
  const { director, setStatus, shown } = await blocked()
  await setStatus('BLOCKED')
  expect(await shown()).toHaveLength(1)
  const { settings } = await director(getTenantSettings, {})
  const planning_limits = { ...settings.planning_limits, carrier_blocked: 'OFF' as const }
  await director(putTenantSettings, { body: { ...settings, planning_limits } })
  expect(await shown()).toEqual([])
})
