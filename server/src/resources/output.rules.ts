import { kindOfType } from '@cartage/contract/resources/kinds'
import type { ResourceGroupOutput } from '@cartage/contract/resources/resource-group'
import type { AnyResource } from '@cartage/contract/resources/resource-output'
import type { BillingEntity } from '@cartage/contract/tenants/billing-entity'
import { joinKind, type KindColumns } from './kind.rules.ts'

/** A resource row of the views. */
export interface ResourceRow extends KindColumns {
  resource_id: string
  resource_type: string
  name: string
  code: string | null
  external_id: string
  note: string
  locale: string | null
  subcontractor_id: string | null
  custom_fields: Record<string, unknown>
  integrations: Record<string, Record<string, unknown>> | null
  is_archived: boolean
  /** Key of the list: the creation time, to the microsecond. */
  created_key: string
  timestamp_updated: string
  billing_entity: BillingEntity | null
  extras: { id: string; code: string; name: string }[]
  resource_groups: ResourceGroupOutput[]
}

/** A resource in the interface: one kind object, the others absent (CLIENT-9). */
export function resourceOutput(row: ResourceRow): AnyResource {
  const kind = kindOfType(row.resource_type)
  const { resource_id: id, resource_type: type, subcontractor_id: company } = row
  return {
    id,
    row_id: id,
    name: row.name,
    type,
    resource_type: type,
    external_id: row.external_id,
    locale: row.locale,
    code: row.code,
    note: row.note,
    custom_fields: row.custom_fields,
    subcontractor: company === null ? null : { row_id: company, id: company },
    integrations: row.integrations,
    billing_entity: row.billing_entity,
    extras: row.extras,
    is_active: !row.is_archived,
    is_external_resource: company !== null,
    timestamp_updated: row.timestamp_updated,
    resource_groups: row.resource_groups,
    ...(kind && { [kind]: joinKind(kind, row) }),
  }
}
