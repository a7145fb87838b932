import { openapiDocument } from '@cartage/contract/openapi'
import { getOrderUpload } from '@cartage/contract/orders/endpoints'
import { afterAll, expect, test } from 'vitest'
import { statement } from './db/statement.ts'
import { billingTenant } from './testing/data/money/billing.ts'
import { startTestServer } from './testing/start-test-server.ts'
import { basic, type TestTenant } from './testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

interface Operation {
  operationId: string
  deprecated?: boolean
  security: readonly { [scheme: string]: unknown }[]
  requestBody?: { content: { [type: string]: { example?: unknown } } }
}

/** An operation of the document with an example body. */
interface Example {
  name: string
  method: 'POST' | 'PUT' | 'PATCH'
  path: string
  operation: Operation
  body: unknown
}

const examples = Object.entries(openapiDocument().paths as { [path: string]: { [method: string]: Operation } }).flatMap(
  ([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): Example[] => {
      const body = operation.requestBody?.content['application/json']?.example
      if (body === undefined || operation.deprecated) return []
      return [{ name: operation.operationId, method: method.toUpperCase() as 'POST', path, operation, body }]
    }),
)

const turnOn = statement(
  'test.turn_on_previews',
  'update tenant_setting set intermodal_status = true where tenant_id = $1',
)

const missing = '7b0f3f0e-5d0f-4a59-9a0c-2f4d5b8f7c11'

/** Operation that creates the record named in a path. */
const makers: readonly (readonly [RegExp, string])[] = [
  [/\/companies\/company\/\{|\/accounting\/company\/\{|\/v1\/company\/\{/, 'createCompany'],
  [/\/resources\/resource\/\{/, 'createResource'],
  [/\/sales.invoice\/\{/, 'createSalesInvoice'],
  [/\/sales.credit.note\/\{/, 'createSalesCreditNote'],
]
const innerMakers: readonly (readonly [RegExp, string])[] = [
  [/\/resource\/.+\/validity\/\{/, 'createResourceValidity'],
  [/\/company\/.+\/validity\/\{/, 'createCompanyValidity'],
  [/\/unavailability\/\{/, 'createUnavailability'],
]

/** Required query parameters of an example, apart from ids. */
const queries: { readonly [operation: string]: string } = {
  uploadSubcontractorDocument: `?question_path_key=CMR&stop_id=${missing}`,
  uploadFleetDocument: `?question_path_key=CMR&stop_id=${missing}`,
  importDocument: '?filename=consignment-note.pdf&document_type=ORIGINAL_CMR&name=O-000999',
}

/** URL of an example, with ids created by earlier examples, or a non-existent id. */
function addressOf({ name, path }: Example, made: ReadonlyMap<string, string>): string {
  const idBy = (list: typeof makers) => made.get(list.find(([pattern]) => pattern.test(path))?.[1] ?? '') ?? missing
  const address = path.replace(/\{\w+\}/, idBy(makers)).replace(/\{\w+\}/, idBy(innerMakers))
  return `${address}${queries[name] ?? ''}`
}

interface Answer {
  id?: string
  upload_id?: string
  errors?: readonly { error_message?: string; detail?: string }[]
}

async function send(tenant: TestTenant, example: Example, made: ReadonlyMap<string, string>) {
  const isApi = example.operation.security.some((scheme) => 'BearerAuth' in scheme)
  const { statusCode, body } = await server.app.inject({
    method: example.method,
    url: addressOf(example, made),
    headers: {
      authorization: isApi ? `Bearer ${tenant.token}` : basic(tenant.webhookCredential),
      'content-type': 'application/json',
    },
    payload: JSON.stringify(example.body),
  })
  return { status: statusCode, answer: (body === '' ? null : JSON.parse(body)) as Answer | null }
}

/** Messages of valid requests that refer to a record this tenant does not have. */
const unknown =
  /not found|no stop has this id|no active resource has this id|No (order|booking) matches|No (supplier|sales invoice|order)\b.* (is called|has)/

function isAccepted(status: number, answer: Answer | null): boolean {
  const errors = answer?.errors ?? []
  if (status === 404 || status === 409) return true
  if (status === 400) return errors.every(({ detail }) => detail === 'upload_unknown')
  return status < 300 && errors.every(({ error_message = '' }) => unknown.test(error_message))
}

/** A tenant that can invoice, with the preview enabled that one of the webhooks needs. */
async function newTenant(): Promise<TestTenant> {
  const { tenant } = await billingTenant(server)
  await tenant.asTenant((tx) => tx.query(turnOn))
  return tenant
}

const first = ['createCompany', 'createResource', 'createSalesInvoice', 'createSalesCreditNote']
const rank = ({ name, method }: Example) =>
  first.includes(name) ? first.indexOf(name) - first.length : ['POST', 'PUT', 'PATCH'].indexOf(method)

test('every example of a request, sent as shown in the API reference, is accepted or refers to a record that does not exist', async () => {
  const tenant = await newTenant()
  const made = new Map<string, string>()
  const refused: unknown[] = []
  for (const example of examples.toSorted((one, other) => rank(one) - rank(other))) {
    const { status, answer } = await send(tenant, example, made)
    const id = answer?.id ?? answer?.upload_id
    if (id !== undefined) made.set(example.name, id)
    if (!isAccepted(status, answer)) refused.push([example.name, status, answer])
  }
  expect(refused).toEqual([])
  expect([...made.keys()]).toEqual(expect.arrayContaining(first))

  await server.drain()
  const upload = await tenant.call(getOrderUpload, { params: { upload_id: made.get('uploadOrder')! } })
  expect(upload).toMatchObject({ upload_status: 'COMPLETED' })
  expect(upload.warnings ?? []).toEqual([])
}, 60_000)
