import type { Reading } from '@cartage/contract/reading/reading'
import { unavailabilityReasons } from '@cartage/contract/unavailabilities/endpoints'
import { textOfCode } from '../../records/code-labels.ts'
import type { Sheet } from '../../sheets/sheet.ts'
import { readMoment } from '../../ui/time/read-moment.ts'

/** Columns of a sheet of unavailabilities, in template order. */
export const absenceColumns = ['resource', 'from', 'until', 'reason', 'remark'] as const
type Column = (typeof absenceColumns)[number]

/** Recognised titles besides the column names, in lower case. */
const titles: Readonly<Record<Column, readonly string[]>> = {
  resource: [
    'driver',
    'vehicle',
    'name',
    'plate',
    'chauffeur',
    'voertuig',
    'naam',
    'fahrer',
    'fahrzeug',
    'véhicule',
    'nom',
  ],
  from: ['start', 'start_time', 'begin', 'van', 'vanaf', 'von', 'ab', 'du', 'début'],
  until: ['end', 'end_time', 'to', 'tot', 'bis', 'au', 'fin'],
  reason: ['reden', 'grund', 'motif', 'type'],
  remark: ['description', 'note', 'opmerking', 'bemerkung', 'remarque'],
}

/** A line of the sheet: its request, or its error. */
export interface AbsenceRow {
  line: number
  cells: Readonly<Record<Column, string>>
  /** Undefined if a cell is unreadable. */
  sent?: {
    line: number
    resource: { name: string; license_plate: string; external_id: string }
    start_time: string
    end_time: string | null
    reason: (typeof unavailabilityReasons)[number]
    description: string
  }
  /** The unreadable column. */
  fault?: Column
}

/** Parses the lines below the titles. Without known titles, the columns are in template order. */
export function readAbsences(sheet: Sheet, reading: Reading): AbsenceRow[] {
  const places = placesOf(sheet[0]?.cells ?? [])
  const isTitled = places.some((place) => place >= 0)
  return sheet.slice(isTitled ? 1 : 0).map(({ line, cells: given, faults }) => {
    const placeOf = (at: number) => (isTitled ? places[at]! : at)
    const texts = absenceColumns.map((column, at) => [column, (given[placeOf(at)] ?? '').trim()])
    const cells = Object.fromEntries(texts) as AbsenceRow['cells']
    const fault = absenceColumns.find((_, at) => faults?.has(placeOf(at)))
    return fault === undefined ? rowOf(line, cells, reading) : { line, cells, fault }
  })
}

function placesOf(cells: readonly string[]): number[] {
  const head = cells.map((title) => title.trim().toLowerCase())
  return absenceColumns.map((column) => head.findIndex((title) => title === column || titles[column].includes(title)))
}

/** Number of cells that are column titles. */
export function knownTitles(cells: readonly string[]): number {
  return placesOf(cells).filter((place) => place >= 0).length
}

function rowOf(line: number, cells: AbsenceRow['cells'], reading: Reading): AbsenceRow {
  const start_time = readMoment(cells.from, reading)
  const end_time = readMoment(cells.until, reading, true)
  const reason = reasonOf(cells.reason)
  if (cells.resource === '') return { line, cells, fault: 'resource' }
  if (start_time === undefined || start_time === null) return { line, cells, fault: 'from' }
  if (end_time === undefined || (end_time !== null && end_time < start_time)) return { line, cells, fault: 'until' }
  if (reason === undefined) return { line, cells, fault: 'reason' }
  const { resource: text, remark: description } = cells
  const resource = { name: text, license_plate: text, external_id: text }
  return { line, cells, sent: { line, resource, start_time, end_time, reason, description } }
}

/** A code, or a code as text as shown without a translation. */
function reasonOf(text: string) {
  const typed = text.toLowerCase().replace(/[\s-]+/g, '_')
  const plain = (code: string) => textOfCode(code).toLowerCase().replace(/\s+/g, '_')
  const endsWith = unavailabilityReasons.filter((code) => code.toLowerCase().split('_').slice(1).join('_') === typed)
  return (
    unavailabilityReasons.find((code) => code.toLowerCase() === typed || plain(code) === typed) ??
    (endsWith.length === 1 || typed === 'holiday' || typed === 'sickness' ? endsWith[0] : undefined)
  )
}
