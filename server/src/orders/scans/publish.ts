import type { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import type { VisibilityStop } from '@cartage/contract/outbound/visibility-parts'
import { formatInstant } from '@cartage/contract/scalars'
import { type NewEvent, newEvent } from '../../deliveries/publish.ts'
import type { ScanStatus } from './rules.ts'
import type { NewScan } from './store.ts'

type Barcode = Extract<OperationalVisibilityUpdate['events'][number]['update'], { type: 'HandlingUnit' }>['barcode']

/** Members of a scan event in addition to the scan itself. */
export interface ScanEventFacts {
  event_id: string
  epoch: number
  status: ScanStatus
  stop: VisibilityStop | null
}

/**
 * The message for a scan of a handling unit, with the time of the scan (ST-12). A scan without a matching order has
 * itself as subject.
 */
export function scanEvent(scan: NewScan, { event_id, epoch, status, stop }: ScanEventFacts): NewEvent {
  const isKnown = scan.handling_unit_id !== null
  const entity_id = scan.handling_unit_id ?? scan.handling_unit_scan_id
  const timestamp = formatInstant(new Date(scan.scanned_at))
  return newEvent(
    {
      event_id,
      type: 'handling_unit.scanned',
      entity_type: isKnown ? 'handling_unit' : 'handling_unit_scan',
      entity_id,
      sequence: scan.event_sequence,
      epoch,
    },
    {
      timestamp,
      update: {
        id: scan.handling_unit_id,
        type: 'HandlingUnit',
        status,
        timestamp,
        barcode: { value: scan.barcode, source: scan.barcode_source as Barcode['source'] },
        stop_location_code: scan.stop_location_code,
        description: scan.description,
        source_status: scan.source_status,
        stop,
      },
    },
  )
}
