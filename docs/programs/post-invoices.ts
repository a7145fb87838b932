// Posts invoices and credit notes to a CSV file. Run it as often as you like: node docs/programs/post-invoices.ts
// Needs BASE_URL, CLIENT_ID and CLIENT_SECRET of an API client with the role API_ACCOUNTING.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

const { BASE_URL, CLIENT_ID, CLIENT_SECRET, CSV_FILE = 'invoices.csv' } = process.env

interface Line {
  account?: { code?: string } | null
  code: string
  amount: string
}
interface Document {
  name: string
  date: string
  currency: string
  customer?: { name: string }
  supplier?: { name: string }
  line_items: Line[]
}

async function send<T>(path: string, authorization: string, body?: object): Promise<T> {
  const headers = { authorization, 'content-type': 'application/json' }
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const response = await fetch(`${BASE_URL}${path}`, request)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

const basic = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`
const { access_token } = await send<{ access_token: string }>('/v1/auth/token', basic, {})
const bearer = `Bearer ${access_token}`
const tasks = '/v1/accounting/sync-tasks'

function book(taskId: string, document: Document): void {
  // The task id is the key: a task that was booked before the program died is not booked again.
  if (existsSync(CSV_FILE) && readFileSync(CSV_FILE, 'utf8').includes(taskId)) return
  const company = (document.customer ?? document.supplier)?.name ?? ''
  const head = [taskId, document.name, document.date, company, document.currency]
  const rows = document.line_items.map((line) => [...head, line.account?.code ?? line.code, line.amount])
  const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
  appendFileSync(CSV_FILE, quoted.map((row) => `${row}\n`).join(''))
}

// Leases: another copy of this program gets other tasks; if this one dies, they are free again after five minutes.
for (;;) {
  const { tasks: leased } = await send<{ tasks: { id: string }[] }>(`${tasks}?lease_seconds=300&limit=50`, bearer)
  if (leased.length === 0) break
  for (const { id } of leased) {
    const { payload } = await send<{ payload: { instance: Document } }>(`${tasks}/${id}`, bearer)
    book(id, payload.instance)
    await send(`${tasks}/${id}/update-status`, bearer, { status: 'COMPLETED' })
  }
}
