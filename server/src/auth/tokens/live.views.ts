import type { Context } from '../../context.ts'

/**
 * Asks the database on every request whether its credential is still live, so that a removal acts on the next request
 * (ASVS 8.3.2). The answers carry the version of what is known about the credential, and are undefined when it may not
 * be used: unknown, removed, or its tenant switched off.
 */
export interface LiveCheck {
  /** For a token, which names its tenant. */
  credential(tenantId: string, clientId: string): Promise<string | undefined>
  /** For Basic: also whose credential it is. */
  client(clientId: string): Promise<LiveClient | undefined>
}

export interface LiveClient {
  tenant_id: string
  version: string
}

/** Makes the check of a process; requests that wait at the same time share one question. */
export function createLiveCheck(ctx: Context): LiveCheck {
  const credentials = inBatches((requested: { tenantId: string; clientId: string }[]) =>
    find<{ version: string }>(ctx, {
      name: 'auth.live_credentials',
      text: 'select place, version from live_credentials($1, $2)',
      values: [requested.map(({ tenantId }) => tenantId), requested.map(({ clientId }) => clientId)],
    }),
  )
  const clients = inBatches((requested: string[]) =>
    find<LiveClient>(ctx, {
      name: 'auth.live_clients',
      text: 'select place, tenant_id, version from live_clients($1)',
      values: [requested],
    }),
  )
  return {
    async credential(tenantId, clientId) {
      return (await credentials(`${tenantId}/${clientId}`, { tenantId, clientId }))?.version
    },
    client: (clientId) => clients(clientId, clientId),
  }
}

/** Runs a statement whose rows say in `place` which question, counted from 1, they answer. */
async function find<Row>(ctx: Context, query: { name: string; text: string; values: unknown[] }) {
  const { rows } = await ctx.db.shared.query<Row & { place: number }>(query)
  return new Map(rows.map((row) => [row.place, row]))
}

interface PendingQuestion<Question, Answer> {
  question: Question
  answer: ((answer: Answer | undefined) => void)[]
  fail: ((error: unknown) => void)[]
}

const mostInFlight = 1

/**
 * Group commit for questions: those that arrive while two are on their way share the next one. A question is never
 * answered by one that was asked before it.
 */
function inBatches<Question, Answer>(ask: (questions: Question[]) => Promise<Map<number, Answer>>) {
  let waiting = new Map<string, PendingQuestion<Question, Answer>>()
  let inFlight = 0

  async function lookUpAll(): Promise<void> {
    const requested = [...waiting.values()]
    waiting = new Map()
    inFlight += 1
    try {
      const answers = await ask(requested.map(({ question }) => question))
      requested.forEach((one, index) => {
        for (const answer of one.answer) answer(answers.get(index + 1))
      })
    } catch (error) {
      for (const fail of requested.flatMap((one) => one.fail)) fail(error)
    } finally {
      inFlight -= 1
      if (waiting.size > 0) void lookUpAll()
    }
  }

  return (key: string, question: Question) =>
    new Promise<Answer | undefined>((answer, fail) => {
      const one = waiting.get(key) ?? { question, answer: [], fail: [] }
      one.answer.push(answer)
      one.fail.push(fail)
      waiting.set(key, one)
      if (inFlight < mostInFlight) void lookUpAll()
    })
}
