import { randomUUID } from 'node:crypto'
import { createSavedView } from '@cartage/contract/app/saved-views'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** An order as entered by a person. */
function entry(identifier: string) {
  const stop = (city: string) => ({ location: { city, country: 'BE' }, date: '2026-03-02' })
  const consignments = [{ pickup_stop: stop('Genk'), delivery_stop: stop('Luik') }]
  return { order_identifier: identifier, customer: { name: 'matrix' }, consignments }
}

const sheetRow = {
  customer: 'matrix',
  pickup_city: 'Genk',
  pickup_date: '2026-03-02',
  delivery_city: 'Luik',
  delivery_date: '2026-03-03',
}

/** Owner requests use a nonexistent order, because they could change the victim's. */
function orderNamed(name: string, victim: Victim): string {
  return name === victim.orderIdentifier ? victim.orderId : randomUUID()
}

/** Requests made only by the application. */
export const screenCases = {
  queryIds: {
    company: { of: (victim: Victim) => victim.company.companyId, unknown: randomUUID(), isFilter: true },
    driver_id: { of: (victim: Victim) => victim.resources.resourceId, unknown: randomUUID(), isFilter: true },
  },
  plainQuery: [
    'q',
    'rows',
    'screen',
    'offset',
    'sort',
    'status',
    'scenario',
    'pickup_from',
    'pickup_to',
    'is_adr',
    'is_tempered',
  ],
  pathIds: { saved_view_id: { of: (victim: Victim) => victim.savedViewId } },
  bodies: {
    startSimulation: [() => ({ speed: 60 })],
    erasePerson: [
      (name: string, victim: Victim) => ({
        person_type: 'DRIVER',
        person_id: name === victim.orderIdentifier ? victim.resources.resourceId : randomUUID(),
      }),
    ],
    changeSimulation: [() => ({ speed: 10 })],
    createSavedView: [() => ({ screen: 'orders', name: 'matrix', search: '' })],
    changeSavedView: [() => ({ name: 'matrix' })],
    changeOrders: [
      (name: string, victim: Victim) => ({ action: 'block', reason: 'matrix', order_ids: [orderNamed(name, victim)] }),
      (name: string, victim: Victim) => ({ action: 'cancel', order_ids: [orderNamed(name, victim)] }),
    ],
    // With a key, because several strangers of one tenant send the same entry.
    createOrder: [
      (identifier: string, victim: Victim) => ({
        entry_key: identifier === victim.orderIdentifier ? victim.orderId : identifier.slice(-36),
        order: entry(identifier),
      }),
      (identifier: string, { orderIdentifier, uploadId }: Victim) => ({
        corrects: identifier === orderIdentifier ? uploadId : randomUUID(),
        order: entry(identifier),
      }),
    ],
    changeOrder: [() => ({ version: 1, order: { planning_instructions: 'matrix' } })],
    readUploads: [(_: string, { uploadId }: Victim) => ({ upload_ids: [uploadId] })],
    findSimilarOrders: [
      (identifier: string) => ({ order_identifier: identifier }),
      (_: string, { company }: Victim) => ({ customer_id: company.companyId, customer_reference_number: 'matrix' }),
    ],
    findImportCustomers: [() => ({ customers: ['matrix'] })],
    findImportPlaces: [() => ({ places: [{ city: 'Halle', postal_code: '', country: 'DE', customers: ['matrix'] }] })],
    findImportSimilar: [
      () => ({
        import_key: '00000000-0000-4000-8000-000000000000',
        rows: [{ line: 2, customer: 'matrix', reference: 'matrix', pickup_on: '2026-11-25' }],
      }),
    ],
    runJobsAgain: [(_: string, { deadJobId }: Victim) => ({ job_ids: [deadJobId] })],
    dismissJobs: [(_: string, { deadJobId }: Victim) => ({ job_ids: [deadJobId] })],
    importOrders: [
      (identifier: string) => ({
        import_key: randomUUID(),
        rows: [{ line: 2, values: { ...sheetRow, order_identifier: identifier } }],
      }),
    ],
  },
  /** Endless answers, of which only the beginning is checked. */
  streams: ['streamChanges'] as readonly string[],
}

/** A view saved by one planner. */
export async function createVictimView(tenant: TestTenant, word: string): Promise<string> {
  const planner = await tenant.user('PLANNER')
  const view = { screen: 'orders', name: word, search: `q=${word}` }
  return (await planner(createSavedView, { body: view })).saved_view_id
}

const insertDeadJob = {
  name: 'testing.insert_dead_job',
  text: `insert into job (tenant_id, kind, payload, is_dead, attempts, last_error)
         values ($1, 'trips.estimate', '{}', true, 12, $2) returning job_id`,
}

/** A failed job, with a text visible only to its owner. */
export async function createVictimJob(tenant: TestTenant, word: string): Promise<string> {
  const [job] = await tenant.asTenant((tx) => tx.query<{ job_id: string }>(insertDeadJob, word))
  return job!.job_id
}

/** Milliseconds for which a stream is read: longer than the server's polling interval. */
const beginningMs = 700

/** The beginning of an endless answer. */
export async function readBeginning(bytes: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  const timer = setTimeout(() => bytes.destroy(), beginningMs)
  let text = ''
  try {
    for await (const chunk of bytes) text += chunk.toString()
  } catch {
    // Destroyed by the timer: the data read so far is the result.
  }
  clearTimeout(timer)
  return text
}
