import { appEndpoints } from '@cartage/contract/app/endpoints'
import type { Endpoint } from '@cartage/contract/endpoint'
import { ErrorBody } from '@cartage/contract/errors'
import { z } from 'zod'
import type { Operation, Schema } from './attempts.ts'
import type { Answer } from './checker.ts'
import type { Family } from './family.ts'
import { tryOperations } from './schemas.ts'

/** Excluded operations, with reasons. */
const leftOut: Readonly<Record<string, string>> = {
  streamChanges: 'its answer never ends',
  logout: 'ends the session that all others need',
  changePassword: 'ends the session that all others need',
  loadSampleData: 'fills the tenant for minutes',
  startSimulation: 'sends requests of its own for as long as it runs',
}

const securityOf: { [auth in Endpoint['auth']]?: string } = { session: 'Session', bearer: 'BearerAuth' }

/** Generated requests to every operation of our own application and of pages behind links. */
export const screens: Family = {
  what: 'made-up requests to every operation under /app and /door',
  async run(target) {
    const operations = Object.values<Endpoint>(appEndpoints)
      .filter(({ id }) => !Object.hasOwn(leftOut, id))
      .map(operationOf)
    const check = (operation: Operation, answer: Answer) => faultsOf(operation, answer)
    await target.caller.ensureSession()
    await tryOperations(target, operations, target.inputs({ short: 800, usual: 5_000, deep: 25_000 }), check)
    await target.caller.ensureSession()
  },
}

function operationOf({ id, method, path, auth, query, body }: Endpoint): Operation {
  const { $defs = {}, ...schema } = body
    ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Described)
    : {}
  const shape = (query as { shape?: object } | undefined)?.shape ?? {}
  return {
    ...{ id, method, path, security: securityOf[auth] ?? '' },
    parameters: Object.keys(shape).map((name) => ({ name, in: 'query' })),
    body: body && (schema as Schema),
    schemas: $defs,
  }
}

type Described = Schema & { $defs?: Record<string, Schema> }

/** No server errors, and every refusal has the common error body. */
function faultsOf(_: Operation, { status, text, contentType }: Answer): string[] {
  if (status >= 500) return [`${status}: ${text.slice(0, 400)}`]
  if (status < 400) return []
  if (!/^application\/json\b/.test(contentType)) return [`${status} has the content type ${contentType}`]
  const body = ErrorBody.safeParse(JSON.parse(text))
  return body.success ? [] : [`${status}: ${text.slice(0, 400)}`]
}
