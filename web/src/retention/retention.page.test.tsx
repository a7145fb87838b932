import { getSession } from '@cartage/contract/auth/app/session'
import {
  erasePerson,
  listRetentionPeople,
  listRetentionRuns,
  previewPurge,
  RetentionCount,
  RetentionPerson,
  RetentionRun,
  retentionKinds,
  runPurge,
} from '@cartage/contract/retention/app'
import {
  getTenantSettings,
  putTenantSettings,
  TenantConfiguration as schema,
} from '@cartage/contract/tenants/app/configuration'
import { defaultRetention } from '@cartage/contract/tenants/app/tenant-settings'
import { describe, expect } from 'vitest'
import { type Page, screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { sessionOf } from '../testing/session.ts'
import { retentionRoute } from './routes.ts'

const given = sampleOf(schema, { settings: { retention: defaultRetention } })
const driver = sampleOf(RetentionPerson, {
  ...{ person_type: 'DRIVER', person_id: id(1), name: 'Ann Peeters', company_id: null, company_name: null },
  ...{ since: '2025-01-02T08:00:00Z', erased_on: '2027-01-02' },
})
const run = sampleOf(RetentionRun, {
  ...{ run_id: id(2), kind: 'PURGE', actor_kind: 'system', actor_name: null, person_type: null, person_id: null },
  ...{ counts: { POSITIONS: 1_200 }, finished_at: '2026-02-01T03:00:00Z', failure: null },
})
const counts = retentionKinds.map((kind) =>
  sampleOf(RetentionCount, { kind, days: kind === 'AUDIT' ? null : 90, rows: kind === 'MAILS' ? 3 : 0 }),
)

async function open(page: Page, runs: RetentionRun[] = [run]) {
  page.server.on(getTenantSettings, given)
  page.server.on(previewPurge, { items: counts })
  page.server.on(listRetentionRuns, { items: runs })
  page.server.on(listRetentionPeople, { items: [driver] })
  await page.open(retentionRoute, '/settings/personal-data')
  await screen.findByRole('heading', { name: 'People who left' })
}

describe('personal data', () => {
  test('the days of one kind are changed, and the other settings stay', async ({ page }) => {
    await open(page)
    page.server.on(putTenantSettings, given)
    const field = screen.getByLabelText<HTMLInputElement>(/^Messages of partners/, { selector: 'input' })
    await page.user.clear(field)
    await page.user.type(field, '3')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(page.server.requests(putTenantSettings)).toHaveLength(0)
    await page.user.type(field, '0')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(page.server.requests(putTenantSettings)[0]!.body).toEqual({
      ...given.settings,
      retention: { ...defaultRetention, messages_days: 30 },
    })
  })

  test('RET-4: the content of a purge is shown before it is requested', async ({ page }) => {
    await open(page)
    const table = await screen.findByRole('table', { name: 'What a purge would remove' })
    expect(within(table).getByText('Sent e-mails').closest('tr')!.textContent).toContain('3')
    expect(within(table).getByText('Audit trail').closest('tr')!.textContent).toContain('No end')
    page.server.on(runPurge, run)
    await page.user.click(screen.getByRole('button', { name: 'Purge now' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('3 rows')
    await page.user.click(within(dialog).getByRole('button', { name: 'Purge' }))
    expect(page.server.requests(runPurge)).toHaveLength(1)
  })

  test('the last purges show their author and numbers, and why one does not continue', async ({ page }) => {
    await open(page, [{ ...run, finished_at: null, failure: 'disk full' }])
    const table = await screen.findByRole('table', { name: 'Purges' })
    expect(table.textContent).toMatch(/Daily purge.*In progress: Positions and telematics 1,200/)
    expect(screen.getByText(/disk full/)).toBeDefined()
  })

  test('RET-3: a person is erased after a confirmation', async ({ page }) => {
    await open(page)
    page.server.on(erasePerson, run)
    await page.user.click(await screen.findByRole('button', { name: 'Erase Ann Peeters' }))
    const dialog = await screen.findByRole('dialog')
    await page.user.click(within(dialog).getByRole('button', { name: 'Erase' }))
    expect(page.server.requests(erasePerson)[0]!.body).toEqual({ person_type: 'DRIVER', person_id: id(1) })
  })

  test('without the right to change settings there are no buttons', async ({ page }) => {
    page.server.on(getSession, sessionOf({ role: 'SUPER_ADMIN', without: ['setting.write'] }))
    page.server.on(getTenantSettings, given)
    page.server.on(previewPurge, { items: counts })
    page.server.on(listRetentionRuns, { items: [run] })
    await page.open(retentionRoute, '/settings/personal-data')
    await screen.findByRole('heading', { name: 'Personal data' })
    expect(screen.queryByRole('button', { name: 'Purge now' })).toBeNull()
    expect(screen.queryByText('People who left')).toBeNull()
  })
})
