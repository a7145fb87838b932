import type { CompanyOutput } from '@cartage/contract/companies/company-output'
import type { DispatchResourceAllocation, ResourceMessage } from '@cartage/contract/outbound/dispatch-resource'
import { type ResourceRow, resourceOutput } from '../../resources/output.rules.ts'
import type { TripResource } from '../../trips/state.rules.ts'
import { sentCompany } from './order.rules.ts'

/** A resource of a trip with all data of messages. */
export interface SentResource {
  /** Its names and numbers on this trip. */
  own: TripResource
  row: ResourceRow
  company: CompanyOutput | undefined
}

const vehicleMembers = [
  'axle_configuration',
  'emission_class',
  'fuel_type',
  'license_plate',
  'manufacturer',
  'model',
  'roof_type',
  'vin_number',
] as const
const containerMembers = ['container_number', 'manufacturer', 'standard_size', 'iso_code'] as const
const driverMembers = ['first_name', 'last_name', 'phone_number', 'start_stop_location'] as const

/**
 * A resource as sent to a partner, with the name, plate and number on this trip. Of a driver it includes only contact
 * details: neither home nor date of birth.
 */
export function sentResource({ own, row, company }: SentResource): ResourceMessage {
  const output = resourceOutput(row)
  const shared = {
    id: row.resource_id,
    name: own.name ?? row.name,
    code: row.code,
    is_archived: row.is_archived,
    is_external_resource: row.subcontractor_id !== null,
    custom_fields: row.custom_fields,
    subcontractor: company ? sentCompany(company) : null,
    resource_type: row.resource_type,
  }
  if (output.driver) {
    return { ...shared, ...pick(output.driver, driverMembers), email: output.driver.email_address ?? null }
  }
  if (output.container) {
    const number = own.container_number ?? output.container.container_number ?? null
    return { ...shared, ...pick(output.container, containerMembers), container_number: number }
  }
  const vehicle =
    output.tractor ?? output.truck ?? output.van ?? output.trailer ?? output.full_trailer ?? output.chassis
  if (!vehicle) return shared
  return {
    ...shared,
    ...pick(vehicle, vehicleMembers),
    license_plate: own.license_plate ?? vehicle.license_plate ?? null,
  }
}

function pick(from: object, names: readonly string[]): Record<string, unknown> {
  const members = from as Record<string, unknown>
  return Object.fromEntries(names.map((name) => [name, members[name] ?? null]))
}

/**
 * A resource with its id in the receiving system: from that integration, else its external id.
 * @param integration code of the integration; null if the receiver has none
 */
export function sentAllocation(resource: SentResource, integration: string | null): DispatchResourceAllocation {
  const { row } = resource
  const facts = integration === null ? undefined : row.integrations?.[integration]
  const id = facts?.external_id ?? facts?.id ?? (row.external_id || undefined)
  return {
    resource: sentResource(resource),
    execution: typeof id === 'string' || typeof id === 'number' ? { external_id: String(id) } : null,
  }
}

/** Codes of integrations that know one of the resources. */
export function integrationCodes(resources: readonly SentResource[]): Set<string> {
  return new Set(resources.flatMap(({ row }) => Object.keys(row.integrations ?? {})))
}
