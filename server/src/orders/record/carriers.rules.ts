import type { CompanyOutput } from '@cartage/contract/companies/company-output'
import type { ResourceAllocation } from '@cartage/contract/orders/order-status'
import { kindOfType } from '@cartage/contract/resources/kinds'
import type { z } from 'zod'
import { joinKind } from '../../resources/kind.rules.ts'
import type { ResourceRow } from '../../resources/output.rules.ts'

/** A resource that carries a trip, with its names on that trip. */
export interface Carrier {
  resource_id: string
  name: string | null
  license_plate: string | null
  container_number: string | null
}

export type CarrierOutput = z.output<typeof ResourceAllocation>

/**
 * A resource as shown inside a trip: names and numbers entered for the trip replace its own.
 * @param subcontractor the company it belongs to, when it is another's
 * @param isPrivate leaves out internal details of a driver, for callers of other companies
 */
export function carrierOutput(
  carrier: Carrier,
  row: ResourceRow,
  subcontractor: CompanyOutput | undefined,
  isPrivate: boolean,
): CarrierOutput {
  const shared = {
    id: row.resource_id,
    name: carrier.name ?? row.name,
    code: row.code,
    is_archived: row.is_archived,
    is_external_resource: row.subcontractor_id !== null,
    resource_type: row.resource_type,
    ...(!isPrivate && { custom_fields: row.custom_fields, subcontractor: subcontractor ?? null }),
  }
  const kind = kindOfType(row.resource_type)
  if (!kind) return { resource: shared }
  const { start_stop_location: _base, ...known } = joinKind(kind, row)
  if (kind === 'driver') return { resource: { ...shared, ...(isPrivate ? namesOf(known) : driver(known, row)) } }
  if (kind === 'container') {
    const number = carrier.container_number ?? row.container_number
    return { resource: { ...shared, ...(isPrivate ? {} : known), container_number: number } }
  }
  const plate = carrier.license_plate ?? row.license_plate
  return { resource: { ...shared, ...(isPrivate ? {} : known), license_plate: plate } }
}

function namesOf({ first_name, last_name }: Record<string, unknown>) {
  return { first_name: (first_name ?? null) as string | null, last_name: (last_name ?? null) as string | null }
}

function driver(known: Record<string, unknown>, { start_stop_location_id: base }: ResourceRow) {
  return { ...known, ...namesOf(known), start_stop_location: base === null ? null : { id: base } }
}
