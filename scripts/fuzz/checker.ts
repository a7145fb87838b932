import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Operation } from './attempts.ts'

/** Response of a request. */
export interface Answer {
  status: number
  contentType: string
  text: string
}

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { content?: unknown }> }>>
}

/** Statuses that malformed requests can cause at any path; their body is the common error body. */
const anywhere = [400, 404, 405, 408, 413, 414, 415, 431]

/**
 * Creates a check of responses against the OpenAPI document.
 * @returns a function that returns one line per error
 */
export function createChecker(document: Described & object): (operation: Operation, answer: Answer) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const bodyFault = (reference: string, text: string): string[] => {
    const check = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference })
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return [`the body is not JSON: ${text.slice(0, 200)}`]
    }
    if (check(body)) return []
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}: ${text.slice(0, 300)}`)
  }
  return (operation, answer) => {
    const { status, text, contentType } = answer
    if (status >= 500) return [`${status}: ${text.slice(0, 400)}`]
    const method = operation.method.toLowerCase()
    const response = document.paths[operation.path]?.[method]?.responses[status]
    if (!response && !anywhere.includes(status)) return [`${status} is not in the document`]
    if (response && !response.content) return text === '' ? [] : ['there is a body and the document says none']
    if (!/^application\/json\b/.test(contentType)) return [`${status} has the content type ${contentType}`]
    const parts = [
      'paths',
      operation.path,
      method,
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ]
    return bodyFault(pointer(response ? parts : ['components', 'schemas', 'ErrorBody']), text)
  }
}

function pointer(parts: string[]): string {
  return `openapi#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
}
