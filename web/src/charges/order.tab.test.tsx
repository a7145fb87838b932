import { Charge } from '@cartage/contract/charges/app/charge'
import { changeCharge, createOrderCharge, setChargeState } from '@cartage/contract/charges/app/desk'
import { explainOrder, RatingExplanation } from '@cartage/contract/charges/app/explain'
import { getOrderCharges, listChargeTypes, OrderCharges } from '@cartage/contract/charges/app/read'
import { expect } from 'vitest'
import { currentCommands } from '../shell/commands.ts'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { OrderChargesTab } from './order.tab.tsx'

const freight = sampleOf(Charge, {
  ...{ charge_id: id(1), name: 'Freight', quantity: '23', unit: 'KGM', unit_price: '8.10', amount: '186.30' },
  ...{ currency: 'EUR', origin: 'RATED', status: 'CREATED', version: 3, rated_amount: '186.30' },
})
const waiting = sampleOf(Charge, {
  ...{ charge_id: id(2), name: 'Waiting time', quantity: '3', unit: 'C62', unit_price: '12', amount: '36.00' },
  ...{ currency: 'EUR', origin: 'RATED', status: 'CREATED', approval: 'TO_REQUEST', version: 1 },
  evidence: {
    appointment_at: '2026-03-02T07:30:00Z',
    arrived_at: '2026-03-02T07:30:00Z',
    left_at: '2026-03-02T09:15:00Z',
    minutes: 105,
    is_reported: true,
  },
})

async function show(page: Page, items: Charge[] = [freight, waiting]) {
  const totals = [{ currency: 'EUR', amount: '222.30' }]
  page.server.on(getOrderCharges, sampleOf(OrderCharges, { items, totals, unbilled_reason: 'APPROVAL' }))
  await page.show(<OrderChargesTab orderId={id(9)} />)
  return await screen.findByRole('table', { name: 'Charges' })
}

const press = (keys: string) =>
  currentCommands()
    .find((command) => command.keys === keys)!
    .run()

test('charges are shown with their amounts, status, approval and origin', async ({ page }) => {
  const table = within(await show(page))
  expect(screen.getByText('€222.30')).toBeDefined()
  for (const text of ['Freight', '€186.30', 'Waiting time', '€36.00', 'To request']) {
    expect(table.getByText(text)).toBeDefined()
  }
  expect(table.getAllByText('Rate card')).toHaveLength(2)
})

test('a billed charge links to its invoice', async ({ page }) => {
  const billed = { ...freight, status: 'INVOICED' as const, invoice: { id: id(7), name: '2026/000007' } }
  await show(page, [billed])
  expect(screen.getByRole('link', { name: '2026/000007' }).getAttribute('href')).toBe(`/invoices/${id(7)}`)
})

test('the number of an invoice is not a link for a person who may not read invoices', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['invoice.read'] })
  await show(page, [{ ...freight, invoice: { id: id(7), name: '2026/000007' } }])
  expect(screen.getByText('2026/000007')).toBeDefined()
  expect(screen.queryByRole('link', { name: '2026/000007' })).toBeNull()
})

test('a chosen charge shows the times that are its evidence', async ({ page }) => {
  const table = within(await show(page))
  await page.user.click(table.getByText('Waiting time'))
  const panel = within(await screen.findByRole('complementary', { name: 'Charge' }))
  expect(panel.getByText('105 min')).toBeDefined()
  expect(panel.getByText('Reported')).toBeDefined()
})

test('CHARGE-30: A approves the chosen charge, X excludes it with a reason', async ({ page }) => {
  const table = within(await show(page))
  await page.user.click(table.getByText('Waiting time'))
  await screen.findByRole('button', { name: /Approve/ })
  page.server.on(setChargeState, waiting)
  press('a')
  expect(await screen.findByText('Waiting time approved')).toBeDefined()
  expect(page.server.bodies(setChargeState)[0]).toEqual({ version: 1, action: 'approve' })
  press('x')
  await page.fill(await screen.findByRole('textbox', { name: 'Reason' }), 'Goodwill')
  await page.user.click(
    within(screen.getByRole('dialog', { name: /^Exclude/ })).getByRole('button', { name: /Exclude/ }),
  )
  await waitFor(() => expect(page.server.bodies(setChargeState)).toHaveLength(2))
  expect(page.server.bodies(setChargeState)[1]).toEqual({ version: 1, action: 'exclude', reason: 'Goodwill' })
})

test('E explains how the price is calculated', async ({ page }) => {
  const table = within(await show(page))
  await page.user.click(table.getByText('Freight'))
  await screen.findByRole('button', { name: /Explain/ })
  const node = { result: 'APPLIED' as const, facts: [], nearest: null }
  const part = { ...node, name: 'TABLE', part: 'BLOCK' as const, message: 'Zone 3 from 2000 kg.' }
  const scope = { scope: 'ORDER' as const, scope_id: id(9) }
  const line = { ...node, ...scope, name: 'freight', message: '23 × 8.10', amount: '186.30', parts: [part] }
  const card = { ...node, name: 'KLANT-A', message: 'This card is used.', lines: [line] }
  const explanation = { result: 'COMPLETE' as const, currency: 'EUR', cards: [card] }
  page.server.on(
    explainOrder,
    sampleOf(RatingExplanation, { message: 'Line waiting: stop.minutes_at_stop is not known.', explanation }),
  )
  press('e')
  expect(await screen.findByText('Line waiting: Minutes at the stop is not known.')).toBeDefined()
  for (const text of ['KLANT-A', 'freight', 'Zone 3 from 2000 kg.']) expect(screen.getByText(text)).toBeDefined()
})

test('CHARGE-32: O overrides a rated charge with a reason', async ({ page }) => {
  const table = within(await show(page))
  await page.user.click(table.getByText('Freight'))
  await screen.findByRole('button', { name: /Edit charge/ })
  press('o')
  const dialog = within(await screen.findByRole('dialog'))
  await page.fill(dialog.getByRole('textbox', { name: 'Amount' }), '150')
  await page.user.click(dialog.getByRole('button', { name: /Save/ }))
  expect(await dialog.findByText('Enter a reason.')).toBeDefined()
  page.server.on(changeCharge, freight)
  await page.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'Agreed')
  await page.user.click(dialog.getByRole('button', { name: /Save/ }))
  expect(await screen.findByText('Freight updated')).toBeDefined()
  expect(page.server.bodies(changeCharge)[0]).toEqual({ version: 3, amount: '150', reason: 'Agreed' })
})

test('CHARGE-39: a charge is added by hand', async ({ page }) => {
  await show(page)
  const types = [
    { code: 'FUEL', name: 'Fuel surcharge', role: 'SURCHARGE' as const, unit: 'C62', sides: ['SALES' as const] },
  ]
  page.server.on(listChargeTypes, { items: types })
  page.server.on(createOrderCharge, freight)
  press('n')
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(dialog.getByRole('combobox', { name: 'Charge type' }))
  await page.user.click(await screen.findByRole('option', { name: 'Fuel surcharge' }))
  await page.fill(dialog.getByRole('textbox', { name: 'Unit price' }), '12,5')
  await page.user.click(dialog.getByRole('button', { name: /Add/ }))
  expect(await screen.findByText('Charge added')).toBeDefined()
  expect(page.server.bodies(createOrderCharge)[0]).toMatchObject({
    charge_type: 'FUEL',
    quantity: '1',
    unit_price: '12.5',
  })
})

test('users who may not change charges see them without buttons', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['charge.write', 'charge.approve'] })
  const table = within(await show(page))
  await page.user.click(table.getByText('Freight'))
  await screen.findByRole('complementary', { name: 'Charge' })
  expect(screen.queryByRole('button', { name: /Edit|Add|Exclude/ })).toBeNull()
})

test('an order without a matching rate card shows advice', async ({ page }) => {
  page.server.on(getOrderCharges, sampleOf(OrderCharges, { items: [], totals: [], unbilled_reason: 'NO_CARD' }))
  await page.show(<OrderChargesTab orderId={id(9)} />)
  expect(await screen.findByText('No rate card applies to this order. Add the charge by hand.')).toBeDefined()
})
