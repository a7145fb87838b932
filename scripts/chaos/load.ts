import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SentUpload } from './checker.ts'

export interface LoadTenant {
  tenant_id: string
  token: string
}

export interface Load {
  readonly sent: SentUpload[]
  stop(): Promise<void>
}

/** Sends creates, updates and cancellations of a moving set of orders from several callers until stopped. */
export function startLoad(urls: readonly string[], tenants: readonly LoadTenant[], callers: number): Load {
  const sent: SentUpload[] = []
  const state = { stopped: false }
  const running = Array.from({ length: callers }, (_, caller) => callRepeatedly(caller, urls, tenants, sent, state))
  return {
    sent,
    async stop() {
      state.stopped = true
      await Promise.all(running)
    },
  }
}

async function callRepeatedly(
  caller: number,
  urls: readonly string[],
  tenants: readonly LoadTenant[],
  sent: SentUpload[],
  state: { stopped: boolean },
): Promise<void> {
  for (let round = 0; !state.stopped; round += 1) {
    const tenant = tenants[(caller + round) % tenants.length]!
    // Two callers share each set of orders, so that upload queues are contended; the set moves on, so that cancelled
    // ones are left behind.
    const identifier = `C-${caller >> 1}-${Math.floor(round / 40)}-${round % 5}`
    const upload = await send(urls[Math.floor(Math.random() * urls.length)]!, tenant, identifier, chooseOperation())
    sent.push(upload)
    if (upload.status === null || upload.status === 503) await sleep(50 + Math.random() * 150)
  }
}

function chooseOperation(): SentUpload['operation'] {
  const luck = Math.random()
  if (luck < 0.5) return 'CREATE'
  return luck < 0.96 ? 'UPDATE' : 'DELETE'
}

async function send(
  url: string,
  tenant: LoadTenant,
  order_identifier: string,
  operation: SentUpload['operation'],
): Promise<SentUpload> {
  const mark = randomUUID()
  const upload: SentUpload = {
    tenant_id: tenant.tenant_id,
    order_identifier,
    operation,
    mark,
    sent_at: performance.now(),
    answered_at: null,
    status: null,
    upload_id: null,
  }
  try {
    const answer = await fetch(`${url}/v1/orders/order/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(orderBody(operation, order_identifier, mark)),
      signal: AbortSignal.timeout(10_000),
    })
    const record = (await answer.json()) as { upload_id?: string }
    upload.answered_at = performance.now()
    upload.status = answer.status
    if (answer.ok) upload.upload_id = record.upload_id ?? null
  } catch {
    // No answer: the server died or was cut off. Whether the upload was stored is open, and both are fine.
  }
  return upload
}

/** A body in which the mark is the only thing that differs. */
function orderBody(operation: string, order_identifier: string, mark: string) {
  return {
    operation,
    order_identifier,
    customer_reference_number: mark,
    customer: { name: 'Acme Distribution' },
    transport_service: { name: 'General' },
    consignments: [
      {
        pickup_stop: { location: { name: 'Quay 1742', city: 'Antwerpen', country: 'BE' }, date: '2026-12-01' },
        delivery_stop: { location: { name: 'Hub North', city: 'Utrecht', country: 'NL' }, date: '2026-12-02' },
        goods: [{ description: 'Pallets', quantity: 10, total_weight_kg: 8000 }],
      },
    ],
  }
}
