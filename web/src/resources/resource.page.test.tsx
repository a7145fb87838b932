import { ListedCompany, listCompanyRecords } from '@cartage/contract/companies/app/record'
import { RecordDocument } from '@cartage/contract/documents/app/record'
import { getResourceState } from '@cartage/contract/positions/app/fleet'
import {
  AppResourceAllocation,
  AppResourceGroup,
  archiveResourceAllocation,
  endResourceAllocation,
  listGroupSettings,
  listResourceAllocations,
} from '@cartage/contract/resources/app/groups'
import {
  archiveResourceRecord,
  changeResourceRecord,
  getResourceRecord,
  listResourceDocuments,
  listResourceHistory,
  listResourceTrips,
  ResourceRecord,
  ResourceTrip,
  restoreResourceRecord,
} from '@cartage/contract/resources/app/record'
import { listSettings, Setting } from '@cartage/contract/tenants/app/settings'
import { listResourceUnavailabilities, UnavailabilityRecord } from '@cartage/contract/unavailabilities/app/calendar'
import { addResourceDocument, removeResourceDocument } from '@cartage/contract/validities/app/documents'
import {
  addValidityToResource,
  listValiditiesOfResource,
  removeValidityOfResource,
} from '@cartage/contract/validities/app/validities'
import { ResourceValidityOutput } from '@cartage/contract/validities/validity'
import { describe, expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { resourceRoute } from './routes.ts'

const base = sampleOf(ResourceRecord)
const driver = (members: Members<ResourceRecord> = {}, own: object = {}): ResourceRecord => {
  const record = sampleOf(ResourceRecord, members)
  return { ...record, resource: { ...base.resource, id: id(1), name: 'Ann', code: 'D7', type: 'DRIVER', ...own } }
}

async function open(page: Page, record: ResourceRecord, tab = '') {
  page.server.on(getResourceRecord, record)
  page.server.on(listSettings, { items: [] })
  page.server.on(listResourceUnavailabilities, { items: [] })
  page.server.on(getResourceState, sampleOf(getResourceState.response))
  await page.open(resourceRoute, `/resources/${id(1)}${tab && `?tab=${tab}`}`)
  await screen.findByText('Properties')
}

describe('the page of a resource', () => {
  test('shows its name, type and next expiry, and digits open its tabs', async ({ page }) => {
    await open(page, driver({ next_expiry: { type: 'ADR', ends_at: '2026-01-31T23:00:00Z' } }))
    page.server.on(listResourceTrips, { items: [] })
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeDefined()
    expect(screen.getByTitle(/^Expired/).textContent).toContain('ADR')
    await page.user.keyboard('5')
    expect(await screen.findByText('No trips yet')).toBeDefined()
    expect(page.address).toBe(`/resources/${id(1)}?tab=trips`)
  })

  test('HOURS-5: a driver has hours for users who may see personal data, and a vehicle has none', async ({ page }) => {
    await open(page, driver())
    expect(screen.getByRole('tab', { name: 'Hours' })).toBeDefined()
    page.signIn({ role: 'PLANNER', without: ['resource.personal'] })
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Hours' })).toBeNull())
  })

  test('archives it at once, and Undo restores it', async ({ page }) => {
    await open(page, driver())
    page.server.on(archiveResourceRecord, undefined)
    page.server.on(restoreResourceRecord, undefined)
    await page.user.click(screen.getByRole('button', { name: 'More' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Archive' }))
    expect(await screen.findByText('Ann archived')).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Ann restored')).toBeDefined()
    expect(page.server.requests(archiveResourceRecord)).toMatchObject([{ params: { resource_id: id(1) } }])
    expect(page.server.requests(restoreResourceRecord)).toHaveLength(1)
  })

  test('shows that an archived one is read-only, and offers neither editing nor certificates', async ({ page }) => {
    await open(page, driver({ is_archived: true }))
    expect(screen.getByText('Archived. Read-only until restored.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Certificates' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Restore' })).toBeDefined()
  })

  test('can be loaded again after a failure', async ({ page }) => {
    page.server.disconnect(getResourceRecord)
    await page.open(resourceRoute, `/resources/${id(1)}`)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    await open(page, driver())
    await page.user.click(retry)
    expect(await screen.findAllByText('Ann')).not.toHaveLength(0)
  })
})

describe('owner of a resource', () => {
  test('a subcontractor is found by its name and removed with the cross', async ({ page }) => {
    const company = sampleOf(ListedCompany, { company_id: id(5), name: 'Fast Freight' })
    page.server.on(listCompanyRecords, { items: [company], total: 1 })
    page.server.on(changeResourceRecord, sampleOf(changeResourceRecord.response))
    const owned = { subcontractor: { row_id: id(6) } }
    await open(page, driver({ subcontractor_name: 'Old Haulage' }, owned))
    await page.user.click(screen.getByRole('combobox', { name: 'Carrier' }))
    await page.user.click(await screen.findByRole('option', { name: 'Fast Freight' }))
    await page.user.click(screen.getByRole('button', { name: 'Remove Carrier' }))
    await waitFor(() =>
      expect(page.server.bodies(changeResourceRecord)).toEqual([
        { subcontractor: { row_id: id(5) } },
        { subcontractor: null },
      ]),
    )
    expect(page.server.requests(listCompanyRecords)[0]?.query).toMatchObject({ role: 'subcontractor' })
  })

  test('equipment is ticked, and a rejection by the server is reported', async ({ page }) => {
    await open(page, driver({}, { extras: [{ code: 'PTO' }] }))
    page.server.on(listSettings, ({ params }) => ({
      items: params.kind === 'extras' ? [sampleOf(Setting, { values: { code: 'ADR', name: 'ADR kit' } })] : [],
    }))
    await page.queries.invalidateQueries({ queryKey: ['settings'] })
    page.server.reject(changeResourceRecord, { status: 409, code: 'conflict', message: 'Changed meanwhile.' })
    await page.user.click(screen.getByRole('button', { name: /^Equipment/ }))
    await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /ADR kit/ }))
    expect(await screen.findByText('Changed meanwhile.')).toBeDefined()
    expect(page.server.bodies(changeResourceRecord)).toEqual([{ extras: [{ code: 'PTO' }, { code: 'ADR' }] }])
  })
})

test('the last position, ignored positions and the next unavailability are shown', async ({ page }) => {
  await open(page, driver())
  const recorded_at = '2026-03-02T08:00:00Z'
  page.server.on(getResourceState, {
    states: [
      { kind: 'POSITION', recorded_at, value: { latitude: 51.0543219, longitude: 3.7174 } },
      { kind: 'FUEL', recorded_at, value: { percent: 62 } },
    ],
    doubt: { ...sampleOf(getResourceState.response).doubt, no_fix: 3, jumps: 1 },
  })
  const away = { id: id(2), reason: 'DRIVER_HOLIDAY', start_time: '2999-03-02T08:00:00Z', end_time: null } as const
  const over = { id: id(3), reason: 'DRIVER_SICKNESS', end_time: '2001-03-02T08:00:00Z' } as const
  page.server.on(listResourceUnavailabilities, {
    items: [sampleOf(UnavailabilityRecord, over), sampleOf(UnavailabilityRecord, away)],
  })
  await page.queries.invalidateQueries({ queryKey: ['resources'] })
  const onMap = await screen.findByRole('link', { name: '51.0543° N, 3.7174° E' })
  expect(onMap.getAttribute('href')).toContain('mlat=51.05432&mlon=3.7174')
  expect(screen.getByText('3 at 0, 0 and 1 jump in 7 days')).toBeDefined()
  expect(screen.getByText('62')).toBeDefined()
  expect(await screen.findByText('Holiday')).toBeDefined()
  expect(screen.queryByText('Sickness')).toBeNull()
})

describe('the groups of a resource', () => {
  const allocation = (members: Members<AppResourceAllocation>) =>
    sampleOf(AppResourceAllocation, { kind: 'FIXED', resource_id: id(1), ...members })
  const fixed = allocation({ id: id(20), resource_group_id: id(10), resource_group_name: 'Containers' })
  const group = (at: number, name: string) => sampleOf(AppResourceGroup, { id: id(at), name })

  async function openGroups(page: Page, items: AppResourceAllocation[]) {
    page.server.on(listGroupSettings, { items: [group(10, 'Containers'), group(11, 'Bulk')] })
    page.server.on(listResourceAllocations, { items })
    await open(page, driver(), 'groups')
  }

  test('the fixed group is changed in place, and Undo puts the resource back', async ({ page }) => {
    await openGroups(page, [fixed])
    page.server.on(changeResourceRecord, sampleOf(changeResourceRecord.response))
    const select = await screen.findByRole('combobox', { name: 'Fixed group' })
    await waitFor(() => expect(select.textContent).toContain('Containers'))
    await page.user.click(select)
    await page.user.click(await screen.findByRole('option', { name: 'Bulk' }))
    await screen.findByText('Group changed')
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(page.server.bodies(changeResourceRecord)).toEqual([
        { resource_group: { id: id(11) } },
        { resource_group: { id: id(10) } },
      ]),
    )
  })

  test('a last day is typed in place and set with Enter; Escape and unreadable text set none', async ({ page }) => {
    await openGroups(page, [fixed])
    page.server.on(endResourceAllocation, { items: [] })
    await page.user.click(await screen.findByRole('button', { name: /Set last day/ }))
    await page.user.type(screen.getByRole('textbox', { name: 'Until, in Containers' }), '1-7-2026{Escape}')
    await page.user.click(screen.getByRole('button', { name: /Set last day/ }))
    const field = screen.getByRole('textbox', { name: 'Until, in Containers' })
    await page.user.type(field, 'soon{Enter}')
    expect(screen.getByRole('alert').textContent).toContain('Date not recognised.')
    expect(page.server.requests(endResourceAllocation)).toEqual([])
    await page.user.clear(field)
    await page.user.type(field, '31-7-2026{Enter}')
    expect(await screen.findByText('Containers: until 2026-07-31')).toBeDefined()
    expect(page.server.requests(endResourceAllocation)).toMatchObject([
      { params: { resource_allocation_id: id(20) }, body: { ends_on: '2026-07-31' } },
    ])
  })

  test('an allocation is removed; if it was removed before, this is shown', async ({ page }) => {
    const gone = allocation({ id: id(21), resource_group_name: 'Bulk', kind: 'ROTATING', is_archived: true, turn: 2 })
    await openGroups(page, [fixed, gone])
    page.server.on(archiveResourceAllocation, { items: [] })
    const line = within((await screen.findByRole('link', { name: 'Bulk' })).closest('li')!)
    expect(line.getByText('Removed')).toBeDefined()
    expect(line.getByText(/^turn 2/)).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Removed from Containers')).toBeDefined()
    expect(page.server.requests(archiveResourceAllocation)).toMatchObject([
      { params: { resource_allocation_id: id(20) } },
    ])
  })

  test('a resource without a group explains the purpose of groups; a person who may only read changes none', async ({
    page,
  }) => {
    page.signIn({ role: 'VIEWER' })
    await openGroups(page, [])
    expect(await screen.findByText('No group')).toBeDefined()
    expect(screen.queryByRole('combobox', { name: 'Fixed group' })).toBeNull()
  })
})

test('certificates are added and removed under the resource', async ({ page }) => {
  const card = sampleOf(ResourceValidityOutput, { id: id(30), type: 'A1_DOCUMENT', end_time: null })
  page.server.on(listValiditiesOfResource, { items: [card] })
  page.server.on(addValidityToResource, card)
  page.server.on(removeValidityOfResource, undefined)
  await open(page, driver(), 'validities')
  await page.user.click(await screen.findByRole('button', { name: 'Remove' }))
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(page.server.requests(addValidityToResource)).toHaveLength(1))
  const params = { resource_id: id(1) }
  expect(page.server.requests(removeValidityOfResource)).toMatchObject([{ params: { ...params, validity_id: id(30) } }])
  expect(page.server.requests(addValidityToResource)).toMatchObject([{ params, body: { type: 'A1_DOCUMENT' } }])
})

test('trips link to their pages, with their routes', async ({ page }) => {
  const trip = sampleOf(ResourceTrip, { trip_id: id(40), name: 'T-7', from: 'Ghent', to: 'Lyon', stop_count: 3 })
  page.server.on(listResourceTrips, { items: [trip] })
  await open(page, driver(), 'trips')
  const link = await screen.findByRole('link', { name: 'T-7' })
  expect(link.getAttribute('href')).toBe(`/trips/${id(40)}`)
  expect(link.closest('li')!.textContent).toContain('Ghent → Lyon 3 stops')
})

test('documents are added and removed under the resource', async ({ page }) => {
  const file = sampleOf(RecordDocument, { document_id: id(50), name: 'licence.pdf' })
  page.server.on(listResourceDocuments, { items: [file] })
  page.server.on(addResourceDocument, sampleOf(addResourceDocument.response))
  page.server.on(removeResourceDocument, undefined)
  await open(page, driver(), 'documents')
  await page.user.click(await screen.findByRole('button', { name: 'Remove licence.pdf' }))
  await page.user.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByText('licence.pdf removed')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await page.user.upload(input, new File(['x'], 'adr.pdf', { type: 'application/pdf' }))
  await screen.findByText('adr.pdf added')
  expect(page.server.requests(removeResourceDocument)).toMatchObject([
    { params: { resource_id: id(1), document_id: id(50) } },
  ])
  expect(page.server.requests(addResourceDocument)).toMatchObject([{ params: { resource_id: id(1) } }])
})

test('the history and the record of the interface have separate tabs', async ({ page }) => {
  page.server.on(listResourceHistory, { items: [] })
  await open(page, driver(), 'history')
  expect(await screen.findByText('No changes yet')).toBeDefined()
  await page.user.click(screen.getByRole('tab', { name: 'API' }))
  expect(await screen.findByText(/"type": "DRIVER"/)).toBeDefined()
})
