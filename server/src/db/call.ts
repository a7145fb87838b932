import { CommitUnknown, isConnectionGone, isConnectionLost } from './failure.ts'
import { boundary } from './pool.ts'
import type { Statement } from './statement.ts'
import type { Scope } from './tenant.ts'
import { traced } from './trace.ts'

/**
 * Runs one statement as its own transaction, in one round trip. For database functions that set each tenant's row
 * security themselves, such as accept_uploads; everything else runs in `asTenant`.
 * @throws CommitUnknown if the connection died: whether the statement took effect is unknown
 */
export async function callOnce<Row>(scope: Scope, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
  const client = await scope.pool.connect()
  let broken = false
  try {
    boundary(scope.crashPoints, statement.name)
    const { name, text } = statement
    const { rows } = await traced(name, () => client.query({ name, text, values: [...values] }))
    boundary(scope.crashPoints, 'committed')
    return rows as Row[]
  } catch (error) {
    broken = isConnectionGone(error)
    if (isConnectionLost(error)) throw new CommitUnknown('the connection was lost during a call', { cause: error })
    throw error
  } finally {
    client.release(broken)
  }
}
