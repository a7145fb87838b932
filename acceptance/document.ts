import type { LoggedEvent } from '@cartage/contract/events/endpoints'
import type { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Exchange } from './http.ts'
import { setup } from './world.ts'

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

const document = JSON.parse(setup.document) as Document
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
formats.default(ajv)
ajv.addSchema(document, 'openapi')

// A literal segment takes precedence over a parameter: …/order/upload/{upload_id} is not …/order/{order_id}/status.
const templates = Object.keys(document.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`) }))
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length)

/** Violations of the document by an exchange, one line each. */
export function faultsOf(exchange: Exchange): string[] {
  // Endpoints of the web application and for operators are not published.
  if (/^\/(app|healthz|readyz|metrics|openapi\.json)(\/|$)/.test(exchange.path)) return []
  const where = `${exchange.method} ${exchange.path} ${exchange.status}`
  const path = templates.find(({ pattern }) => pattern.test(exchange.path))?.path
  // HEAD works wherever GET does, without a body (RFC 9110 section 9.3.2).
  const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase()
  const operation = path === undefined ? undefined : document.paths[path]?.[method]
  if (path === undefined || !operation) return strangerFaults(exchange, where)
  const response = operation.responses[exchange.status]
  if (!response) return [`${where}: this status is not in the document`]
  if (!response.content) return exchange.text === '' ? [] : [`${where}: has a body, the document says none`]
  if (exchange.method === 'HEAD') return exchange.text === '' ? [] : [`${where}: has a body`]
  if (!/^application\/json\b/.test(exchange.contentType)) {
    return '*/*' in response.content ? [] : [`${where}: content type ${exchange.contentType}`]
  }
  const schema = ['paths', path, method, 'responses', String(exchange.status)]
  return bodyFaults(pointer([...schema, 'content', 'application/json', 'schema']), exchange.text, where)
}

/** Violations of an outbound message. */
export function messageFaults(text: string, webhook = 'visibility-event'): string[] {
  const schema = ['webhooks', webhook, 'post', 'requestBody', 'content', 'application/json', 'schema']
  return bodyFaults(pointer(schema), text, webhook)
}

/** Unknown paths and methods are not documented, but use the common error body. */
function strangerFaults(exchange: Exchange, where: string): string[] {
  if (![404, 405].includes(exchange.status)) return [`${where}: neither 404 nor 405 on an unknown path or method`]
  return bodyFaults(pointer(['components', 'schemas', 'ErrorBody']), exchange.text, where)
}

function bodyFaults(schema: string, text: string, where: string): string[] {
  const check: ValidateFunction = ajv.getSchema(schema) ?? ajv.compile({ $ref: schema })
  if (check(JSON.parse(text))) return []
  return (check.errors ?? []).map((error) => `${where}: ${error.instancePath} ${error.message}`)
}

function pointer(parts: string[]): string {
  return `openapi#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
}

/** Payload of an operational event; events about invoices and credit notes have another shape. */
export function newsOf({ payload }: LoggedEvent): OperationalVisibilityUpdate {
  if (!('events' in payload)) throw new Error(`It is not about operations: ${JSON.stringify(payload)}`)
  return payload
}
