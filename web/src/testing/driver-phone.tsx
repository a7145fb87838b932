import type { DriverDay, DriverOwnHours, DriverStop } from '@cartage/contract/doors/app/driver'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { QueuedAct } from '../doors/driver/acts.ts'
import { DriverApp } from '../doors/driver/app.tsx'
import type { KeptFix } from '../doors/driver/kept-position.ts'
import { DriverModel } from '../doors/driver/model.ts'
import type { KeptValues, Phone } from '../doors/driver/phone.ts'
import { SendFailure } from '../doors/driver/sender.ts'
import type { DriverServer } from '../doors/driver/server.ts'
import { texts as en } from '../doors/driver/texts/en.ts'

/** Place of the stop. */
export const place = {
  ...{ name: 'Depot', address: 'Kaai 1', postal_code: '9000', city: 'Ghent', country: 'BE', description: null },
  ...{ latitude: 51.05, longitude: 3.72, time_zone: 'Europe/Brussels' },
}
/** A delivery. */
export const stop: DriverStop = {
  ...{ visit_id: 'v1', requested_date: '2026-02-02', requested_from: '08:00', requested_to: '10:00' },
  ...{ customer_reference: 'PO 4711', dangerous_goods: [] },
  ...{ stop_id: 's1', kind: 'DELIVERY', activity_label: 'Delivery', status: 'PLANNED', note: 'Gate 4', place },
  ...{ planned_start_at: '2026-02-02T08:00:00Z', planned_end_at: '2026-02-02T08:30:00Z', actual_start_at: null },
  ...{ actual_end_at: null, reference_number: 'R-1', order_number: 'O-1', phone_number: '+32 9 1', pin_code: null },
  ...{ container_number: null, seal_number: null, goods: ['12 × pallet'] },
}
/** A trip with the one stop. */
export const trip = { trip_id: 't1', name: 'T-1', note: '', vehicles: ['1-AAA-111'], stops: [stop] }
/** A day with the one trip. */
export const day: DriverDay = {
  ...{
    server_time: '2026-02-02T07:00:00Z',
    driver_id: 'ann',
    driver_name: 'Ann',
    company_name: 'Haulier',
    trips: [trip],
  },
  ...{
    logo_id: null,
    office_phone: '+32 9 22',
    questions: [],
    acts: [],
    own_position: { is_allowed: false, is_on: false, kept_days: 90 },
  },
}

/** An in-memory phone. */
export function memoryPhone(): Phone & { acts: Map<string, QueuedAct>; files: Map<string, Blob> } {
  const acts = new Map<string, QueuedAct>()
  const files = new Map<string, Blob>()
  const values: Partial<KeptValues> = {}
  return {
    acts,
    files,
    queue: async () => [...acts.values()],
    file: async (id) => files.get(id),
    read: async (name) => values[name],
    write: async (name, value) => void Object.assign(values, { [name]: value }),
    async add(queued, file) {
      acts.set(queued.act.act_id, queued)
      if (file) files.set(queued.act.act_id, file)
    },
    async save(changed, dropped) {
      for (const queued of changed) acts.set(queued.act.act_id, queued)
      for (const id of dropped) files.delete(id)
    },
    async remove(ids) {
      for (const id of ids) for (const store of [acts, files]) store.delete(id)
    },
  }
}

/** A server that can be offline, and refuses on demand. */
export function worldOf({ refuses = false } = {}) {
  const world = {
    isReached: true,
    taken: [] as string[],
    day,
    /** Driving and rest times. Set by tests that show them. */
    hours: undefined as DriverOwnHours | undefined,
    logos: 0,
    decisions: [] as boolean[],
    fixes: [] as KeptFix[],
  }
  const reached = () => {
    if (!world.isReached) throw new SendFailure('OFFLINE')
  }
  const server: DriverServer = {
    async share(decision) {
      reached()
      world.decisions.push(decision.is_on)
      world.day = { ...world.day, own_position: { ...world.day.own_position, is_on: decision.is_on } }
    },
    async positions(fixes) {
      reached()
      world.fixes.push(...fixes)
    },
    async day() {
      reached()
      return world.day
    },
    async logo() {
      reached()
      world.logos += 1
      return { image: 'data:image/png;base64,AAAA' }
    },
    async hours() {
      reached()
      if (!world.hours) throw new SendFailure('REFUSED')
      return world.hours
    },
    async upload() {
      reached()
      return { upload_id: 'u', sha256: '' }
    },
    async report(acts) {
      reached()
      world.taken.push(...acts.map(({ kind }) => kind))
      const outcome = refuses ? 'REFUSED' : 'APPLIED'
      return acts.map(({ act_id }) => ({ act_id, outcome, reason: refuses ? 'Not your stop.' : null, sha256: null }))
    },
  }
  return { world, connect: (_token: string) => server }
}

/** Options for opening the page. */
export interface Opening {
  geolocation?: Geolocation | undefined
  token?: string
  later?: (work: () => void, milliseconds: number) => void
}

/** Opens the page by a link. */
export async function open(
  given: { connect: (token: string) => DriverServer },
  phone = memoryPhone(),
  { token = 'token', geolocation, later = () => {} }: Opening = {},
) {
  history.replaceState(null, '')
  const model = new DriverModel(phone, given.connect, { geolocation, later })
  render(<DriverApp model={model} first={{ language: 'en', texts: en }} onLanguage={() => {}} />)
  await model.start(token)
  return { model, phone, user: userEvent.setup() }
}
