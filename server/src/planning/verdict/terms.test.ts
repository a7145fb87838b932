import {
  anyTerms,
  type CarrierTerms,
  getCarrierTerms,
  putCarrierTerms,
} from '@cartage/contract/companies/app/carrier-terms'
import { listCompanyHistory } from '@cartage/contract/companies/app/record'
import { createCarrierLink } from '@cartage/contract/doors/app/links'
import { listPlanCandidates } from '@cartage/contract/planning/app/candidates'
import * as planning from '@cartage/contract/planning/app/commands'
import { getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import type { LimitLevel } from '@cartage/contract/tenants/app/planning-limits'
import { afterAll, expect, test } from 'vitest'
import { addCompany } from '../../testing/data/fleet.ts'
import { rejection, simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const override = { reason: 'Agreed' }

/** A trip from Gent to Lille on a Monday, 1,200 kg of flour, and a carrier with terms. */
async function desk(level: LimitLevel = 'WARN', given: object = {}) {
  const tenant = await tripTenant(server)
  const [planner, director] = [await tenant.user('PLANNER'), await tenant.user('SUPER_ADMIN')]
  const { settings } = await director(getTenantSettings, {})
  const planning_limits = { ...settings.planning_limits, carrier_terms: level }
  await director(putTenantSettings, { body: { ...settings, planning_limits } })
  const { orderId } = await addOrder(server, tenant, given)
  const { trips } = await planner(planning.givePlanningCommand, {
    body: { kind: 'PLAN', order_ids: [orderId], override },
  })
  const company_id = await addCompany(tenant)
  const params = { company_id }
  const take = (members: Partial<CarrierTerms>) =>
    planner(putCarrierTerms, { params, body: { ...anyTerms, ...members } })
  const trip_id = trips[0]!.trip_id
  const assign = { trip_id, subcontractor_id: company_id }
  const reasonTexts = async () => {
    const { reasons } = await planner(planning.givePlanningCommand, {
      body: { kind: 'ASSIGN', ...assign, dry_run: true },
    })
    return reasons.flatMap(({ code, severity, message }) =>
      code === 'carrier_terms' ? [`${severity} ${message}`] : [],
    )
  }
  return { tenant, planner, director, trip_id, company_id, params, assign, take, reasonTexts }
}

test('FIT-11: weights, countries and days that a carrier excludes are reported; accepted ones are not', async () => {
  const { take, reasonTexts, planner, params } = await desk()
  expect(await planner(getCarrierTerms, { params })).toEqual(anyTerms)
  expect(await reasonTexts()).toEqual([])
  for (const [members, words] of [
    [{ max_weight_kg: 1_000 }, 'Subco takes at most 1000 kg, and 1200 kg are on board'],
    [{ countries: ['BE'] }, 'Subco does not drive in FR'],
    [{ days: ['SAT' as const, 'SUN' as const] }, 'Subco does not drive on Mondays'],
  ] as const) {
    await take({
      ...members,
      ...('countries' in members && { countries: [...members.countries] }),
    } as Partial<CarrierTerms>)
    expect(await reasonTexts()).toEqual([expect.stringContaining(`SOFT ${words}`)])
  }
  await take({
    max_weight_kg: 1_200,
    countries: ['BE', 'FR'],
    days: ['MON', 'TUE'],
    takes_adr: false,
    takes_containers: false,
  })
  expect(await reasonTexts()).toEqual([])
})

test('FIT-11: goods outside the temperature range of a carrier are reported, with their own range', async () => {
  const [plain] = simpleOrder().consignments!
  const goods = (members: object) => [{ description: 'Fish', quantity: 4, ...members }]
  const frozen = goods({ ordered_transport_temperature_degrees: -18 })
  const { take, reasonTexts } = await desk('WARN', { consignments: [{ ...plain!, goods: frozen }] })
  const ofDegrees = async () => (await reasonTexts()).filter((one) => one.includes('°C'))
  await take({ least_degrees: -5 })
  expect(await ofDegrees()).toEqual([expect.stringMatching(/^SOFT Subco cools to -5 °C, and .* at most -18 °C/)])
  await take({ least_degrees: -25, most_degrees: 8 })
  expect(await ofDegrees()).toEqual([])
  await take({ most_degrees: -20 })
  expect(await ofDegrees()).toEqual([expect.stringMatching(/^SOFT Subco keeps at most -20 °C, and .* at least -18 °C/)])
  // It takes no temperature-controlled goods at all: only that is reported, not the temperature.
  await take({ takes_tempered: false, least_degrees: -5 })
  expect(await ofDegrees()).toEqual([])
  expect(await reasonTexts()).toEqual([expect.stringContaining('takes no goods with a temperature')])
})

test('FIT-11: the organisation chooses the effect: nothing, a warning, or a refusal that a permission overrides', async () => {
  const off = await desk('OFF')
  await off.take({ max_weight_kg: 1 })
  expect(await off.reasonTexts()).toEqual([])
  const { planner, director, assign, take, reasonTexts, trip_id, company_id } = await desk('REFUSE')
  await take({ max_weight_kg: 1 })
  expect(await reasonTexts()).toEqual([expect.stringContaining('HARD')])
  const query = { kind: 'CARRIER', only: company_id } as const
  const { items } = await planner(listPlanCandidates, { params: { trip_id }, query })
  expect(items).toMatchObject([{ verdict: 'HARD', message: expect.stringContaining('takes at most 1 kg') }])
  const refused = await rejection(
    planner(planning.givePlanningCommand, { body: { kind: 'ASSIGN', ...assign, override } }),
  )
  expect(refused).toMatchObject({ status: 409, body: { code: 'plan_refused' } })
  await director(planning.givePlanningCommand, { body: { kind: 'ASSIGN', ...assign, override } })
  // Overrides from planning also count for the link; later violations do not.
  await planner(createCarrierLink, { params: { trip_id }, body: {} })
  await take({ countries: ['ES'] })
  const link = await rejection(planner(createCarrierLink, { params: { trip_id }, body: {} }))
  expect(link).toMatchObject({ status: 409, body: { code: 'plan_refused' } })
})

test('FIT-11: terms are in the history of the company; a viewer changes none, and another organisation sees none', async () => {
  const { tenant, take, planner, params } = await desk()
  await take({ max_weight_kg: 24_000 })
  expect(JSON.stringify((await planner(listCompanyHistory, { params })).items)).toContain('max_weight_kg')
  const viewer = await tenant.user('VIEWER')
  expect(await viewer(getCarrierTerms, { params })).toMatchObject({ max_weight_kg: 24_000 })
  expect(await rejection(viewer(putCarrierTerms, { params, body: anyTerms }))).toMatchObject({ status: 403 })
  const stranger = await (await tripTenant(server)).user('PLANNER')
  expect(await rejection(stranger(getCarrierTerms, { params }))).toMatchObject({ status: 404 })
  expect(await rejection(stranger(putCarrierTerms, { params, body: anyTerms }))).toMatchObject({ status: 404 })
  const wrong = { ...anyTerms, countries: ['Belgium'] }
  expect(await rejection(planner(putCarrierTerms, { params, body: wrong }))).toMatchObject({ status: 422 })
})
