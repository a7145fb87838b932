import { downloadRecordDocument } from '@cartage/contract/documents/app/record'
import { listOrderFiles } from '@cartage/contract/orders/app/documents'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { attachDocuments, byHand, storeBytes } from '../../documents/attach.commands.ts'
import { pdf } from '../../testing/data/files.ts'
import { pdfPages } from '../../testing/data/pdf-text.ts'
import { at, measure, onTheWay } from '../../testing/data/temperatures.ts'
import { addOrder, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

async function addProof(tenant: TestTenant, order_id: string, text: string) {
  const { tenantId } = tenant
  const file = { bytes: pdf(text), name: 'pod.pdf', mediaType: 'application/pdf' }
  const upload_id = await storeBytes(server.ctx, tenantId, file)
  const subject = { type: 'ORDER', id: order_id, order_id } as const
  const document = { subject, document_type: 'PROOF_OF_DELIVERY', upload_id, path: 'file' }
  await tenant.asTenant((tx) => attachDocuments(server.ctx, tx, { by: byOperator, note: byHand }, [document]))
  await server.drain()
}

const filesOf = async (tenant: TestTenant, order_id: string) => {
  const reader = await tenant.user('VIEWER')
  const { items } = await reader(listOrderFiles, { params: { order_id } })
  return items.filter(({ type }) => type === 'TEMPERATURE_REPORT')
}

test('PAPER-20: the measurements become a document of the order with its proof of delivery, once, listing each excursion', async () => {
  const { tenant, orderId, trailer } = await onTheWay(server, [5, 12, 14, 12, 12, 12])
  expect(await filesOf(tenant, orderId)).toEqual([])
  await addProof(tenant, orderId, 'signed')
  const [record, ...others] = await filesOf(tenant, orderId)
  expect(others).toEqual([])
  expect(record!.name).toMatch(/^temperature-record-.*\.pdf$/)
  await addProof(tenant, orderId, 'signed again')
  expect(await filesOf(tenant, orderId)).toHaveLength(1)
  const headers = await logInAs(server, tenant.tenantId, 'VIEWER')
  const url = downloadRecordDocument.path.replace('{document_id}', record!.document_id)
  const [page] = pdfPages((await server.app.inject({ url, headers })).rawPayload)
  for (const text of ['Temperature record', '2.0 °C – 7.0 °C', '14.0 °C', 'Trailer 1', 'outside of the range', '40']) {
    expect(page).toContain(text)
  }
  await tenant.asTenant((tx) => tx.query(measure, trailer, [at(200)], [5]))
  await addProof(tenant, orderId, 'signed later')
  expect(await filesOf(tenant, orderId)).toHaveLength(2)
})

test('PAPER-20: it can also be printed without a proof, in the requested language; without measurements no document is stored', async () => {
  const { tenant, orderId } = await onTheWay(server, [5, 5, 5])
  const headers = await logInAs(server, tenant.tenantId, 'VIEWER')
  const print = (id: string, of: typeof headers = headers) =>
    server.app.inject({ url: `/app/orders/${id}/temperature/record.pdf?language=nl`, headers: of })
  const answer = await print(orderId)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(pdfPages(answer.rawPayload)[0]).toContain('Nooit langer buiten het bereik dan is toegestaan.')
  const plain = await tripTenant(server)
  const { orderId: unmeasured } = await addOrder(server, plain)
  const others = await logInAs(server, plain.tenantId, 'VIEWER')
  expect(pdfPages((await print(unmeasured, others)).rawPayload)[0]).toContain('Geen voertuig heeft onderweg gemeten.')
  expect((await print(orderId, others)).statusCode).toBe(404)
  await addProof(plain, unmeasured, 'signed')
  expect(await filesOf(plain, unmeasured)).toEqual([])
})
