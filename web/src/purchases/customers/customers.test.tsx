import { search } from '@cartage/contract/app/shell'
import { countPurchases } from '@cartage/contract/purchases/app'
import * as contract from '@cartage/contract/purchases/app/customer'
import * as unplaced from '@cartage/contract/purchases/app/unplaced'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import '../../testing/sized.ts'
import { purchasesRoute } from '../routes.ts'

const item = sampleOf(unplaced.UnplacedPurchase, {
  ...{ inbox_item_id: id(1), status: 'OPEN', is_self_billed: true, external_name: 'SB-17', customer_name: 'Bakkerij' },
  ...{ reason: 'A customer wrote this invoice in our name.', currency: 'EUR', total_incl_tax: '635.25' },
})
const open = { order_id: id(6), order_name: 'O-6', reference: 'PO-1', name: 'Fuel', amount: '30.00', charge_id: id(8) }
const charge = { ...open, name: 'Freight', amount: '500.00', charge_id: id(7) }
const document = sampleOf(contract.CustomerDocument, {
  ...{ inbox_item_id: id(1), external_name: 'SB-17', date: '2026-11-15', currency: 'EUR', is_credit: false },
  ...{ customer: { id: id(5), name: 'Bakkerij' }, total: '525.00', expected: '500.00', difference: '25.00' },
  lines: [
    {
      ...{ position: 1, name: 'Transport PO-1', amount: '525.00', difference: '25.00' },
      charges: [{ ...charge, billed: '525.00', difference: '25.00' }],
    },
  ],
  ...{ open_charges: [open], fault: null },
})

async function openPanel(page: Page, given = item) {
  page.server.on(countPurchases, { by_kind: {}, by_status: {}, by_result: {} })
  page.server.on(unplaced.listUnplacedPurchases, { items: [given], total: 1 })
  page.server.on(unplaced.getUnplacedPurchase, given)
  page.server.file(unplaced.openUnplacedFile, '<Invoice>SB-17</Invoice>', 'text/plain; charset=utf-8')
  page.server.on(contract.matchCustomerDocument, document)
  await page.open(purchasesRoute, `/purchases?view=to-place&peek=${id(1)}`)
  return within(await screen.findByRole('complementary', { name: 'Document to place' }))
}

test('PURCH-20: the amounts of a customer are shown next to our charges with the difference, changed and accepted', async ({
  page,
}) => {
  const panel = await openPanel(page)
  expect(panel.queryByRole('button', { name: /^Choose supplier/ })).toBeNull()
  page.server.on(contract.acceptCustomerDocument, { ...item, status: 'RESOLVED' })
  await page.user.click(await panel.findByRole('button', { name: 'Choose charges…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const table = within(await dialog.findByRole('table', { name: 'Lines and charges' }))
  expect(table.getByText('€25.00')).toBeDefined()
  await page.user.type(table.getByRole('combobox', { name: 'Add charge to line 1' }), 'Fuel')
  await page.user.click(await screen.findByRole('option', { name: /O-6 · PO-1 · Fuel/ }))
  expect(page.server.bodies(contract.matchCustomerDocument).at(-1)).toEqual({
    ...{ company_id: null, lines: [{ position: 1, charge_ids: [id(7), id(8)] }] },
  })
  await page.user.click(await dialog.findByRole('button', { name: 'Accept' }))
  expect(await screen.findAllByText('Document accepted')).not.toHaveLength(0)
  expect(page.server.bodies(contract.acceptCustomerDocument)).toEqual([
    { company_id: id(5), lines: [{ position: 1, charge_ids: [id(7)] }], difference: '25.00' },
  ])
})

test('PURCH-18: another customer is chosen, and a refusal shows the reason', async ({ page }) => {
  const panel = await openPanel(page)
  page.server.on(contract.matchCustomerDocument, {
    ...document,
    customer: null,
    fault: 'No customer is called Bakkerij.',
  })
  page.server.on(search, {
    items: [
      {
        kind: 'company',
        id: id(9),
        title: 'Bakkerij NV',
        text: '',
        status: null,
        route: null,
        day: null,
        driver: null,
      },
    ],
  })
  await page.user.click(await panel.findByRole('button', { name: 'Choose charges…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('No customer is called Bakkerij.')).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Accept' })).toHaveProperty('disabled', true)
  await page.user.type(dialog.getByRole('combobox', { name: 'Customer' }), 'Bak')
  await page.user.click(await screen.findByRole('option', { name: /Bakkerij NV/ }))
  expect(page.server.bodies(contract.matchCustomerDocument).at(-1)).toEqual({ company_id: id(9) })
})

test('PURCH-18: what is typed while the document loads is in the field of the customer', async ({ page }) => {
  const panel = await openPanel(page)
  const fault = 'No customer is called Bakkerij.'
  const arrive = page.server.hold(contract.matchCustomerDocument, { ...document, customer: null, fault })
  page.server.on(search, { items: [] })
  await page.user.click(await panel.findByRole('button', { name: 'Choose charges…' }))
  await page.user.keyboard('Bak')
  arrive()
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' })
  await waitFor(() => expect(field.value).toBe('Bak'))
})

test('PURCH-22: a document is disputed with a reason, which the list shows', async ({ page }) => {
  const panel = await openPanel(page, { ...item, dispute: '10.00 is missing' })
  expect(await screen.findAllByText('Disputed: 10.00 is missing')).not.toHaveLength(0)
  page.server.on(contract.disputeCustomerDocument, { ...item, dispute: 'Wrong rate' })
  await page.user.click(await panel.findByRole('button', { name: 'Dispute…' }))
  await page.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Wrong rate{Enter}')
  expect(await screen.findAllByText('Dispute recorded')).not.toHaveLength(0)
  expect(page.server.bodies(contract.disputeCustomerDocument)).toEqual([{ reason: 'Wrong rate' }])
})
