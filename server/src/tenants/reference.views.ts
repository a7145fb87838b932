import { inTurn, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

export interface TransportService {
  transport_service_id: string
  code: string
  name: string
}

export interface ServiceLevel {
  service_level_id: string
  code: string
  name: string
}

export interface ImportConfiguration {
  import_configuration_id: string
  code: string
  name: string
  /** Null for the tenant's setting. */
  create_missing_companies: boolean | null
}

/** Measures as in the contract; absent when the tenant has not entered them. */
export interface PackagingSize {
  code: string
  name: string
  height_m?: number
  length_m?: number
  width_m?: number
  weight_kg?: number
  loading_meters?: number
  pallet_spaces?: number
}

export interface PackagingType {
  packaging_type_id: string
  code: string
  name: string
  export_alias: string | null
  sizes: PackagingSize[]
}

export interface CustomActivity {
  custom_activity_id: string
  code: string
  label: string
}

export interface ContainerType {
  container_type_id: string
  code: string
  name: string
  iso_code: string | null
}

/** All configured settings that an order may refer to, without archived entries. Lists are sorted by code. */
export interface Reference {
  transportServices: TransportService[]
  serviceLevels: ServiceLevel[]
  importConfigurations: ImportConfiguration[]
  packagingTypes: PackagingType[]
  customActivities: CustomActivity[]
  containerTypes: ContainerType[]
  createMissingCompanies: boolean
  /** Whether orders are checked against the credit limit of the payer. */
  checksCredit: boolean
}

/** SQL: ISO codes of the tenant's container types by their codes and names; a code takes precedence over a name. */
export const containerTypeCodes = `(select coalesce(json_object_agg(k.key, n.iso_code order by k.rank), '{}')
     from container_type n cross join lateral (values (n.name, 1), (n.code, 2)) as k (key, rank)
    where n.tenant_id = $1 and n.iso_code is not null)`

const load = inTurn(
  statement(
    'tenants.load_reference',
    `select json_build_object(
    'transportServices', (select coalesce(json_agg(r order by code), '[]') from (
       select t.transport_service_id, t.code, t.name
         from transport_service t where t.tenant_id = $1 and not t.is_archived) r),
    'serviceLevels', (select coalesce(json_agg(r order by code), '[]') from (
       select t.service_level_id, t.code, t.name
         from service_level t where t.tenant_id = $1 and not t.is_archived) r),
    'importConfigurations', (select coalesce(json_agg(r order by code), '[]') from (
       select t.import_configuration_id, t.code, t.name, t.create_missing_companies
         from import_configuration t where t.tenant_id = $1 and not t.is_archived) r),
    'packagingTypes', (select coalesce(json_agg(r order by code), '[]') from (
       select t.packaging_type_id, t.code, t.name, t.export_alias, t.sizes
         from packaging_type t where t.tenant_id = $1 and not t.is_archived) r),
    'customActivities', (select coalesce(json_agg(r order by code), '[]') from (
       select t.custom_activity_id, t.code, t.label
         from custom_activity t where t.tenant_id = $1 and not t.is_archived) r),
    'containerTypes', (select coalesce(json_agg(r order by code), '[]') from (
       select t.container_type_id, t.code, t.name, t.iso_code
         from container_type t where t.tenant_id = $1 and not t.is_archived) r),
    'createMissingCompanies', coalesce(
       (select t.create_missing_companies from tenant_setting t where t.tenant_id = $1), false),
    'checksCredit', coalesce((select t.credit_check <> 'OFF' from tenant_setting t where t.tenant_id = $1), false)
  ) as reference`,
  ),
)

/** The tenant's reference data in one statement, to match many orders against it. */
export async function loadReference(tx: Tx): Promise<Reference> {
  const [row] = await tx.query<{ reference: Reference }>(load)
  return row!.reference
}
