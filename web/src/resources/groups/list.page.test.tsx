import {
  AppResourceGroup,
  addResourceAllocation,
  addResourceGroup,
  archiveResourceAllocation,
  changeResourceGroup,
  GroupMember,
  listGroupMembers,
  listGroupSettings,
} from '@cartage/contract/resources/app/groups'
import { describe, expect } from 'vitest'
import { faultOf, type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { faultAt, id, type Members, sampleOf } from '../../testing/sample.ts'
import { groupsRoute } from '../routes.ts'

const containers = sampleOf(AppResourceGroup, { id: id(1), name: 'Containers', resource_count: 12 })
const bulk = sampleOf(AppResourceGroup, { id: id(2), name: 'Bulk' })
const old = sampleOf(AppResourceGroup, { id: id(3), name: 'Old', is_archived: true })
const member = (members: Members<GroupMember> = {}) =>
  sampleOf(GroupMember, {
    id: id(10),
    kind: 'FIXED',
    resource_id: id(11),
    resource_name: 'Ann',
    resource_group_id: id(1),
    resource_group_name: 'Containers',
    starts_on: '2026-03-02',
    ...members,
  })

async function open(page: Page, query = '', members: GroupMember[] = [], groups = [containers, bulk, old]) {
  page.server.on(listGroupSettings, { items: groups })
  page.server.on(listGroupMembers, { items: members })
  await page.open(groupsRoute, `/resources/groups${query}`)
  if (groups.length > 0) await screen.findByRole('navigation', { name: 'Groups' })
}
const names = () => within(screen.getByRole('navigation', { name: 'Groups' })).getAllByRole('link')

describe('the groups', () => {
  test('are listed with how many resources each has; the first is open, archived ones are on request', async ({
    page,
  }) => {
    await open(page)
    expect(names().map(({ textContent }) => textContent)).toEqual(['Containers12', 'Bulk0'])
    expect(names()[0]!.getAttribute('aria-current')).toBe('page')
    await page.user.click(screen.getByText('Show archived'))
    await waitFor(() => expect(names()).toHaveLength(3))
    await page.user.click(names()[1]!)
    expect(await screen.findByRole('region', { name: 'Bulk' })).toBeDefined()
    expect(page.address).toBe(`/resources/groups?archived=true&group=${id(2)}`)
  })

  test('explain their purpose while there is none', async ({ page }) => {
    await open(page, '', [], [])
    expect(await screen.findByText('No groups yet')).toBeDefined()
  })

  test('are loaded again with the button after a failure', async ({ page }) => {
    page.server.disconnect(listGroupSettings)
    await page.open(groupsRoute, '/resources/groups')
    const retry = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(listGroupSettings, { items: [bulk] })
    page.server.on(listGroupMembers, { items: [] })
    await page.user.click(retry)
    expect(await screen.findByRole('region', { name: 'Bulk' })).toBeDefined()
  })

  test('are only read by a viewer', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    await open(page, '', [member()])
    await screen.findByText('Ann')
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a new group', () => {
  async function begin(page: Page) {
    await open(page)
    await page.user.click(screen.getByRole('button', { name: 'New group' }))
    return within(await screen.findByRole('dialog', { name: 'New group' }))
  }

  test('is created once with its name and code, and opens', async ({ page }) => {
    const dialog = await begin(page)
    page.server.on(addResourceGroup, bulk)
    await page.user.type(dialog.getByLabelText('Name'), ' Tippers ')
    await page.user.type(dialog.getByLabelText('Code'), 'T')
    await page.user.dblClick(dialog.getByRole('button', { name: /^Create/ }))
    await waitFor(() => expect(page.address).toBe(`/resources/groups?group=${id(2)}`))
    expect(page.server.bodies(addResourceGroup)).toEqual([{ name: 'Tippers', code: 'T' }])
  })

  test('requires a name, and a rejection by the server is reported at its field', async ({ page }) => {
    const dialog = await begin(page)
    await page.user.click(dialog.getByRole('button', { name: /^Create/ }))
    expect(faultOf(dialog.getByLabelText('Name'))).toBe('Enter a name.')
    page.server.reject(addResourceGroup, {
      status: 409,
      code: 'conflict',
      errors: [faultAt('name', 'There is a group of this name.')],
    })
    await page.user.type(dialog.getByLabelText('Name'), 'Tippers{Enter}')
    await waitFor(() => expect(faultOf(dialog.getByLabelText('Name'))).toBe('There is a group of this name.'))
  })

  test('with the name of another is created only after a second press', async ({ page }) => {
    const dialog = await begin(page)
    page.server.on(addResourceGroup, bulk)
    await page.user.type(dialog.getByLabelText('Name'), 'bulk')
    await page.user.dblClick(dialog.getByRole('button', { name: /^Create/ }))
    expect((await dialog.findByRole('link', { name: 'Bulk' })).getAttribute('href')).toContain(`group=${id(2)}`)
    expect(page.server.requests(addResourceGroup)).toEqual([])
    await page.user.click(dialog.getByRole('button', { name: 'Create anyway' }))
    await waitFor(() => expect(page.server.bodies(addResourceGroup)).toHaveLength(1))
  })

  test('rejected for something without a field shows the reason', async ({ page }) => {
    const dialog = await begin(page)
    const errors = [faultAt('resource_type', 'Is required.')]
    page.server.reject(addResourceGroup, { status: 422, code: 'validation_failed', message: 'No type.', errors })
    await page.user.type(dialog.getByLabelText('Name'), 'Tippers{Enter}')
    expect(await screen.findAllByText('No type.')).not.toHaveLength(0)
  })

  test('rejected as a whole shows the reason and stays', async ({ page }) => {
    const dialog = await begin(page)
    page.server.reject(addResourceGroup, { status: 403, code: 'forbidden', message: 'Your role does not allow it.' })
    await page.user.type(dialog.getByLabelText('Name'), 'Tippers{Enter}')
    expect(await screen.findAllByText('Your role does not allow it.')).not.toHaveLength(0)
    expect(screen.getByRole('dialog', { name: 'New group' })).toBeDefined()
  })
})

describe('the open group', () => {
  test('is renamed in place', async ({ page }) => {
    await open(page)
    page.server.on(changeResourceGroup, containers)
    await page.user.click(screen.getByRole('button', { name: /Edit Name$/ }))
    await page.user.type(screen.getByRole('textbox', { name: 'Name' }), ' 2{Enter}')
    await waitFor(() =>
      expect(page.server.requests(changeResourceGroup)).toMatchObject([
        { params: { resource_group_id: id(1) }, body: { name: 'Containers 2' } },
      ]),
    )
  })

  test('is archived at once, and Undo restores it', async ({ page }) => {
    await open(page)
    page.server.on(changeResourceGroup, containers)
    await page.user.click(screen.getByRole('button', { name: 'Archive' }))
    await screen.findByText('Containers archived')
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Containers restored')
    expect(page.server.bodies(changeResourceGroup)).toEqual([{ is_archived: true }, { is_archived: false }])
  })

  test('cannot be changed while it is archived, but restored', async ({ page }) => {
    await open(page, `?group=${id(3)}&archived=true`, [member()])
    expect(await screen.findByRole('button', { name: 'Restore' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add resources' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove Ann' })).toBeNull()
  })

  test('lists its members and their allocations; without members it shows this and opens the dialog to add some', async ({
    page,
  }) => {
    await open(page, '', [member({ ends_on: '2026-07-31', license_plate: '1-ABC-123' })])
    const row = (await screen.findByRole('link', { name: 'Ann' })).closest('tr')!
    expect(row.textContent).toContain('1-ABC-123')
    expect(row.textContent).toContain('Fixed')
    expect(row.textContent).toContain('2026-03-02 – 2026-07-31')
    await page.user.click(names()[1]!)
    await screen.findByRole('region', { name: 'Bulk' })
    expect(page.server.requests(listGroupMembers).at(-1)).toMatchObject({ params: { resource_group_id: id(2) } })
    await page.user.click(screen.getByRole('button', { name: 'Add resources' }))
    expect(await screen.findByRole('dialog', { name: 'Add to Bulk' })).toBeDefined()
  })

  test('a resource is removed at once, and Undo adds it back for the same days', async ({ page }) => {
    await open(page, '', [member()])
    page.server.on(archiveResourceAllocation, { items: [] })
    page.server.on(addResourceAllocation, { items: [] })
    await page.user.click(await screen.findByRole('button', { name: 'Remove Ann' }))
    await screen.findByText('Ann removed from Containers')
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(page.server.bodies(addResourceAllocation)).toEqual([
        { kind: 'FIXED', resource_id: id(11), resource_group_id: id(1), starts_on: '2026-03-02', ends_on: null },
      ]),
    )
    expect(page.server.requests(archiveResourceAllocation)).toMatchObject([
      { params: { resource_allocation_id: id(10) } },
    ])
  })

  test('a rotation is removed as a whole, permanently, and a rejection shows the reason', async ({ page }) => {
    await open(page, '', [member({ kind: 'ROTATING', turn: 1, turn_days: 14 })])
    page.server.reject(archiveResourceAllocation, { status: 409, code: 'conflict', message: 'Changed meanwhile.' })
    expect(await screen.findByText(/turn 1, 14 days/)).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Remove Ann' }))
    expect(await screen.findAllByText('Changed meanwhile.')).not.toHaveLength(0)
    page.server.on(archiveResourceAllocation, { items: [] })
    await page.user.click(screen.getByRole('button', { name: 'Remove Ann' }))
    await screen.findByText('Ann removed from Containers')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})
