import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SentUpload } from './checker.ts'

export interface LoadTenant {
  tenant_id: string
  token: string
}

/** One request for an upload, possibly a retry. */
export interface Attempt {
  tenant_id: string
  /** When the request was sent and when its response arrived, in milliseconds of one clock. */
  sent_at: number
  answered_at: number
  status: number
  /** Code of a refusal from the error catalogue. */
  code: string | undefined
  has_retry_after: boolean
}

export interface Load {
  readonly sent: SentUpload[]
  /** Every response, including those to retries. */
  readonly answers: Attempt[]
  /** Requests without a response. */
  unanswered(): number
  stop(): Promise<void>
}

export interface LoadOptions {
  /**
   * Whether each upload has an `Idempotency-Key` and is retried until accepted, as a careful integrator does. Such
   * callers also wait longer for a response.
   */
  repeats?: boolean
}

/** Records of a run of callers. */
interface Run {
  urls: readonly string[]
  tenants: readonly LoadTenant[]
  sent: SentUpload[]
  answers: Attempt[]
  unanswered: number
  repeats: boolean
  stopped: boolean
}

/** Sends creates, updates and cancellations of a moving set of orders from several callers until stopped. */
export function startLoad(
  urls: readonly string[],
  tenants: readonly LoadTenant[],
  callers: number,
  { repeats = false }: LoadOptions = {},
): Load {
  const run: Run = { urls, tenants, sent: [], answers: [], unanswered: 0, repeats, stopped: false }
  const running = Array.from({ length: callers }, (_, caller) => callRepeatedly(caller, run))
  return {
    sent: run.sent,
    answers: run.answers,
    unanswered: () => run.unanswered,
    async stop() {
      run.stopped = true
      await Promise.all(running)
    },
  }
}

async function callRepeatedly(caller: number, run: Run): Promise<void> {
  for (let round = 0; !run.stopped; round += 1) {
    const tenant = run.tenants[(caller + round) % run.tenants.length]!
    // Two callers share each set of orders, so that upload queues are contended; the set moves on and leaves cancelled
    // ones behind.
    const identifier = `C-${caller >> 1}-${Math.floor(round / 40)}-${round % 5}`
    const upload = newUpload(tenant, identifier, chooseOperation())
    run.sent.push(upload)
    for (let attempts = 1; ; attempts += 1) {
      await send(run, tenant, upload)
      const isOpen = upload.status === null || upload.status === 503
      if (isOpen) await sleep(50 + Math.random() * 150)
      if (!isOpen || !run.repeats || attempts >= mostAttempts) break
    }
  }
}

/** If the database stays away longer than this, the run fails. */
const mostAttempts = 400
/** Response timeout of a caller. */
const patienceMs = 10_000
const patienceOfCarefulMs = 25_000

/**
 * Waits for an accepted upload that was sent after an instant.
 * @param choice.among filters the responses
 * @returns when the response arrived
 * @throws if none was accepted in time
 */
export async function untilAccepted(
  { answers }: Pick<Load, 'answers'>,
  since: number,
  choice: { among?: (answer: Attempt) => boolean; withinMs?: number } = {},
): Promise<number> {
  const { among = () => true, withinMs = 30_000 } = choice
  const deadline = performance.now() + withinMs
  for (;;) {
    const accepted = answers.filter((answer) => answer.sent_at > since && answer.status < 300 && among(answer))
    if (accepted.length > 0) return Math.min(...accepted.map(({ answered_at }) => answered_at))
    if (performance.now() > deadline) throw new Error(`no upload was accepted within ${withinMs / 1_000} s`)
    await sleep(50)
  }
}

function chooseOperation(): SentUpload['operation'] {
  const luck = Math.random()
  if (luck < 0.5) return 'CREATE'
  return luck < 0.96 ? 'UPDATE' : 'DELETE'
}

function newUpload(tenant: LoadTenant, identifier: string, operation: SentUpload['operation']): SentUpload {
  return {
    tenant_id: tenant.tenant_id,
    order_identifier: identifier,
    operation,
    mark: randomUUID(),
    sent_at: performance.now(),
    answered_at: null,
    status: null,
    upload_id: null,
  }
}

/** Sends an upload once and records the result. */
async function send(run: Run, tenant: LoadTenant, upload: SentUpload): Promise<void> {
  const { operation, order_identifier: identifier, mark } = upload
  upload.status = null
  const sentAt = performance.now()
  try {
    const answer = await fetch(`${run.urls[Math.floor(Math.random() * run.urls.length)]}/v1/orders/order/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.token}`,
        'content-type': 'application/json',
        ...(run.repeats && { 'idempotency-key': mark }),
      },
      body: JSON.stringify(orderBody(operation, identifier, mark)),
      signal: AbortSignal.timeout(run.repeats ? patienceOfCarefulMs : patienceMs),
    })
    const record = (await answer.json()) as { upload_id?: string; code?: string }
    upload.answered_at = performance.now()
    upload.status = answer.status
    const facts = { tenant_id: tenant.tenant_id, sent_at: sentAt, answered_at: upload.answered_at }
    const { status, headers } = answer
    run.answers.push({ ...facts, status, code: record.code, has_retry_after: headers.has('retry-after') })
    if (answer.ok) upload.upload_id = record.upload_id ?? null
  } catch {
    // No response: the server died or was cut off. Whether the upload was stored is unknown, and both are fine.
    run.unanswered += 1
  }
}

/** One of many quays, so that location lookup is exercised too; stable for retries. */
function quayOf(mark: string): string {
  return `Quay ${Number.parseInt(mark.slice(0, 4), 16) % 2_000}`
}

/** One of many customers, so that company creation is exercised too; stable for retries. */
function customerOf(mark: string): string {
  return `Acme Distribution ${Number.parseInt(mark.slice(4, 8), 16) % 2_000}`
}

/** Body determined by its mark, including place and customer. */
function orderBody(operation: string, order_identifier: string, mark: string) {
  return {
    operation,
    order_identifier,
    customer_reference_number: mark,
    customer: { name: customerOf(mark) },
    transport_service: { name: 'General' },
    consignments: [
      {
        pickup_stop: {
          location: { name: quayOf(mark), city: 'Antwerpen', country: 'BE' },
          date: '2026-12-01',
        },
        delivery_stop: { location: { name: 'Hub North', city: 'Utrecht', country: 'NL' }, date: '2026-12-02' },
        goods: [{ description: 'Pallets', quantity: 10, total_weight_kg: 8000 }],
      },
    ],
  }
}
