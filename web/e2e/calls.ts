import type { Page } from 'playwright-core'

/** Calls the server as the page does, with its session; waits if the session's limit requires it. */
export async function send<Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  return await page.evaluate(
    async (request) => {
      const patient = async (...call: Parameters<typeof fetch>): Promise<Response> => {
        const answer = await fetch(...call)
        if (answer.status !== 429) return answer
        await new Promise((wake) => setTimeout(wake, Number(answer.headers.get('retry-after') ?? 1) * 1_000))
        return await patient(...call)
      }
      const session = await (await patient('/app/session')).json()
      const headers = {
        ...(request.body && { 'content-type': 'application/json' }),
        'x-csrf-token': session.csrf_token,
        'idempotency-key': crypto.randomUUID(),
      }
      const { method, path, body } = request
      const answer = await patient(path, {
        method,
        ...(method !== 'GET' && { headers }),
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.status === 204 ? undefined : await answer.json()
    },
    { method, path, body },
  )
}

/** A day relative to today, in API format. */
export function day(later: number): string {
  return new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
}
