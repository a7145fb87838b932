import type { Context } from '../context.ts'

/** The version of what is known about a credential; undefined when it may not be used (removed, tenant off). */
export type LiveCheck = (tenantId: string, clientId: string) => Promise<string | undefined>

interface Question {
  tenantId: string
  clientId: string
  answer: ((version: string | undefined) => void)[]
  fail: ((error: unknown) => void)[]
}

const mostInFlight = 2

/**
 * Asks the database on every request whether its credential is still live, so that a removal acts on the next request
 * (ASVS 8.3.2). Requests that arrive while two questions are on their way share the next one, as in a group commit:
 * under load one query answers for many.
 */
export function createLiveCheck(ctx: Context): LiveCheck {
  let waiting = new Map<string, Question>()
  let inFlight = 0

  async function askForAll(): Promise<void> {
    const asked = [...waiting.values()]
    waiting = new Map()
    inFlight += 1
    try {
      const versions = await findVersions(ctx, asked)
      asked.forEach((question, index) => {
        for (const answer of question.answer) answer(versions.get(index + 1))
      })
    } catch (error) {
      for (const fail of asked.flatMap((question) => question.fail)) fail(error)
    } finally {
      inFlight -= 1
      if (waiting.size > 0) void askForAll()
    }
  }

  return (tenantId, clientId) =>
    new Promise((answer, fail) => {
      const key = `${tenantId}/${clientId}`
      const question = waiting.get(key) ?? { tenantId, clientId, answer: [], fail: [] }
      question.answer.push(answer)
      question.fail.push(fail)
      waiting.set(key, question)
      if (inFlight < mostInFlight) void askForAll()
    })
}

async function findVersions(ctx: Context, asked: Question[]): Promise<Map<number, string>> {
  const { rows } = await ctx.db.shared.query<{ place: number; version: string }>({
    name: 'auth.live_credentials',
    text: 'select place, version from live_credentials($1, $2)',
    values: [asked.map((question) => question.tenantId), asked.map((question) => question.clientId)],
  })
  return new Map(rows.map((row) => [row.place, row.version]))
}
