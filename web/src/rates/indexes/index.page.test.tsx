import {
  addIndexValues,
  changePriceIndex,
  createPriceIndex,
  listPriceIndexes,
  type PriceIndexRecord,
} from '@cartage/contract/rates/app/indexes'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { diesel } from '../../testing/rates.ts'
import '../../testing/sized.ts'
import { workbookOf } from '../../testing/workbook.ts'
import { priceIndexesRoute, priceIndexRoute } from '../routes.ts'

async function openList(page: Page, items: PriceIndexRecord[] = [diesel]) {
  page.server.on(listPriceIndexes, { items })
  await page.open(priceIndexesRoute, '/rates/indexes')
}

async function openOne(page: Page, index: PriceIndexRecord = diesel) {
  page.server.on(listPriceIndexes, { items: [index] })
  page.server.on(addIndexValues, index)
  await page.open(priceIndexRoute, `/rates/indexes/${index.price_index_id}`)
  return await screen.findByRole('table', { name: 'Values' })
}

test('indexes are listed with their latest value and whether it has an end', async ({ page }) => {
  const ended = { ...diesel, price_index_id: 'b', code: 'OLD', name: 'Old index', lasts_days: 31 }
  await openList(page, [diesel, { ...ended, values: [{ valid_from: '2020-06-01', value: '9.5' }] }])
  const row = (await screen.findByText('Diesel surcharge Belgium')).closest('[role=row]')!
  expect(row.textContent).toContain('13.1')
  expect(row.textContent).toContain('Up to date')
  expect(screen.getByText('Ended 1 Jul 2020')).toBeDefined()
})

test('a new index needs a code and a name, and opens once it is created', async ({ page }) => {
  await openList(page, [])
  await page.user.click(await screen.findByRole('button', { name: /New index/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.fill(dialog.getByRole('textbox', { name: /A value lasts/ }), 'long')
  await page.user.click(dialog.getByRole('button', { name: /Create/ }))
  expect(await dialog.findByText('Enter a number of days.')).toBeDefined()
  page.server.on(createPriceIndex, diesel)
  await page.fill(dialog.getByRole('textbox', { name: 'Code' }), 'DIESEL-BE')
  await page.fill(dialog.getByRole('textbox', { name: 'Name' }), 'Diesel')
  await page.fill(dialog.getByRole('textbox', { name: /A value lasts/ }), '31')
  await page.user.click(dialog.getByRole('button', { name: /Create/ }))
  await expect.poll(() => page.address).toBe(`/rates/indexes/${diesel.price_index_id}`)
  expect(page.server.bodies(createPriceIndex)[0]).toMatchObject({ code: 'DIESEL-BE', lasts_days: 31 })
})

test('each value is shown with its first and last day', async ({ page }) => {
  const table = await openOne(page)
  const row = within(table).getByText('12.5').closest('tr')!
  expect(row.textContent).toContain('1 Jan 2026')
  expect(row.textContent).toContain('30 Jun 2026')
})

test('the page of an index warns of its end', async ({ page }) => {
  await openOne(page, { ...diesel, lasts_days: 31, values: [{ valid_from: '2020-06-01', value: '9.5' }] })
  expect(await screen.findByText(/The last value ended on 1 Jul 2020/)).toBeDefined()
})

test('a value is added; one on the same day is replaced, and the dialog shows this', async ({ page }) => {
  await openOne(page)
  await page.user.click(screen.getByRole('button', { name: 'Add value' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: /Save/ }))
  expect(await dialog.findByText('Enter a value.')).toBeDefined()
  await page.fill(dialog.getByLabelText('Valid from'), '2026-07-01')
  expect(dialog.getByText('Replaces the value of that day: 13.1.')).toBeDefined()
  await page.fill(dialog.getByRole('textbox', { name: 'Value' }), '13,25')
  await page.user.click(dialog.getByRole('button', { name: /Save/ }))
  expect(await screen.findByText('Value saved')).toBeDefined()
  expect(page.server.bodies(addIndexValues)).toEqual([{ values: [{ valid_from: '2026-07-01', value: '13.25' }] }])
})

test('values are imported from a file once every row can be read', async ({ page }) => {
  await openOne(page)
  await page.user.click(screen.getByRole('button', { name: 'Import…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!
  await page.user.upload(
    input(),
    new File(['date;value\n2026-08-01;13,4\n2026-99-01;x\n'], 'a.csv', { type: 'text/csv' }),
  )
  expect(await dialog.findByText('Date not recognised')).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Import 1 value' })).toHaveProperty('disabled', true)
  await page.user.upload(input(), new File(['2026-07-01;13,4\n2026-08-01;13,65\n'], 'b.csv', { type: 'text/csv' }))
  expect(await dialog.findByText('Replaces 13.1')).toBeDefined()
  await page.user.click(dialog.getByRole('button', { name: 'Import 2 values' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.server.bodies(addIndexValues)[0]).toEqual({
    values: [
      { valid_from: '2026-07-01', value: '13.4' },
      { valid_from: '2026-08-01', value: '13.65' },
    ],
  })
})

test('EXP-6: the preview lists the rows of cells that are displayed rounded, with the used value', async ({ page }) => {
  await openOne(page)
  await page.user.click(screen.getByRole('button', { name: 'Import…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const file = workbookOf([
    ['2026-07-01', { t: 'n', v: 13.456, z: '0.00' }],
    ['2026-08-01', { t: 'n', v: 13.65, z: '0.00' }],
    ['2026-09-01', { t: 'n', v: 13.987, z: '0.00', f: 'B1+B2' }],
  ])
  await page.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  expect(await dialog.findByText('Row 1: The file shows 13.46 and stores 13.4560. Used: 13.4560.')).toBeDefined()
  expect(dialog.getByText('Row 3: The file shows 13.99 and stores 13.9870. Used: 13.99.')).toBeDefined()
  expect(dialog.queryByText(/^Row 2:/)).toBeNull()
  await page.user.click(dialog.getByRole('button', { name: 'Import 3 values' }))
  await waitFor(() => expect(page.server.bodies(addIndexValues)).toHaveLength(1))
  expect(page.server.bodies(addIndexValues)[0]).toMatchObject({
    values: [{ value: expect.stringMatching(/^13.4560?$/) }, { value: '13.65' }, { value: '13.99' }],
  })
})

test('without permission values are read only', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['rate.write'] })
  await openOne(page)
  expect(screen.queryByRole('button', { name: 'Add value' })).toBeNull()
})

test('the name and the source of an index are edited', async ({ page }) => {
  await openOne(page)
  page.server.on(changePriceIndex, { ...diesel, name: 'Diesel' })
  await page.user.click(screen.getByRole('button', { name: 'Edit…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.fill(dialog.getByRole('textbox', { name: 'Name' }), 'Diesel')
  await page.user.click(dialog.getByRole('button', { name: /Save/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.server.bodies(changePriceIndex)).toEqual([{ name: 'Diesel', source: 'Published monthly' }])
})
