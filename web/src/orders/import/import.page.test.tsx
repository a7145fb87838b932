import { searchCompanies } from '@cartage/contract/companies/app/search'
import { answerPlaceQuestion, PlaceChoice, PlaceQuestion } from '@cartage/contract/locations/app/answers'
import { OrderReference, readOrderReference, readUploads } from '@cartage/contract/orders/app/entry'
import {
  findImportCustomers,
  findImportPlaces,
  findImportSimilar,
  importOrders,
} from '@cartage/contract/orders/app/import'
import { OrderImport } from '@cartage/contract/orders/upload-record'
import { expect } from 'vitest'
import { fireEvent, type Page, screen, test, waitFor } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { ImportPage } from './import.page.tsx'

const titles = ['Reference ID', 'Customer', 'Pickup name', 'Pickup town', 'Pickup country', 'Pickup date']
const more = ['Delivery name', 'Delivery town', 'Delivery country', 'Delivery date']
const row = ['PO-1', 'Shipper', 'Depot', 'Ghent', 'BE', '2026-11-25', 'Shop', 'Antwerp', 'BE', '2026-11-26']
const bad = ['PO-2', 'Shipper', 'Depot', 'Ghent', 'BE', 'some day', 'Shop', 'Antwerp', 'BE', '2026-11-26']

async function paste(page: Page, questions: PlaceQuestion[], ...rows: string[][]) {
  page.server.on(findImportCustomers, { creates_missing: true, unknown: [] })
  page.server.on(findImportPlaces, { questions })
  await page.show(<ImportPage />)
  await pasteRows(...rows)
}

async function pasteRows(...rows: string[][]) {
  const text = [[...titles, ...more], ...rows].map((cells) => cells.join('\t')).join('\n')
  const data = { getData: () => text }
  fireEvent.paste(screen.getByLabelText(/^Or paste/), { clipboardData: data })
  // The row checks are loaded first.
  await screen.findByText(/ ready$/, {}, { timeout: 20_000 })
}
const start = () => screen.getByRole('button', { name: /^Import \d/ })

test('rows are checked before anything is imported, and rows with errors are counted and listed', async ({ page }) => {
  await paste(page, [], row, bad)
  expect(screen.getByText('1 ready')).toBeDefined()
  expect(screen.getByRole('button', { name: '1 with errors' })).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: '1 with errors' }))
  expect(screen.queryByText('PO-1')).toBeNull()
  expect(screen.getByText('PO-2')).toBeDefined()
  expect(page.server.requests(importOrders)).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
})

test('EXP-7: values missing in the settings are asked about once for the whole sheet, and imported as chosen', async ({
  page,
}) => {
  const packaging_types = [{ code: 'PALLET', name: 'Euro pallet' }]
  page.server.on(readOrderReference, sampleOf(OrderReference, { packaging_types }))
  page.server.on(importOrders, ({ body }) => ({
    items: body.rows.map(({ line }) => ({ line, upload_id: id(1), errors: [] })),
  }))
  page.server.on(readUploads, {
    items: [sampleOf(OrderImport, { upload_id: id(1), upload_status: 'COMPLETED', order_id: id(2) })],
  })
  titles.push('Packaging')
  try {
    const packed = (packaging: string) => [...row.slice(0, 6), packaging, ...row.slice(6)]
    await paste(page, [], packed('europallet'), packed('euro pallet'), packed('europallet'))
  } finally {
    titles.pop()
  }
  expect(await screen.findByText('2 rows wait for an answer')).toBeDefined()
  expect(screen.getAllByText('Waits for an answer above')).toHaveLength(2)
  await page.user.click(screen.getByRole('combobox', { name: 'What “europallet” is' }))
  await page.user.click(await screen.findByRole('option', { name: 'Euro pallet' }))
  expect(await screen.findByText('3 ready')).toBeDefined()
  expect(screen.queryByText('What do these mean in this file?')).toBeNull()
  await waitFor(() => expect(start()).toHaveProperty('disabled', false))
  await page.user.click(start())
  await expect
    .poll(() => page.server.bodies(importOrders)[0]?.rows.map(({ values }) => values.packaging))
    .toEqual(['PALLET', 'euro pallet', 'PALLET'])
  await screen.findAllByRole('link', { name: 'Open order' })
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
})

test('valid rows are imported and each result links to its order', async ({ page }) => {
  page.server.on(importOrders, ({ body }) => ({
    items: body.rows.map(({ line }) => ({ line, upload_id: id(1), errors: [] })),
  }))
  page.server.on(readUploads, {
    items: [sampleOf(OrderImport, { upload_id: id(1), upload_status: 'COMPLETED', order_id: id(2) })],
  })
  await paste(page, [], row, bad)
  await waitFor(() => expect(start()).toHaveProperty('disabled', false))
  await page.user.click(start())
  const link = await screen.findByRole('link', { name: 'Open order' })
  expect(link.getAttribute('href')).toBe(`/orders/${id(2)}`)
  expect(screen.getByText('1 order created')).toBeDefined()
  expect(screen.getByText('1 rejected')).toBeDefined()
  expect(page.server.bodies(importOrders)[0]?.rows).toMatchObject([{ values: { customer: 'Shipper' } }])
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
})

test('an import stopped by the server shows this and continues without importing twice', async ({ page }) => {
  page.server.reject(importOrders, { status: 403, code: 'forbidden', message: 'Not allowed.' })
  await paste(page, [], row)
  await waitFor(() => expect(start()).toHaveProperty('disabled', false))
  await page.user.click(start())
  expect(await screen.findByText(/Import stopped/)).toBeDefined()
  page.server.on(importOrders, { items: [{ line: 2, upload_id: id(1), is_repeat: true, errors: [] }] })
  page.server.on(readUploads, {
    items: [sampleOf(OrderImport, { upload_id: id(1), upload_status: 'COMPLETED', order_id: id(2) })],
  })
  await page.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('1 already imported')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Import again as new orders' })).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
})

test('EXP-5: rows that resemble existing orders wait until it is confirmed that they are different', async ({
  page,
}) => {
  titles.push('Customer reference')
  const order = (name: string) => [
    '',
    'Shipper',
    'Depot',
    'Ghent',
    'BE',
    '2026-11-25',
    name,
    'Shop',
    'Antwerp',
    'BE',
    '2026-11-26',
  ]
  page.server.on(findImportSimilar, { items: [{ line: 3, order_id: id(4), order_number: '2026-17' }] })
  await paste(page, [], order('R-1'), order('R-2'))
  titles.pop()
  expect(
    await screen.findByText('1 row looks like an order that exists: same customer, reference and date.'),
  ).toBeDefined()
  expect(screen.getByText('1 ready')).toBeDefined()
  expect(page.server.bodies(findImportSimilar)[0]?.rows.map(({ reference }) => reference)).toEqual(['R-1', 'R-2'])
  await page.user.click(screen.getByRole('button', { name: 'Import them as new orders' }))
  expect(screen.getByText('2 ready')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
})

test('EXP-4: headings below other rows are found, rows are numbered as in the file, and another heading row can be chosen', async ({
  page,
}) => {
  page.server.on(findImportCustomers, { creates_missing: true, unknown: [] })
  page.server.on(findImportPlaces, { questions: [] })
  await page.show(<ImportPage />)
  const text = [['Week 48'], [''], [...titles, ...more], row].map((cells) => cells.join('\t')).join('\n')
  fireEvent.paste(screen.getByLabelText(/^Or paste/), { clipboardData: { getData: () => text } })
  await screen.findByText('1 ready', {}, { timeout: 20_000 })
  expect(screen.getByText('PO-1').closest('tr')?.textContent).toMatch(/^4/)
  expect(screen.getByLabelText('Headings in row').textContent).toMatch(/^3: Reference ID/)
  await page.user.click(screen.getByLabelText('Headings in row'))
  await page.user.click(await screen.findByRole('option', { name: '1: Week 48' }))
  await waitFor(() => expect(screen.getByLabelText('Headings in row').textContent).toMatch(/^1: Week 48/))
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
})

const unknown = [{ customer: 'Shiper', nearest: ['Shipper'] }]
const unknownIn = (customers: readonly string[]) => unknown.filter(({ customer }) => customers.includes(customer))

test('EXP-8: unknown customers and rows without a customer are answered for the whole sheet, and answers can be taken back', async ({
  page,
}) => {
  page.server.on(searchCompanies, {
    items: [{ company_id: id(3), name: 'Shipper', code: 'S1', city: null, status: 'APPROVED' }],
  })
  page.server.on(findImportCustomers, ({ body }) => ({ creates_missing: false, unknown: unknownIn(body.customers) }))
  page.server.on(findImportPlaces, { questions: [] })
  await page.show(<ImportPage />)
  await pasteRows(row.with(1, 'Shiper'), row.with(1, ''), bad)
  expect(await screen.findByText('2 rows wait for an answer')).toBeDefined()
  expect(screen.getByRole('button', { name: '1 with errors' })).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'It is Shipper' }))
  expect(await screen.findByText('1 row waits for an answer')).toBeDefined()
  await page.user.type(screen.getByRole('combobox', { name: 'Customer of rows without one' }), 'Ship')
  await page.user.click(await screen.findByRole('option', { name: /Shipper/ }))
  expect(await screen.findByText('2 ready')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Take back: “No customer” is Shipper' }))
  expect(await screen.findByText('1 row waits for an answer')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
})

test('EXP-9: columns and answers are proposed again for a file with the same headings', async ({ page }) => {
  page.server.on(findImportCustomers, ({ body }) => ({ creates_missing: false, unknown: unknownIn(body.customers) }))
  page.server.on(findImportPlaces, { questions: [] })
  page.server.on(importOrders, { items: [{ line: 2, upload_id: id(1), errors: [] }] })
  page.server.on(readUploads, {
    items: [sampleOf(OrderImport, { upload_id: id(1), upload_status: 'COMPLETED', order_id: id(2) })],
  })
  await page.show(<ImportPage />)
  await pasteRows(row.with(1, 'Shiper'))
  await page.user.click(await screen.findByRole('button', { name: 'It is Shipper' }))
  await waitFor(() => expect(start()).toHaveProperty('disabled', false))
  await page.user.click(start())
  await screen.findByRole('link', { name: 'Open order' })
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
  await pasteRows(row.with(1, 'Shiper'))
  expect(await screen.findByText('1 ready')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Start over' }))
  expect(await screen.findByText('1 row waits for an answer')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
})

test('a sheet without rows shows a message', async ({ page }) => {
  await page.show(<ImportPage />)
  fireEvent.paste(screen.getByLabelText(/^Or paste/), { clipboardData: { getData: () => 'Customer' } })
  expect((await screen.findByRole('alert')).textContent).toBe('No rows below the headers.')
})

test('PLACE-7: ambiguous places are asked about with their rows, and rows can be imported meanwhile', async ({
  page,
}) => {
  const choices = [
    sampleOf(PlaceChoice, { near: 'Bielefeld', near_km: 15, postal_codes: '33', country: 'DE', usual_km: null }),
  ]
  const question = sampleOf(PlaceQuestion, {
    ...{ city: 'Ghent', postal_code: '', country: 'BE', location_id: null, company_ids: [id(4)], choices },
  })
  page.server.on(answerPlaceQuestion, { waiting: 0 })
  await paste(page, [question], row, row.with(0, 'PO-3'))
  expect(await screen.findByText('1 place may be several')).toBeDefined()
  expect(screen.getByText('Rows 2, 3')).toBeDefined()
  await waitFor(() => expect(start()).toHaveProperty('disabled', false))
  page.server.on(findImportPlaces, { questions: [] })
  await page.user.click(screen.getByRole('button', { name: /15 km from Bielefeld/ }))
  await waitFor(() => expect(screen.queryByText('1 place may be several')).toBeNull())
  expect(page.server.bodies(answerPlaceQuestion)[0]).toMatchObject({ city: 'Ghent', company_ids: [id(4)] })
  await page.user.click(screen.getByRole('button', { name: 'Choose another file' }))
})
