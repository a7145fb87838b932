import type { SettingKindName } from '@cartage/contract/tenants/app/kinds'
import {
  archiveSetting,
  changeSetting,
  createSetting,
  deleteSetting,
  listSettings,
  restoreSetting,
  Setting,
} from '@cartage/contract/tenants/app/settings'
import { describe, expect } from 'vitest'
import { faultOf, type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { settingsPages } from './routes.ts'

const referenceRoute = settingsPages[2]

const entry = (number: number, values: Record<string, unknown>, is_archived = false) => ({
  ...sampleOf(Setting, { setting_id: id(number), is_archived }),
  values,
})
const crane = entry(1, { code: 'CRANE', name: 'Crane', rank: 0, description: 'Up to 5 t' })
const lift = entry(2, { code: 'LIFT', name: 'Tail lift', rank: 0, description: null }, true)

async function open(page: Page, search: string, entries: Partial<Record<SettingKindName, Setting[]>>) {
  page.server.on(listSettings, ({ params }) => ({ items: entries[params.kind as SettingKindName] ?? [] }))
  await page.open(referenceRoute, `/settings/reference?${search}`)
  await waitFor(() => expect(page.server.requests(listSettings)).not.toHaveLength(0))
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

async function choose(page: Page, name: string, command: string) {
  await page.user.click(await screen.findByRole('button', { name: `More for ${name}` }))
  await page.user.click(await screen.findByRole('menuitem', { name: command }))
}

async function pick(page: Page, name: string, option: string) {
  await page.user.click(screen.getByRole('combobox', { name }))
  await page.user.click(await screen.findByRole('option', { name: option }))
}

describe('the entries of a kind', () => {
  test('are shown with code, name and their other members, archived ones on request', async ({ page }) => {
    await open(page, 'kind=extras', { extras: [crane, lift] })
    await screen.findByText('CRANE')
    expect(rows()).toEqual(['CRANECraneUp to 5 tActive'])
    await page.user.click(screen.getByRole('checkbox', { name: 'Show archived' }))
    await waitFor(() => expect(rows()).toEqual(['CRANECraneUp to 5 tActive', 'LIFTTail lift—Archived']))
    expect(page.address).toContain('archived=true')
    expect(page.server.requests(listSettings)).toMatchObject([
      { params: { kind: 'extras' }, query: { archived: 'true' } },
    ])
  })

  test('show lists, ticks and codes of other entries as text', async ({ page }) => {
    const values = { code: 'POD', name: 'Proof', rank: 0, subject_types: ['ORDER', 'STOP'] }
    await open(page, 'kind=document_types', { document_types: [entry(1, values)] })
    expect(await screen.findByText('ORDER, STOP')).toBeDefined()
  })

  test('are found by part of a code or a name', async ({ page }) => {
    await open(page, 'kind=extras&archived=true', { extras: [crane, lift] })
    await page.user.type(await screen.findByRole('searchbox', { name: 'Code or name…' }), 'tail')
    await waitFor(() => expect(rows()).toEqual(['LIFTTail lift—Archived']))
    expect(page.address).toContain('q=tail')
    await page.user.type(screen.getByRole('searchbox'), ' gate')
    expect(await screen.findByText('No results')).toBeDefined()
  })

  test('of another kind are shown when it is chosen; an empty list shows the first step', async ({ page }) => {
    await open(page, 'kind=extras&q=cr', { extras: [crane] })
    expect(screen.getByRole('button', { name: 'Extras' }).getAttribute('aria-current')).toBe('true')
    await page.user.click(screen.getByRole('button', { name: 'Departments' }))
    expect(await screen.findByText('No entries yet')).toBeDefined()
    expect(page.address).toBe('/settings/reference?kind=departments')
  })

  test('of an unknown kind are those of the first', async ({ page }) => {
    await open(page, 'kind=boats', {})
    expect(page.server.requests(listSettings)).toMatchObject([{ params: { kind: 'transport_services' } }])
  })

  test('that could not be loaded show the reason, and are loaded again', async ({ page }) => {
    page.server.disconnect(listSettings)
    await page.open(referenceRoute, '/settings/reference?kind=extras')
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.on(listSettings, { items: [crane] })
    await page.user.click(again)
    expect(await screen.findByText('CRANE')).toBeDefined()
  })

  test('are read-only for a person who may not change them', async ({ page }) => {
    page.signIn({ role: 'PLANNER' })
    await open(page, 'kind=extras', { extras: [crane] })
    await screen.findByText('CRANE')
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Crane' })).toBeNull()
  })

  test('open for editing by clicking their name', async ({ page }) => {
    await open(page, 'kind=extras', { extras: [crane] })
    await page.user.click(await screen.findByRole('button', { name: 'Crane' }))
    expect(await screen.findByRole('dialog', { name: /Crane/ })).toBeDefined()
    expect(field('Name').value).toBe('Crane')
  })

  test('are archived at once, and Undo restores them', async ({ page }) => {
    await open(page, 'kind=extras', { extras: [crane] })
    page.server.on(archiveSetting, { ...crane, is_archived: true })
    page.server.on(restoreSetting, crane)
    await choose(page, 'Crane', 'Archive')
    expect(await screen.findByText('Crane archived')).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone')).toBeDefined()
    const params = { kind: 'extras', setting_id: id(1) }
    expect(page.server.requests(archiveSetting)).toMatchObject([{ params }])
    expect(page.server.requests(restoreSetting)).toMatchObject([{ params }])
  })

  test('that are archived are restored, and cannot be edited until then', async ({ page }) => {
    await open(page, 'kind=extras&archived=true', { extras: [lift] })
    page.server.on(restoreSetting, { ...lift, is_archived: false })
    await page.user.click(await screen.findByRole('button', { name: 'More for Tail lift' }))
    expect(screen.queryByRole('menuitem', { name: 'Edit…' })).toBeNull()
    await page.user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
    expect(await screen.findByText('Tail lift restored')).toBeDefined()
  })

  test('are deleted after a confirmation; one in use shows why it stays', async ({ page }) => {
    await open(page, 'kind=extras', { extras: [crane] })
    page.server.reject(deleteSetting, { status: 409, code: 'conflict', message: 'Crane is in use: archive it.' })
    await choose(page, 'Crane', 'Delete…')
    await page.user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(page.server.requests(deleteSetting)).toEqual([])
    await choose(page, 'Crane', 'Delete…')
    const dialog = await screen.findByRole('dialog', { name: 'Delete Crane?' })
    await page.user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findAllByText('Crane is in use: archive it.')).not.toHaveLength(0)
    page.server.on(deleteSetting, undefined)
    await choose(page, 'Crane', 'Delete…')
    await page.user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Crane deleted')).toBeDefined()
    expect(page.server.requests(deleteSetting)).toMatchObject([{}, { params: { kind: 'extras', setting_id: id(1) } }])
  })
})

describe('an entry', () => {
  const add = async (page: Page) => await page.user.click(await screen.findByRole('button', { name: 'Add' }))

  test('is added with the typed data', async ({ page }) => {
    await open(page, 'kind=extras', {})
    await add(page)
    await screen.findByRole('dialog', { name: 'Add extra' })
    page.server.on(createSetting, crane)
    await page.fill(field('Code'), 'CRANE')
    await page.fill(field('Name'), 'Crane')
    await page.fill(field('Sort order'), '20')
    await page.user.keyboard('{Enter}')
    expect(await screen.findByText('Crane saved')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add extra' })).toBeNull())
    expect(page.server.requests(createSetting)).toMatchObject([{ params: { kind: 'extras' } }])
    expect(page.server.bodies(createSetting)).toEqual([{ code: 'CRANE', name: 'Crane', rank: 20, description: null }])
  })

  test('without a code is not sent, and a code in use is reported at the code', async ({ page }) => {
    await open(page, 'kind=departments', {})
    await add(page)
    await screen.findByRole('dialog')
    await page.user.type(field('Name'), 'Sea{Enter}')
    expect(faultOf(field('Code'))).toBeDefined()
    expect(faultOf(field('Name'))).toBeUndefined()
    expect(page.server.requests(createSetting)).toEqual([])
    page.server.reject(createSetting, {
      status: 409,
      code: 'conflict',
      errors: [faultAt('code', 'Another entry has this code.')],
    })
    await page.user.type(field('Code'), 'SEA{Enter}')
    await waitFor(() => expect(faultOf(field('Code'))).toBe('Another entry has this code.'))
    expect(screen.queryByText('Rejected.')).toBeNull()
  })

  test('with an error that belongs to no field shows it above the form', async ({ page }) => {
    await open(page, 'kind=departments', {})
    await add(page)
    await screen.findByRole('dialog')
    page.server.reject(createSetting, { status: 409, code: 'limit', message: 'There are 5,000 entries already.' })
    await page.fill(field('Code'), 'SEA')
    await page.user.type(field('Name'), 'Sea{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('There are 5,000 entries already.')
  })

  test('is edited under its id: cleared values are sent as nothing', async ({ page }) => {
    await open(page, 'kind=extras', { extras: [crane] })
    page.server.on(changeSetting, crane)
    await choose(page, 'Crane', 'Edit…')
    await screen.findByRole('dialog', { name: 'Edit Crane' })
    await page.user.clear(field('Description'))
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Crane saved')).toBeDefined()
    expect(page.server.requests(changeSetting)).toMatchObject([{ params: { kind: 'extras', setting_id: id(1) } }])
    expect(page.server.bodies(changeSetting)).toEqual([{ code: 'CRANE', name: 'Crane', rank: 0, description: null }])
  })

  test('has rows, which are added and removed; two with the same code are refused at their place', async ({ page }) => {
    await open(page, 'kind=packaging_types', {})
    await add(page)
    const dialog = await screen.findByRole('dialog')
    await page.fill(field('Code'), 'PAL')
    await page.fill(field('Name'), 'Pallet')
    const sizes = within(within(dialog).getByRole('group', { name: 'Dimensions' }))
    const addRow = sizes.getByRole('button', { name: 'Add row' })
    await page.user.click(addRow)
    await page.user.click(addRow)
    for (const at of [0, 1]) {
      await page.fill(sizes.getAllByLabelText('Code')[at]!, 'EUR')
      await page.fill(sizes.getAllByLabelText('Name')[at]!, 'Euro')
    }
    await page.fill(sizes.getAllByLabelText('Length (m)')[0]!, '1.2')
    page.server.reject(createSetting, {
      status: 422,
      code: 'validation_failed',
      errors: [faultAt('sizes', 'Two sizes have the same code.')],
    })
    await page.user.click(screen.getByRole('button', { name: 'Add' }))
    expect((await sizes.findByRole('alert')).textContent).toContain('Two sizes have the same code')
    await page.user.click(sizes.getAllByRole('button', { name: 'Remove row' })[1]!)
    page.server.on(createSetting, entry(3, { code: 'PAL', name: 'Pallet' }))
    await page.user.click(screen.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('Pallet saved')).toBeDefined()
    expect(page.server.bodies(createSetting)[1]).toMatchObject({
      sizes: [{ code: 'EUR', name: 'Euro', length_m: 1.2 }],
    })
  })

  test('has several of a few choices, or the default of the organisation', async ({ page }) => {
    await open(page, 'kind=document_types', {})
    await add(page)
    await screen.findByRole('dialog')
    page.server.on(createSetting, entry(3, { code: 'POD', name: 'Proof' }))
    await page.fill(field('Code'), 'POD')
    await page.fill(field('Name'), 'Proof')
    await page.user.click(screen.getByRole('checkbox', { name: 'Order' }))
    await page.user.click(screen.getByRole('checkbox', { name: 'Trip' }))
    await page.user.click(screen.getByRole('checkbox', { name: 'Order' }))
    await page.user.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(page.server.bodies(createSetting)).toMatchObject([{ subject_types: ['TRIP'] }]))
  })

  test('may leave a tick to the organisation', async ({ page }) => {
    await open(page, 'kind=import_configurations', {})
    await add(page)
    await screen.findByRole('dialog')
    page.server.on(createSetting, entry(3, { code: 'EDI', name: 'EDI' }))
    await page.fill(field('Code'), 'EDI')
    await page.fill(field('Name'), 'EDI')
    const flag = 'Create unknown customers automatically'
    expect(screen.getByRole('combobox', { name: flag }).textContent).toContain('Organisation default')
    await pick(page, flag, 'No')
    await page.user.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(page.server.bodies(createSetting)).toMatchObject([{ create_missing_companies: false }]))
  })

  test('BILL-6: a number range for invoices has suitable defaults, and reports errors', async ({ page }) => {
    await open(page, 'kind=number_ranges', { number_ranges: [], billing_entities: [] })
    await add(page)
    const dialog = within(await screen.findByRole('dialog'))
    await page.fill(field('Code'), 'INV')
    await page.fill(field('Name'), 'Invoices')
    await page.user.click(dialog.getByRole('combobox', { name: 'Used for' }))
    await page.user.click(await screen.findByRole('option', { name: 'Invoice' }))
    expect(dialog.getByText(/have no gaps, start at 1 and restart each year/)).toBeDefined()
    const message = 'is needed: there are several billing entities'
    const errors = [faultAt('billing_entity', message), faultAt('is_gapless', 'must be on')]
    page.server.reject(createSetting, { status: 422, code: 'validation_failed', errors })
    await page.user.click(screen.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText('Is needed: there are several billing entities')).toBeDefined()
    expect(dialog.getByText('Must be on')).toBeDefined()
    const given = { is_gapless: true, restarts_yearly: true, first_number: 1, year_style: 'FULL' }
    expect(page.server.bodies(createSetting)).toMatchObject([given])
  })

  test('refers to entries of another kind by their codes, without archived ones', async ({ page }) => {
    const types = [entry(5, { code: 'POD', name: 'Proof' }), entry(6, { code: 'CMR', name: 'CMR' }, true)]
    await open(page, 'kind=question_path_keys', { document_types: types })
    await add(page)
    await screen.findByRole('dialog')
    page.server.on(createSetting, entry(3, { code: 'photo', name: 'Photo' }))
    await page.fill(field('Code'), 'photo')
    await page.fill(field('Name'), 'Photo')
    await page.fill(field('File name'), 'photo.jpg')
    await page.user.click(screen.getByRole('combobox', { name: 'Document type' }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['None', 'POD'])
    await page.user.click(screen.getByRole('option', { name: 'POD' }))
    await page.user.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(page.server.bodies(createSetting)).toMatchObject([
        { target: 'DOCUMENT', document_type: 'POD', default_file_name: 'photo.jpg', field: null },
      ]),
    )
  })
})
