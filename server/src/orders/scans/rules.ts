import type { ScanAnswer, ScanStopMatch } from '@cartage/contract/inbound/question-answers'
import { foldText } from '@cartage/contract/reading/fold'
import { countryKey } from '../../countries.ts'
import { barcodesOf } from '../amend/rules.ts'
import type { OrderDocument, StoredUnit } from '../content.rules.ts'
import type { StopRole } from '../stops/sequence.rules.ts'

export const scanStatuses = ['SCANNED_IN', 'STORED', 'SCANNED_OUT'] as const
export type ScanStatus = (typeof scanStatuses)[number]

/** The published status of a scan, with the sender's own status when it differs (PU-5). */
export function scanStatus(given: string | null | undefined): {
  status: ScanStatus | null
  source_status: string | null
} {
  const known = scanStatuses.find((one) => one === given?.trim().toUpperCase())
  return { status: known ?? null, source_status: known || !given ? null : given }
}

/**
 * The published status of a scan, one of three values. For a status of another system it follows from the stop: goods
 * come in at a pickup, go out at a delivery, and are stored elsewhere.
 */
export function publishedStatus(status: ScanStatus | null, role: StopRole | undefined): ScanStatus {
  if (status) return status
  if (role === 'PICKUP') return 'SCANNED_IN'
  return role === 'DELIVERY' ? 'SCANNED_OUT' : 'STORED'
}

/** The scanned barcode, given as text or an object; a missing source means EXTERNAL (GOOD-7). */
export function scannedBarcode({ barcode }: ScanAnswer): { value: string | null; source: string } {
  if (typeof barcode === 'string') return { value: barcode, source: 'EXTERNAL' }
  return { value: barcode?.value ?? null, source: barcode?.source ?? 'EXTERNAL' }
}

/** Every handling unit of an order. */
export function unitsOf(document: OrderDocument): StoredUnit[] {
  return document.consignments.flatMap(({ goods = [] }) => goods.flatMap((good) => good.handling_units ?? []))
}

/**
 * The unit of the order that has the barcode, if exactly one has; without a barcode, the unit that the scan refers to.
 */
export function scannedUnit(
  document: OrderDocument,
  barcode: string | null,
  unitId: string | undefined,
): StoredUnit | undefined {
  const units = unitsOf(document)
  if (unitId !== undefined) return units.find(({ id }) => id === unitId)
  const found = barcode === null ? [] : units.filter((unit) => barcodesOf(unit).includes(barcode))
  return found.length === 1 ? found[0] : undefined
}

/** A stop of the order in the form that scans refer to. */
export interface ScanPlace {
  stop_id: string
  role: StopRole
  reference_number: string | null
  location: { id: string; name: string | null; postal_code: string | null; country: string | null }
}

/** The one stop of a scan; undefined when none or several match, which is not a failure (PU-5). */
export function scannedStop<Place extends ScanPlace>(
  places: readonly Place[],
  match: ScanStopMatch | null | undefined,
  stopIds: readonly string[],
): Place | undefined {
  const found = match
    ? places.filter((place) => fits(place, match))
    : places.filter(({ stop_id }) => stopIds.includes(stop_id))
  return found.length === 1 ? found[0] : undefined
}

function fits({ stop_id, role, reference_number, location }: ScanPlace, match: ScanStopMatch): boolean {
  const criteria: [criteria: string | null | undefined, value: string | null][] = [
    [match.id?.toLowerCase(), stop_id],
    [match.stop_type, role],
    [match.reference_number, reference_number],
    [match.location?.id?.toLowerCase(), location.id],
    [folded(match.location?.name), folded(location.name)],
    [plain(match.location?.postal_code), plain(location.postal_code)],
    [keyOf(match.location?.country_code), keyOf(location.country)],
  ]
  const set = criteria.filter(([value]) => value != null)
  return set.length > 0 && set.every(([value, own]) => value === own)
}

function keyOf(country: string | null | undefined): string | null {
  return country == null ? null : countryKey(country)
}

function folded(name: string | null | undefined): string | null {
  return name == null ? null : foldText(name)
}

/** `9000 AB` and `9000ab` are one postal code. */
function plain(code: string | null | undefined): string | null {
  return code?.replace(/\s/g, '').toLowerCase() ?? null
}
