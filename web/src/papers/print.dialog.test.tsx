import { OrderDocument } from '@cartage/contract/orders/app/documents'
import * as papers from '@cartage/contract/papers/app'
import { expect, vi } from 'vitest'
import { screen, test, waitFor } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { PrintMenu } from './print-menu.tsx'

const order = { type: 'order', id: id(1) } as const
const trip = { type: 'trip', id: id(2) } as const
const consignment = (at: number, members: Partial<papers.PaperConsignment> = {}) =>
  sampleOf(papers.PaperConsignment, {
    consignment_id: id(10 + at),
    number: `O-7-${at}`,
    from: 'Gent',
    to: 'Lille',
    empty_boxes: [],
    ...members,
  })

test('a paper opens in a new tab, in the chosen language and with its copies', async ({ page }) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  page.server.on(papers.listOrderPapers, { items: [consignment(1)] })
  await page.show(<PrintMenu source={order} />)
  await page.user.click(screen.getByRole('button', { name: 'Print' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Consignment note (CMR)…' }))
  await page.user.click(await screen.findByRole('combobox', { name: 'Language' }))
  await page.user.click(await screen.findByRole('option', { name: 'Nederlands' }))
  await page.user.click(screen.getByRole('checkbox', { name: /Four copies/ }))
  await page.user.click(screen.getByRole('button', { name: 'Open PDF' }))
  const address = `/app/orders/${order.id}/papers/consignment_note?language=nl&copies=true`
  expect(open).toHaveBeenCalledExactlyOnceWith(address, '_blank', 'noopener')
  open.mockRestore()
})

test('PAPER-8: required boxes that stay empty are listed, for the chosen consignment', async ({ page }) => {
  const lacking = consignment(2, { empty_boxes: ['GROSS_WEIGHT', 'CONSIGNEE'] })
  page.server.on(papers.listTripPapers, { items: [consignment(1), lacking] })
  await page.show(<PrintMenu source={trip} />)
  await page.user.click(screen.getByRole('button', { name: 'Print' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Consignment note (CMR)…' }))
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '11 Gross weight',
    '2 Consignee',
  ])
  await page.user.click(screen.getByRole('combobox', { name: 'Consignment' }))
  await page.user.click(await screen.findByRole('option', { name: 'O-7-1: Gent – Lille' }))
  expect(screen.queryByText('11 Gross weight')).toBeNull()
})

test('PAPER-13: a paper is saved to the documents, and this is reported', async ({ page }) => {
  page.server.on(papers.listOrderPapers, { items: [consignment(1)] })
  page.server.on(papers.addOrderPaper, sampleOf(OrderDocument))
  await page.show(<PrintMenu source={order} />)
  await page.user.click(screen.getByRole('button', { name: 'Print' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delivery note…' }))
  const save = await screen.findByRole('button', { name: 'Save to documents' })
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await page.user.click(save)
  expect(await screen.findAllByText('Delivery note saved to documents')).not.toHaveLength(0)
  expect(page.server.requests(papers.addOrderPaper)).toMatchObject([
    { params: { order_id: order.id, paper: 'delivery_note' }, body: { language: 'en' } },
  ])
})

test('an empty trip has nothing to print, and viewers cannot save', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  page.server.on(papers.listTripPapers, { items: [] })
  await page.show(<PrintMenu source={trip} />)
  await page.user.click(screen.getByRole('button', { name: 'Print' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Loading list…' }))
  await screen.findByText('This trip carries no orders.')
  expect(screen.getByRole('button', { name: 'Open PDF' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Save to documents' })).toBeNull()
})

test('PAPER-14: the sheet of a trip opens in a new tab in the language of the pages; an order has none', async ({
  page,
}) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const shown = await page.show(<PrintMenu source={trip} />)
  await page.user.click(screen.getByRole('button', { name: 'Print' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Trip sheet' }))
  expect(open).toHaveBeenCalledExactlyOnceWith(`/app/trips/${trip.id}/sheet.pdf?language=en`, '_blank', 'noopener')
  open.mockRestore()
  shown.unmount()
  await page.show(<PrintMenu source={order} />)
  await page.user.click(screen.getByRole('button', { name: 'Print' }))
  await screen.findByRole('menuitem', { name: 'Delivery note…' })
  expect(screen.queryByRole('menuitem', { name: 'Trip sheet' })).toBeNull()
})
