import { listSavedViews } from '@cartage/contract/app/saved-views'
import {
  AuditRecord,
  AuditVerification,
  countAuditRecords,
  listAuditRecords,
  verifyAuditTrail,
} from '@cartage/contract/audit/app'
import { listRoles } from '@cartage/contract/auth/app/roles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { describe, expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { HistoryList, HistoryTab } from './history.list.tsx'
import { auditRoute } from './routes.ts'

const record = (sequence: number, members: Members<AuditRecord> = {}) =>
  sampleOf(AuditRecord, {
    sequence,
    actor: { kind: 'user', actor_id: 'pia', name: 'Pia Planner' },
    action: 'updated',
    entity_type: 'company',
    entity_id: `company-${sequence}`,
    ...members,
  })
const renamed = record(7, {
  changes: { name: { before: 'Old', after: 'New' }, is_blocked: { before: null, after: true } },
})
const deleted = record(6, { action: 'deleted', actor: { kind: 'operator', actor_id: null, name: null } })

async function open(page: Page, address: string, items: AuditRecord[], next_cursor: string | null = null) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countAuditRecords, {
    actors: [{ actor_id: 'pia', kind: 'user', name: 'Pia Planner', count: 4 }],
    by_action: { updated: 3, created: 9, unheard_of: 1 },
    by_entity_type: { company: 5 },
  })
  page.server.on(listAuditRecords, ({ query }) =>
    query?.cursor === undefined ? { items, next_cursor } : { items: [record(1)], next_cursor: null },
  )
  await page.open(auditRoute, address)
}
const entries = () => screen.findAllByRole('article')
const asked = (page: Page) => page.server.requests(listAuditRecords).map(({ query }) => query)

describe('the audit trail', () => {
  test('shows actor, action and record, and each member before and after', async ({ page }) => {
    await open(page, '/settings/audit', [renamed, deleted])
    const [first, second] = await entries()
    expect(first!.textContent).toMatch(/Pia Planner.*updated.*Company.*company-7.*#7/)
    expect(first!.textContent).toMatch(/Name.*Old.*New.*On hold.*Yes/)
    expect(second!.textContent).toMatch(/Operator.*deleted.*company-6/)
  })

  test('is filtered by a person and a record by clicking their names in an entry', async ({ page }) => {
    await open(page, '/settings/audit', [renamed])
    await page.user.click(await screen.findByTitle('Only changes by Pia Planner'))
    await waitFor(() => expect(asked(page).at(-1)).toEqual({ actor_id: 'pia' }))
    await page.user.click(await screen.findByTitle('Only this record'))
    await waitFor(() =>
      expect(asked(page).at(-1)).toEqual({ actor_id: 'pia', entity_type: 'company', entity_id: 'company-7' }),
    )
    await page.user.click(screen.getByRole('button', { name: 'Only company-' }))
    await waitFor(() => expect(asked(page).at(-1)).toEqual({ actor_id: 'pia', entity_type: 'company' }))
  })

  test('is filtered by action, the most frequent first, and unknown codes are shown unchanged', async ({ page }) => {
    await open(page, '/settings/audit?type=company&id=company-7', [renamed])
    await page.addFilter('Action')
    const choices = await screen.findAllByRole('menuitemcheckbox')
    expect(choices.map(({ textContent }) => textContent)).toEqual(['created9', 'updated3', 'unheard_of1'])
    await page.user.click(choices[2]!)
    await waitFor(() => expect(page.address).toContain('action=unheard_of'))
    await page.user.keyboard('{Escape}')
    await page.user.click(await screen.findByRole('button', { name: 'Clear Record' }))
    await waitFor(() => expect(asked(page).at(-1)).toEqual({ action: 'unheard_of' }))
  })

  test('AUDIT-11: is narrowed to days in the time zone of the organisation, the last one included', async ({
    page,
  }) => {
    await open(page, '/settings/audit?from=2026-03-28&to=2026-03-29', [renamed])
    await entries()
    expect(asked(page)).toEqual([{ from: '2026-03-27T23:00:00Z', to: '2026-03-29T22:00:00Z' }])
    await page.user.click(screen.getByRole('button', { name: 'Clear Day' }))
    await waitFor(() => expect(asked(page).at(-1)).toEqual({}))
    await page.addFilter('Day')
    await page.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Yesterday' }))
    await waitFor(() => expect(page.address).toContain('when=yesterday'))
    const { from = '', to = '' } = asked(page).at(-1)!
    expect(Date.parse(to) - Date.parse(from)).toBeGreaterThan(22 * 3_600_000)
    expect(Date.parse(to)).toBeLessThanOrEqual(Date.now())
  })

  test('requests a record id only with the kind of record', async ({ page }) => {
    await open(page, `/settings/audit?q=request-1&id=${id(3)}`, [renamed])
    await entries()
    expect(asked(page)).toEqual([{ q: 'request-1' }])
  })

  test('has the keys of every list; Enter keeps the entries of one record', async ({ page }) => {
    await open(page, '/settings/audit', [renamed, deleted])
    await entries()
    await page.user.keyboard('jj')
    expect(document.activeElement?.textContent).toContain('company-6')
    await page.user.keyboard('k')
    expect(document.activeElement?.textContent).toContain('company-7')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(asked(page).at(-1)).toEqual({ entity_type: 'company', entity_id: 'company-7' }))
  })

  test('shows older entries on request, with the cursor alone', async ({ page }) => {
    await open(page, '/settings/audit?action=updated', [renamed], 'older')
    await page.user.click(await screen.findByRole('button', { name: 'Show older entries' }))
    await waitFor(async () => expect(await entries()).toHaveLength(2))
    expect(asked(page)).toEqual([{ action: 'updated' }, { cursor: 'older' }])
    expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull()
  })

  test('loads older entries when the selection reaches the last one', async ({ page }) => {
    await open(page, '/settings/audit', [renamed], 'older')
    await entries()
    await page.user.keyboard('j')
    await waitFor(async () => expect(await entries()).toHaveLength(2))
  })

  test('without entries explains this, and under filters how to clear them', async ({ page }) => {
    await open(page, '/settings/audit?action=merged', [])
    await page.user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No changes yet')).toBeDefined()
    expect(page.address).toBe('/settings/audit')
  })

  test('that could not be loaded shows the reason, and is loaded again', async ({ page }) => {
    await open(page, '/settings/audit', [])
    page.server.reject(listAuditRecords, { status: 503, code: 'busy' })
    page.queries.removeQueries({ queryKey: ['audit'] })
    await page.open(auditRoute, '/settings/audit?q=x')
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(listAuditRecords, { items: [renamed], next_cursor: null })
    await page.user.click(again)
    expect(await entries()).toHaveLength(1)
  })

  test('is not requested for a role that may not read it', async ({ page }) => {
    page.signIn({ role: 'PLANNER' })
    page.server.on(listRoles, { items: [] })
    await page.open(auditRoute, '/settings/audit')
    expect(await screen.findByText("You don't have access")).toBeDefined()
    expect(page.server.requests(listAuditRecords)).toEqual([])
    expect(screen.queryByRole('button', { name: 'Verify audit trail' })).toBeNull()
  })
})

describe('verifying the audit trail', () => {
  const verify = async (page: Page) =>
    await page.user.click(await screen.findByRole('button', { name: 'Verify audit trail' }))

  test('shows how many entries are intact, with the last hash', async ({ page }) => {
    await open(page, '/settings/audit', [renamed])
    page.server.on(verifyAuditTrail, sampleOf(AuditVerification, { records: 12_345, hash: 'abc123' }))
    await verify(page)
    expect(await screen.findByText(/12,345 entries verified/)).toBeDefined()
    expect(screen.getByText('abc123')).toBeDefined()
  })

  test('shows the broken place of the trail, and the reason', async ({ page }) => {
    await open(page, '/settings/audit', [renamed])
    const fault = { sequence: 42, reason: 'changed' as const, message: 'Entry 42 was changed.' }
    page.server.on(verifyAuditTrail, sampleOf(AuditVerification, { fault }))
    await verify(page)
    expect(await screen.findByText('Audit trail broken at entry 42')).toBeDefined()
    expect(screen.getByText('Entry 42 was changed.')).toBeDefined()
  })

  test('that failed shows the reason', async ({ page }) => {
    await open(page, '/settings/audit', [renamed])
    page.server.reject(verifyAuditTrail, { status: 503, code: 'busy', message: 'Another check is running.' })
    await verify(page)
    expect(await screen.findByText('Another check is running.')).toBeDefined()
  })
})

describe('the history of a record', () => {
  const options = (items: AuditRecord[]) => queryOptions({ queryKey: ['history'], queryFn: async () => ({ items }) })

  test('shows each change with old and new value; a creation shows no members', async ({ page }) => {
    const created = record(1, { action: 'created', changes: { name: { before: null, after: 'Old' } } })
    await page.show(<HistoryTab options={options([renamed, created])} />)
    const lines = await screen.findAllByRole('listitem')
    expect(lines[0]!.textContent).toMatch(/Updated by Pia Planner.*Name.*Old → New/)
    expect(within(lines[0]!).getByText('— → Yes')).toBeDefined()
    expect(lines[1]!.textContent).toContain('Created by')
    expect(within(lines[1]!).queryByRole('term')).toBeNull()
  })

  test('that is empty explains its content', async ({ page }) => {
    await page.show(<HistoryTab options={options([])} />)
    expect(await screen.findByText('No changes yet')).toBeDefined()
  })

  test('that could not be loaded shows the reason', async ({ page }) => {
    function List() {
      const query = useQuery({
        queryKey: ['history', 'failing'],
        queryFn: async (): Promise<{ items: AuditRecord[] }> => {
          throw new Error('No connection.')
        },
      })
      return <HistoryList query={query} />
    }
    await page.show(<List />)
    expect((await screen.findByRole('alert')).textContent).toContain('No connection.')
  })
})
