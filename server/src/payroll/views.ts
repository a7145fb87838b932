import { msg, type Sentence } from '@cartage/contract/message'
import type { PayrollHours, PayrollSettings } from '@cartage/contract/payroll/app'
import { listTrail } from '../audit/views.ts'
import { type HolidayFinder, holidayFinder, isHoliday } from '../charges/facts/holidays.rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Render } from '../http/language.ts'
import { greatCircleKm } from '../locations/great-circle.rules.ts'
import { dateAfter, firstInstantOf } from '../locations/local-time.rules.ts'
import { openingHoursReader } from '../locations/opening-hours.rules.ts'
import { vehicleOf } from '../planning/facts/vehicle.rules.ts'
import { loadWorld } from '../planning/facts/views.ts'
import { visitedStretches } from '../planning/hours/visited.rules.ts'
import type { World } from '../planning/rules.ts'
import { type DriverActivity, readActivities } from '../trips/hours/driven.views.ts'
import type { Stay } from './away.rules.ts'
import { datesOf, daysOf } from './calendar.rules.ts'
import { type DriverDay, type DriverFacts, driverDays, sumFigures } from './driver.rules.ts'
import {
  mostDrivers,
  type PayrollAbsence,
  type PayrollDriver,
  type PayrollVisit,
  readAbsences,
  readDrivers,
  readVisits,
} from './facts.views.ts'
import { cellsOf, headingsOf } from './file.format.ts'
import type { Part } from './hours.rules.ts'
import { readSettings } from './settings.views.ts'

/** Filter of the hours. */
export interface PayrollQuery {
  month: string
  rows: 'MONTH' | 'DAY'
  driver_id?: string | undefined
}

/** Hours of drivers with the format of their file. */
export interface PayrollTable extends PayrollHours {
  settings: PayrollSettings
}

/** Margin around the month, to determine where a driver was at its beginning and end. */
const [daysBefore, daysAfter] = [14, 7]

/** Hours and allowances of drivers in a month, as in the file (PAYROLL-1 to PAYROLL-6). */
export async function readHours(ctx: Context, tx: Tx, query: PayrollQuery, render: Render): Promise<PayrollTable> {
  const { month } = query
  const [settings, found] = await Promise.all([readSettings(tx), readDrivers(tx, query.driver_id ?? null)])
  const drivers = found.slice(0, mostDrivers)
  const { facts, zone } = await readFacts(ctx, tx, drivers, { month, settings })
  const { first, last } = datesOf(month)
  const days = daysOf(first, last, zone, settings)
  const shown = drivers.flatMap((driver, at) => {
    const own = driverDays(facts[at]!, days, settings)
    return driver.is_archived && !own.some(isKnown) ? [] : [{ facts: facts[at]!, own }]
  })
  const items = shown.flatMap(({ facts: of, own }) => {
    const rows = query.rows === 'DAY' ? own.map((day) => ({ day: day.date, figures: day })) : [monthOf(own)]
    return rows.map(({ day, figures }) => ({
      ...{ driver_id: of.driver_id, driver: of.name, day, sources: [...figures.sources] },
      cells: cellsOf({ facts: of, month, day, figures }, settings, render),
    }))
  })
  const notes = notesOf(found, shown, settings).map(render)
  const downloads = await listDownloads(tx, month, new Map(found.map((one) => [one.driver_id, one.name])))
  return { month, headings: headingsOf(settings, render), items, notes, downloads, settings }
}

/** Entity type of a month's file in the audit trail. */
export const payrollFile = 'payroll_file'
const mostDownloads = 10

/** Downloads of a month's file, newest first (PAYROLL-7). */
async function listDownloads(
  tx: Tx,
  month: string,
  names: ReadonlyMap<string, string>,
): Promise<PayrollHours['downloads']> {
  const entity = { type: payrollFile, id: month }
  const entries = await listTrail(tx, { entity }, { before: undefined, limit: mostDownloads })
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
  return entries.map(({ at, actor, changes: { rows, driver_id } }) => {
    const of = textOf(driver_id?.after)
    // Removed actors have no name.
    return { at, by: actor.name, rows: textOf(rows?.after) ?? 'MONTH', driver: of && (names.get(of) ?? '…') }
  })
}

function monthOf(own: readonly DriverDay[]) {
  return { day: null, figures: sumFigures(own) }
}

function isKnown({ sources, absences }: DriverDay): boolean {
  return sources.length > 0 || absences.size > 0
}

/** Notes that an office should read before using the file. */
function notesOf(
  found: readonly PayrollDriver[],
  shown: readonly { facts: DriverFacts; own: readonly DriverDay[] }[],
  { allowances }: PayrollSettings,
): Sentence[] {
  const listed = (names: readonly string[]) =>
    names.slice(0, 5).join(', ') + (names.length > 5 ? ` + ${names.length - 5}` : '')
  const planned = shown.filter(({ own }) => own.some(({ sources }) => sources.includes('PLAN')))
  const homeless = shown.filter(({ facts }) => facts.home === null)
  const unnumbered = shown.filter(({ facts }) => facts.personnel_number === null)
  const note = (of: readonly { facts: DriverFacts }[]) => listed(of.map(({ facts }) => facts.name))
  const message: Sentence[] = []
  if (found.length > mostDrivers) message.push(msg`The file has the first ${mostDrivers} drivers only.`)
  if (planned.length > 0)
    message.push(msg`Hours are from planned times alone, without a card or reports, in part: ${note(planned)}.`)
  if (homeless.length > 0)
    message.push(
      msg`Nights away and public holidays are not known without a start location or a home country: ${note(homeless)}.`,
    )
  if (unnumbered.length > 0) message.push(msg`Without a personnel number (custom field or code): ${note(unnumbered)}.`)
  if (allowances.length === 0) message.push('No daily allowances are set.')
  return message
}

async function readFacts(
  ctx: Context,
  tx: Tx,
  drivers: readonly PayrollDriver[],
  { month, settings }: { month: string; settings: PayrollSettings },
): Promise<{ facts: DriverFacts[]; zone: string }> {
  const { first, last } = datesOf(month)
  const ids = drivers.map(({ driver_id }) => driver_id)
  const nothing = { order_ids: [], stop_ids: [], trip_ids: [], location_ids: [] }
  const { time_zone: zone } = await loadWorld(ctx, tx, nothing)
  const [from, to] = [
    firstInstantOf(dateAfter(first, -daysBefore), '00:00', zone),
    firstInstantOf(dateAfter(last, 1 + daysAfter), '00:00', zone),
  ]
  const [activities, visits, absences, reader] = await Promise.all([
    readActivities(tx, ids, from, to),
    readVisits(tx, ids, from, to),
    readAbsences(tx, ids, from, to),
    openingHoursReader(),
  ])
  const location_ids = [...new Set(visits.map(({ location_id }) => location_id))]
  const resource_ids = [...new Set(visits.flatMap(({ vehicle_ids }) => vehicle_ids))]
  const world = await loadWorld(ctx, tx, { ...nothing, location_ids, resource_ids })
  const by = {
    activities: Map.groupBy(activities, ({ resource_id }) => resource_id),
    visits: Map.groupBy(visits, ({ resource_id }) => resource_id),
    absences: Map.groupBy(absences, ({ resource_id }) => resource_id),
  }
  const find = holidayFinder(reader)
  const now = ctx.now().getTime()
  const facts = drivers.map((driver) => {
    const id = driver.driver_id
    const known = {
      activities: by.activities.get(id) ?? [],
      visits: by.visits.get(id) ?? [],
      absences: by.absences.get(id) ?? [],
    }
    return factsOf(driver, known, { world, settings, find, now })
  })
  return { facts, zone }
}

interface Known {
  activities: readonly DriverActivity[]
  visits: readonly PayrollVisit[]
  absences: readonly PayrollAbsence[]
}

interface Ground {
  world: Pick<World, 'places' | 'roads' | 'settings' | 'orders' | 'vehicles'>
  settings: PayrollSettings
  find: HolidayFinder
  /** Trips planned after this are not driven yet. */
  now: number
}

const rangeOf = ({ from, to }: { from: string; to: string }) => ({ from: Date.parse(from), to: Date.parse(to) })

function factsOf(driver: PayrollDriver, { activities, visits, absences }: Known, ground: Ground): DriverFacts {
  const { driver_id, name, personnel_number, postal_code } = driver
  const home = driver.country ?? ground.settings.holiday_country
  const done = visits.filter(({ from }) => Date.parse(from) <= ground.now)
  const card = activities.map((one): Part => ({ ...rangeOf(one), kind: one.kind, source: 'CARD' }))
  return {
    ...{ driver_id, name, personnel_number, home },
    sources: [card, partsOfTrips(done, ground)],
    stays: done.map((visit) => stayOf(visit, driver, ground, home)),
    absences: absences.map((one) => ({ ...rangeOf(one), reason: one.reason })),
    isHoliday: (date) => isHoliday(ground.find, { country: home, postal_code }, date),
  }
}

/** Activities derived from the stops of a driver; consecutive trips are joined where they do not overlap. */
function partsOfTrips(visits: readonly PayrollVisit[], { world, now }: Ground): Part[] {
  if (visits.length === 0) return []
  const driven = visits.map((visit) => {
    const resources = visit.vehicle_ids.map((resource_id) => ({ resource_id }))
    return { ...visit, vehicle: vehicleOf({ resources, stops: [] }, world) }
  })
  const stretches = visitedStretches(driven, world)
  return stretches.flatMap(({ from, to, kind }): Part[] => {
    const range = { from: Math.round(from * 60_000), to: Math.min(now, Math.round(to * 60_000)) }
    if (range.from >= range.to) return []
    const after = visits.find((visit) => Date.parse(visit.to) >= range.to) ?? visits.at(-1)!
    return [{ ...range, kind, source: after.is_reported ? 'STOPS' : 'PLAN' }]
  })
}

/** The drive home is a third longer than the straight line, at 65 km/h. */
const [detour, kmPerMinute] = [1.33, 65 / 60]

function stayOf(visit: PayrollVisit, driver: PayrollDriver, { settings }: Ground, home: string | null): Stay {
  const { country, latitude, longitude } = visit
  const isPlaced = latitude !== null && longitude !== null && driver.latitude !== null && driver.longitude !== null
  const km = isPlaced
    ? greatCircleKm({ latitude, longitude }, { latitude: driver.latitude!, longitude: driver.longitude! })
    : null
  const isHome = visit.location_id === driver.home_id
  // Without coordinates the country decides: a driver in the home country is assumed to sleep at home.
  const isNear =
    isHome || (km === null ? home === null || country === home || country === null : km <= settings.home_km)
  return { ...rangeOf(visit), country, isNear, wayHome: km === null ? null : (km * detour) / kmPerMinute }
}
