import { readTariffTable } from '@cartage/contract/rates/app/bench'
import {
  getRateVersion,
  listRateRecordHistory,
  publishRateDraft,
  saveRateDraft,
} from '@cartage/contract/rates/app/records'
import { expect } from 'vitest'
import { fireEvent, type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { card, cardDraft, recordWith, serveRates, versionFrom } from '../../testing/rates.ts'
import '../../testing/sized.ts'
import { workbookOf } from '../../testing/workbook.ts'
import { rateTableRoute } from '../routes.ts'

const doc = {
  currency: 'EUR',
  zone_set: 'BE',
  breaks: ['0', '500'],
  rows: [
    { key: ['1'], prices: ['9.80', '8.10'] },
    { key: ['2'], prices: ['12.10', '10.20'] },
  ],
}
const ofTable = {
  kind: 'TARIFF_TABLE' as const,
  code: 'BE-ZONES',
  name: 'Groupage in Belgium',
  side: null,
  currency: null,
}
const zones = {
  entries: [
    { zone: '1', country: 'BE', from: '90', to: '99' },
    { zone: '2', country: 'BE' },
  ],
}
const ofZones = { ...ofTable, kind: 'ZONE_SET' as const, name: 'Belgium' }
const path = `/rates/tables/${card.rate_record_id}`

async function open(page: Page, members: Parameters<typeof recordWith>[0] = { draft: { ...cardDraft, doc } }) {
  serveRates(page, { ...ofTable, ...members })
  page.server.on(getRateVersion, { ...versionFrom('2026-01-01'), doc: members.kind === 'ZONE_SET' ? zones : doc })
  page.server.on(saveRateDraft, ({ body }) => {
    const { doc: saved } = body as { doc: Record<string, unknown> }
    return recordWith({ ...ofTable, ...members, has_draft: true, draft: { ...cardDraft, doc: saved } })
  })
  await page.open(rateTableRoute, path)
  return await screen.findByRole('grid')
}

const savedDoc = (page: Page) => (page.server.bodies(saveRateDraft).at(-1) as { doc: unknown }).doc
const paste = (grid: HTMLElement, text: string) => fireEvent.paste(grid, { clipboardData: { getData: () => text } })
const cell = (grid: HTMLElement, text: string) => within(grid).getByText(text, { selector: '[role=gridcell]' })

test('cells are edited by keyboard: arrows move, typing replaces, Escape reverts', async ({ page }) => {
  const grid = await open(page)
  grid.focus()
  await page.user.keyboard('{ArrowDown}7.25{Enter}')
  expect(cell(grid, '7.25')).toBeDefined()
  await page.user.keyboard('{ArrowRight}99{Escape}')
  expect(cell(grid, '10.20')).toBeDefined()
  await page.user.keyboard('{Delete}')
  expect(within(grid).queryByText('10.20')).toBeNull()
  await page.user.keyboard('11{Tab}')
  await page.user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Draft saved')).toBeDefined()
  expect(savedDoc(page)).toMatchObject({
    rows: [
      { key: ['1'], prices: ['7.25', '8.10'] },
      { key: ['2'], prices: ['12.10', '11'] },
    ],
  })
})

test('cells of a spreadsheet are pasted from the active one on', async ({ page }) => {
  const grid = await open(page)
  grid.focus()
  await page.user.keyboard('{ArrowDown}')
  paste(grid, '1.10\t2.20\n3.30\t4.40\n')
  await page.user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(page.server.bodies(saveRateDraft)).toHaveLength(1))
  expect(savedDoc(page)).toMatchObject({
    rows: [
      { key: ['1'], prices: ['1.10', '2.20'] },
      { key: ['2'], prices: ['3.30', '4.40'] },
    ],
  })
})

test('a cell that is not a price is marked, and prevents saving the table', async ({ page }) => {
  const grid = await open(page)
  grid.focus()
  await page.user.keyboard('{ArrowDown}x{Enter}')
  expect(cell(grid, 'x').getAttribute('aria-invalid')).toBe('true')
  expect(await screen.findByText(/Row 1, column 2/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Save draft' })).toHaveProperty('disabled', true)
})

test('rows and columns are added and removed at the active cell', async ({ page }) => {
  const grid = await open(page)
  await page.user.click(screen.getByRole('button', { name: 'Add column' }))
  expect(within(grid).getAllByRole('columnheader')).toHaveLength(4)
  grid.focus()
  await page.user.keyboard('{ArrowRight}')
  await page.user.click(screen.getByRole('button', { name: 'Remove column' }))
  expect(within(grid).getAllByRole('columnheader')).toHaveLength(3)
  fireEvent.mouseDown(cell(grid, '12.10'))
  await page.user.click(screen.getByRole('button', { name: 'Remove row' }))
  expect(within(grid).queryByText('12.10')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Add row' }))
  expect(within(grid).getAllByRole('row')).toHaveLength(4)
})

test('a table from zone to zone has two columns that identify the row', async ({ page }) => {
  const grid = await open(page)
  await page.user.click(screen.getByRole('checkbox', { name: 'Zone by zone' }))
  expect(within(grid).getByRole('columnheader', { name: 'Zone to' })).toBeDefined()
})

test('a file is checked by the server; errors are next to their rows', async ({ page }) => {
  await open(page)
  page.server.on(readTariffTable, {
    doc: null,
    faults: [{ row: 2, message: 'A cell is empty.' }],
    warnings: [],
  })
  await page.user.click(screen.getByRole('button', { name: 'Import…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const file = new File(['zone;0;500\n1;9,80;\n'], 'table.csv', { type: 'text/csv' })
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  expect((await dialog.findByText('A cell is empty.')).closest('tr')?.textContent).toContain('9,80')
  expect(dialog.getByRole('button', { name: 'Use as draft' })).toHaveProperty('disabled', true)
  expect(page.server.bodies(readTariffTable)[0]).toMatchObject({
    shape: 'MATRIX',
    decimal_separator: 'COMMA',
    currency: 'EUR',
    zone_set: 'BE',
    rows: [
      ['zone', '0', '500'],
      ['1', '9,80', ''],
    ],
  })
})

test('EXP-6: the preview lists a row whose cell is displayed rounded, and the stored price is checked', async ({
  page,
}) => {
  await open(page)
  page.server.on(readTariffTable, { doc: null, faults: [], warnings: [] })
  await page.user.click(screen.getByRole('button', { name: 'Import…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const file = workbookOf([
    ['zone', 0, 500],
    ['1', { t: 'n', v: 9.80123, z: '0.00' }, 8.1],
  ])
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  const remark = await dialog.findByText('The file shows 9.8 and stores 9.80123. Used: 9.80123.')
  expect(remark.closest('tr')?.textContent).toContain('9.80123')
  expect((page.server.bodies(readTariffTable)[0] as { rows: string[][] }).rows[1]).toEqual(['1', '9.80123', '8.1'])
})

test('a file without errors becomes the draft; changed prices are marked', async ({ page }) => {
  const grid = await open(page, { draft: { ...cardDraft, doc }, versions: [versionFrom('2026-01-01')] })
  const read = { ...doc, rows: [{ key: ['1'], prices: ['20.00', '8.10'] }] }
  page.server.on(readTariffTable, {
    doc: read,
    faults: [],
    warnings: [{ row: 2, message: 'Zone 1 from 0: the price goes from 9.80 to 20.00.' }],
  })
  await page.user.click(screen.getByRole('button', { name: 'Import…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Choose a file' }))
  const file = new File(['zone,from,price\n1,0,20.00\n1,500,8.10\n'], 'table.csv', { type: 'text/csv' })
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  expect(await dialog.findByText('Zone 1 from 0: the price goes from 9.80 to 20.00.')).toBeDefined()
  expect(page.server.bodies(readTariffTable).at(-1)).toMatchObject({
    shape: 'LIST',
    decimal_separator: 'POINT',
    rate_record_id: card.rate_record_id,
  })
  await page.user.click(dialog.getByRole('button', { name: 'Use as draft' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(savedDoc(page)).toEqual(read)
  expect(cell(grid, '20.00')).toBeDefined()
})

test('zones are cells too: a country that is not a code is marked', async ({ page }) => {
  const grid = await open(page, { ...ofZones, draft: { ...cardDraft, doc: zones } })
  expect(within(grid).getByRole('columnheader', { name: 'From postal code' })).toBeDefined()
  grid.focus()
  await page.user.keyboard('{ArrowRight}Belgium{Enter}')
  expect(cell(grid, 'Belgium').getAttribute('aria-invalid')).toBe('true')
})

test('zones are imported from a file with or without titles', async ({ page }) => {
  await open(page, { ...ofZones, draft: { ...cardDraft, doc: zones } })
  await page.user.click(screen.getByRole('button', { name: 'Import…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const file = new File(['zone;country;from;to\nA;NL;10;19\nB;nl;;\n'], 'zones.csv', { type: 'text/csv' })
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  await page.user.click(await dialog.findByRole('button', { name: 'Use as draft' }))
  await waitFor(() => expect(page.server.bodies(saveRateDraft)).toHaveLength(1))
  expect(savedDoc(page)).toEqual({
    entries: [
      { zone: 'A', country: 'NL', from: '10', to: '19' },
      { zone: 'B', country: 'NL' },
    ],
  })
})

test('wrong zones in the file are next to their row', async ({ page }) => {
  await open(page, { ...ofZones, draft: { ...cardDraft, doc: zones } })
  await page.user.click(screen.getByRole('button', { name: 'Import…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const file = new File(['zone;country\nA;Netherlands\n'], 'zones.csv', { type: 'text/csv' })
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  expect(await dialog.findByText(/must be a country/)).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Use as draft' })).toHaveProperty('disabled', true)
})

test('a published table is read only and shows its versions; a draft is published', async ({ page }) => {
  const grid = await open(page, { versions: [versionFrom('2026-01-01')] })
  grid.focus()
  await page.user.keyboard('{ArrowDown}5')
  expect(cell(grid, '9.80')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'New version' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Create draft/ }))
  page.server.on(publishRateDraft, recordWith({ ...ofTable, versions: [versionFrom('2026-01-01')] }))
  await page.user.click(await screen.findByRole('button', { name: 'Publish…' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Groupage in Belgium published')).toBeDefined()
  await page.user.click(screen.getByRole('tab', { name: /Versions/ }))
  expect(await screen.findByRole('table', { name: 'Versions' })).toBeDefined()
})

test('unsaved cells require a confirmation before the page is left, and stay when the user continues editing', async ({
  page,
}) => {
  const grid = await open(page)
  page.server.on(listRateRecordHistory, { items: [] })
  grid.focus()
  await page.user.keyboard('{ArrowDown}7.25{Enter}')
  await page.user.click(screen.getByRole('tab', { name: 'History' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
  await page.user.click(dialog.getByRole('button', { name: 'Keep editing' }))
  expect(cell(screen.getByRole('grid'), '7.25')).toBeDefined()
  await page.user.click(screen.getByRole('tab', { name: 'History' }))
  await page.user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByText('No changes yet')).toBeDefined()
})
