import { changeSimulation, getSimulation, removeSimulation, startSimulation } from '@cartage/contract/app/simulation'
import { getTenantSettings } from '@cartage/contract/tenants/app/configuration'
import { getOrganisation } from '@cartage/contract/tenants/app/organisation'
import { listSettings } from '@cartage/contract/tenants/app/settings'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor } from '../testing/page.tsx'
import { sampleOf } from '../testing/sample.ts'
import { settingsPages } from './routes.ts'

const [, organisationRoute] = settingsPages
const button = (name: string) => screen.getByRole('button', { name })

const running = sampleOf(getSimulation.response, {
  is_offered: true,
  simulation: {
    ...{ state: 'RUNNING', driven_by: 'SERVER', speed: 60, is_live: false, failure: null, sent: 120, rejected: 0 },
    ...{ clock_at: '2026-03-04T08:10:00Z', reported_until: '2026-03-04T08:10:00Z', seed: 1, scenarios: [] },
    latest: [{ at: '2026-03-04T08:00:00Z', event: 'ARRIVED', trip_id: null, name: 'T-000012' }],
    waiting: [{ trip_id: '3f7c2f4e-0a36-4a5f-9a27-1a4ad3a7b001', name: 'T-000013', reason: 'DRIVER_AWAY' }],
  },
})

async function open(page: Page, state: typeof running) {
  page.server.on(getTenantSettings, sampleOf(getTenantSettings.response))
  page.server.on(getOrganisation, { name: 'Vermeulen', colour: null, logo: null })
  page.server.on(listSettings, { items: [] })
  page.server.on(getSimulation, state)
  await page.open(organisationRoute, '/settings/organisation')
  await screen.findByLabelText('Currency')
}

test('an organisation with sample data starts the simulation, pauses it and removes it', async ({ page }) => {
  await open(page, { is_offered: true, simulation: null })
  page.server.on(startSimulation, running)
  page.server.on(changeSimulation, { ...running, simulation: { ...running.simulation!, state: 'PAUSED' } })
  page.server.on(removeSimulation, { is_offered: true, simulation: null })
  await screen.findByRole('region', { name: 'Simulation' })
  await page.user.click(button('Start'))
  expect(await screen.findByText('T-000013')).toBeDefined()
  expect(page.server.requests(startSimulation)[0]!.body).toMatchObject({ speed: 1, seed: 1 })
  expect(screen.getByText('Driver unavailable')).toBeDefined()
  expect(screen.getByText('Arrival reported', { exact: false })).toBeDefined()
  await page.user.click(button('Pause'))
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeDefined()
  expect(page.server.requests(changeSimulation)[0]!.body).toEqual({ is_paused: true })
  await page.user.click(button('Stop and remove'))
  expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined()
})

test('a planner sees the running simulation and cannot switch it; without sample data it is hidden', async ({
  page,
}) => {
  page.signIn({ role: 'PLANNER' })
  await open(page, running)
  expect(await screen.findByText('T-000013')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
})

test('an organisation without sample data does not see it', async ({ page }) => {
  await open(page, { is_offered: false, simulation: null })
  await waitFor(() => expect(page.server.requests(getSimulation)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Simulation' })).toBeNull()
})
