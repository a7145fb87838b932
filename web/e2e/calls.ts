import type { Page } from 'playwright-core'

/** Calls the server as the page does, with its session. */
export async function send<Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> {
  return await page.evaluate(
    async (request) => {
      const session = await (await fetch('/app/session')).json()
      const headers = {
        'content-type': 'application/json',
        'x-csrf-token': session.csrf_token,
        'idempotency-key': crypto.randomUUID(),
      }
      const { method, path, body } = request
      const answer = await fetch(path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return await answer.json()
    },
    { method, path, body },
  )
}

/** A day from today on, as the interface writes it. */
export function day(later: number): string {
  return new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
}
