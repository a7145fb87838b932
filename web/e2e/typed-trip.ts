import type { Page } from 'playwright-core'
import { baseUrl } from './browser.ts'
import { send } from './calls.ts'

/** A carrier reports an arrival with a mistyped trip name: nothing matches, so the report waits in the inbox. */
export async function reportTypedTrip(page: Page): Promise<void> {
  type Trips = { items: { name: string }[] }
  const { items } = await send<Trips>(page, 'GET', '/app/trips?status=IN_PROGRESS,PLANNED&sort=starts&limit=1')
  type Secret = { client_id: string; client_secret: string }
  const { client_id, client_secret } = await send<Secret>(page, 'POST', '/app/webhook-credentials', { name: 'Typist' })
  const match = { matches_all: [{ trip: { name: { matches_any: [`${items[0]!.name.toLowerCase()} /`] } } }] }
  const updates = [{ event_time: new Date().toISOString(), stop: { match, status: 'AT_STOP' } }]
  const answer = await fetch(`${baseUrl}/v1/webhook/subco-status-update`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
    },
    body: JSON.stringify({ updates }),
  })
  const { errors } = (await answer.json()) as { errors: unknown[] | null }
  if (errors?.length !== 1) throw new Error(`the report was not left unmatched: ${JSON.stringify(errors)}`)
}
