import { AuditRecord } from '@cartage/contract/audit/app'
import { OrderPreview, previewOrder } from '@cartage/contract/charges/app/preview'
import { listLocations } from '@cartage/contract/locations/app/record'
import { changeOrder, findSimilarOrders, OrderReference, readOrderReference } from '@cartage/contract/orders/app/entry'
import { exportOrderRecord, getOrderRecord, listOrderHistory, OrderRecord } from '@cartage/contract/orders/app/record'
import { ConsignmentExport } from '@cartage/contract/orders/consignment'
import { OrderExport } from '@cartage/contract/orders/order-input'
import { OrderImport } from '@cartage/contract/orders/upload-record'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor } from '../../testing/page.tsx'
import { id, type Members, sampleOf } from '../../testing/sample.ts'
import { editOrderRoute } from './routes.ts'

const editable = { customer: true, start: true, transport: true, references: true, frozen_stops: [] }

function serve(page: Page, version: number, members: Members<OrderExport>) {
  const stop = (city: string) => ({ location: { name: 'Depot', city }, date: '2026-11-25' })
  const carried = { pickup_stop: stop('Ghent'), delivery_stop: stop('Lyon') } as Members<
    OrderExport['consignments'][number]
  >
  const customer = { code: 'S1', name: 'Shipper' }
  const consignments = [sampleOf(ConsignmentExport, carried)]
  page.server.on(exportOrderRecord, sampleOf(OrderExport, { customer, consignments, ...members }))
  const order = { id: id(2), customer: { id: id(3), name: 'Shipper' } }
  page.server.on(getOrderRecord, sampleOf(OrderRecord, { order_number: 'O-7', version, editable, order }))
}

/** Opens an order, types into it, and saves after another user did. */
async function overtaken(page: Page) {
  page.server.on(readOrderReference, sampleOf(OrderReference))
  page.server.on(findSimilarOrders, { items: [] })
  page.server.on(previewOrder, sampleOf(OrderPreview))
  page.server.on(listLocations, sampleOf(listLocations.response))
  serve(page, 4, { customer_reference_number: 'PO-1', planning_instructions: null })
  await page.open(editOrderRoute, `/orders/${id(2)}/edit`)
  const reference = await screen.findByLabelText<HTMLInputElement>('Customer reference')
  await page.fill(reference, 'PO-2')
  page.server.reject(changeOrder, { status: 409, code: 'state_conflict', message: 'This order was changed.' })
  const actor = { kind: 'user' as const, actor_id: id(5), name: 'Bert' }
  page.server.on(listOrderHistory, { items: [sampleOf(AuditRecord, { actor, action: 'updated' })] })
  await page.user.click(screen.getByText('Save').closest('button')!)
  expect(await screen.findByText(/^Bert changed this order/)).toBeDefined()
  expect(reference.value).toBe('PO-2')
}

const again = () => screen.getByRole('button', { name: 'Load again' })

test('an order changed by someone else shows that person, and is loaded again with the typed values', async ({
  page,
}) => {
  await overtaken(page)
  serve(page, 5, { customer_reference_number: 'PO-1', planning_instructions: 'Call first' })
  await page.user.click(again())
  expect(await screen.findByText(/with what you typed/)).toBeDefined()
  expect(screen.getByLabelText('Customer reference')).toHaveProperty('value', 'PO-2')
  expect(screen.getByLabelText('Instructions for planners')).toHaveProperty('value', 'Call first')
  expect(screen.queryByText(/^Bert changed/)).toBeNull()
  page.server.on(changeOrder, sampleOf(OrderImport, { upload_status: 'COMPLETED', order_id: id(2) }))
  await page.user.click(screen.getByText('Save').closest('button')!)
  await waitFor(() => expect(page.address).toBe(`/orders/${id(2)}`))
  expect(page.server.bodies(changeOrder).at(-1)).toMatchObject({
    version: 5,
    order: { customer_reference_number: 'PO-2', planning_instructions: 'Call first' },
  })
})

test('a field changed by both has the other person’s value, and the typed one can be copied', async ({ page }) => {
  await overtaken(page)
  expect(screen.getByRole('button', { name: 'Copy what you typed' })).toBeDefined()
  serve(page, 5, { customer_reference_number: 'PO-9', planning_instructions: null })
  await page.user.click(again())
  expect(await screen.findByText('Customer reference: PO-2')).toBeDefined()
  expect(screen.getByLabelText('Customer reference')).toHaveProperty('value', 'PO-9')
  expect(screen.getByRole('button', { name: 'Copy what you typed' })).toBeDefined()
})
