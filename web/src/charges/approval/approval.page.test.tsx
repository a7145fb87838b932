import { Charge } from '@cartage/contract/charges/app/charge'
import { setChargeState } from '@cartage/contract/charges/app/desk'
import { type ChargeEvidence, getChargeEvidence } from '@cartage/contract/charges/app/evidence'
import { getCharge } from '@cartage/contract/charges/app/read'
import { listOrderFiles } from '@cartage/contract/orders/app/documents'
import { listSamples } from '@cartage/contract/positions/app/fleet'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { chargeApprovalRoute } from '../routes.ts'

const charge = sampleOf(Charge, {
  ...{ charge_id: id(1), name: 'Waiting time', side: 'SALES', status: 'CREATED', approval: 'REQUESTED', version: 3 },
  ...{ amount: '48.00', currency: 'EUR', quantity: '4', unit_price: '12', unit: 'HUR', origin: 'RATED' },
  ...{ order: { id: id(2), name: 'O-1' }, evidence: { minutes: 105 } },
})
const stop = {
  ...{ stop_id: id(3), is_subject: true, activity: 'DELIVERY', place: 'Bakery, Gent', latitude: 51, longitude: 3.7 },
  ...{ requested_date: '2026-03-02', window_start: '08:00', window_end: '09:00' },
  ...{ planned_start_at: null, actual_start_at: '2026-03-02T08:00:00Z', actual_end_at: '2026-03-02T09:45:00Z' },
  ...{ trip_id: id(4), trip_name: 'T-1', vehicle_id: id(5), vehicle_name: '1-ABC-234' },
}
const decision = { at: '2026-03-02T10:00:00Z', by: 'Ann', approval: 'REQUESTED', status: null, amount: null }

async function open(page: Page) {
  page.server.on(getChargeEvidence, {
    stops: [stop],
    history: [{ ...decision, comment: 'See the CMR' }],
  } satisfies ChargeEvidence)
  page.server.on(getCharge, charge)
  page.server.on(listOrderFiles, { items: [], lacks_proof: false })
  const at = (latitude: number) => ({ recorded_at: '2026-03-02T08:00:00Z', value: { latitude, longitude: 3.7 } })
  page.server.on(listSamples, { items: [at(51), at(51.01)], is_cut: false })
  await page.open(chargeApprovalRoute, `/charges/${id(1)}`)
}

test('CHARGE-36: the amount is shown next to stop times, track and the history of decisions', async ({ page }) => {
  await open(page)
  expect(await screen.findByText('€48.00')).toBeDefined()
  const times = within(await screen.findByRole('table', { name: 'Stop times' }))
  expect(times.getByText('Bakery, Gent')).toBeDefined()
  expect(times.getByText(/08:00–09:00/)).toBeDefined()
  expect(screen.getByText('105 minutes at the stop')).toBeDefined()
  expect(await screen.findByRole('img', { name: 'Track' })).toBeDefined()
  expect(screen.getByText('See the CMR')).toBeDefined()
})

test('another amount is approved with a reason', async ({ page }) => {
  await open(page)
  await page.user.click(await screen.findByRole('button', { name: 'Approve another amount…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.fill(dialog.getByRole('textbox', { name: 'Amount (EUR)' }), '36.00')
  await page.user.click(dialog.getByRole('button', { name: /Approve/ }))
  expect(dialog.getByText('Enter a reason.')).toBeDefined()
  page.server.on(setChargeState, charge)
  await page.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Agreed by phone')
  await page.user.click(dialog.getByRole('button', { name: /Approve/ }))
  await waitFor(() =>
    expect(page.server.bodies(setChargeState)).toEqual([
      { version: 3, action: 'approve', amount: '36', reason: 'Agreed by phone' },
    ]),
  )
})

test('users who may not approve see the evidence without decisions', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['charge.approve', 'charge.write'] })
  await open(page)
  await screen.findByRole('table', { name: 'Stop times' })
  expect(screen.queryByRole('button', { name: /Approve|Reject/ })).toBeNull()
})
