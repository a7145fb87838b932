import { countPurchases } from '@cartage/contract/purchases/app'
import * as contract from '@cartage/contract/purchases/app/transfers'
import { listUnplacedPurchases } from '@cartage/contract/purchases/app/unplaced'
import { listSettings } from '@cartage/contract/tenants/app/settings'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import '../../testing/sized.ts'
import { purchasesRoute } from '../routes.ts'

const payable = sampleOf(contract.PayablePurchase, {
  ...{ invoice_id: id(1), external_name: 'F-17', company_name: 'De Vries', currency: 'EUR', open: '100.00' },
  ...{ account: 'NL91ABNA0417164300', reference: 'RF18539007547034', fault: null, due_date: null },
})
const held = { ...payable, invoice_id: id(2), external_name: 'F-18', fault: 'Its bank account is not one we know.' }
const note = sampleOf(contract.OpenCredit, {
  ...{ invoice_id: id(3), external_name: 'CN-1', company_id: payable.company_id, company_name: 'De Vries' },
  ...{ currency: 'EUR', open: '16.60', fault: null },
})
const other = { ...note, invoice_id: id(4), external_name: 'CN-2', company_id: id(99), company_name: 'Jansen' }
const file = sampleOf(contract.TransferFile, {
  ...{
    transfer_file_id: id(7),
    status: 'MADE',
    total: '100.00',
    currency: 'EUR',
    transfers: [],
    message_name: 'M7',
    execution_day: '2026-12-01',
  },
})

async function open(page: Page, files: contract.TransferFile[]) {
  page.server.on(countPurchases, { by_kind: {}, by_status: {}, by_result: {} })
  page.server.on(listUnplacedPurchases, { items: [], total: 0 })
  page.server.on(listSettings, {
    items: [
      {
        setting_id: id(5),
        is_archived: false,
        created_at: '',
        updated_at: '',
        values: { code: 'BE', name: 'Peeters' },
      },
    ],
  } as never)
  page.server.on(contract.listPayablePurchases, { items: [payable, held], credits: [note, other] })
  page.server.on(contract.listTransferFiles, { items: files })
  await page.open(purchasesRoute, '/purchases?view=to-pay')
  return within(await screen.findByRole('region', { name: 'To pay' }))
}

test('PAYOUT-2: invoices are chosen and put into a file; one that cannot be paid shows the reason', async ({
  page,
}) => {
  page.server.on(contract.createTransferFile, file)
  const section = await open(page, [])
  expect(await section.findByText('Its bank account is not one we know.')).toBeDefined()
  expect(section.getByRole('checkbox', { name: 'F-18' })).toHaveProperty('disabled', true)
  const make = section.getByRole('button', { name: 'Make transfer file' })
  expect(make).toHaveProperty('disabled', true)
  await page.user.click(section.getByRole('checkbox', { name: 'F-17' }))
  await page.fill(section.getByRole('textbox', { name: 'Execution day' }), '2030-12-01')
  await page.user.click(make)
  expect(await screen.findAllByText('Transfer file made')).not.toHaveLength(0)
  expect(page.server.bodies(contract.createTransferFile)).toEqual([
    { billing_entity_id: id(5), execution_day: '2030-12-01', invoice_ids: [id(1)], credit_note_ids: [] },
  ])
})

test('PAYOUT-6, PAYOUT-7, PAYOUT-10: a file is downloaded, withdrawn, or confirmed with the day on which the bank paid', async ({
  page,
}) => {
  page.server.on(contract.confirmTransferFile, { ...file, status: 'PAID' })
  page.server.on(contract.takeBackTransferFile, { ...file, status: 'TAKEN_BACK' })
  await open(page, [file])
  const section = within(await screen.findByRole('region', { name: 'Transfer files' }))
  expect((await section.findByRole('link', { name: 'Download' })).getAttribute('href')).toContain(id(7))
  await page.user.click(await section.findByRole('button', { name: 'Take back' }))
  expect(page.server.requests(contract.takeBackTransferFile)).toHaveLength(1)
  await page.user.click(section.getByRole('button', { name: 'Confirm as paid' }))
  expect(page.server.bodies(contract.confirmTransferFile)).toEqual([])
  await page.fill(section.getByRole('textbox', { name: 'Paid on' }), '2026-11-20')
  await page.user.click(section.getByRole('button', { name: 'Confirm as paid' }))
  expect(page.server.bodies(contract.confirmTransferFile)).toEqual([{ paid_on: '2026-11-20' }])
})

test('PAYOUT-9: a credit note is set off once an invoice of its supplier is chosen', async ({ page }) => {
  page.server.on(contract.createTransferFile, file)
  const section = await open(page, [])
  const notes = within(await section.findByRole('region', { name: 'Credit notes to set off' }))
  const box = notes.getByRole('checkbox', { name: 'CN-1' })
  expect(box).toHaveProperty('disabled', true)
  expect(notes.getAllByText('Choose an invoice of this supplier first.')).toHaveLength(2)
  await page.user.click(section.getByRole('checkbox', { name: 'F-17' }))
  await page.user.click(box)
  expect(notes.getByRole('checkbox', { name: 'CN-2' })).toHaveProperty('disabled', true)
  await page.user.click(section.getByRole('button', { name: 'Make transfer file' }))
  expect(await screen.findAllByText('Transfer file made')).not.toHaveLength(0)
  expect(page.server.bodies(contract.createTransferFile)).toMatchObject([
    { invoice_ids: [id(1)], credit_note_ids: [id(3)] },
  ])
})
