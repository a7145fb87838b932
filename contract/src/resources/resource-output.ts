import { z } from 'zod'
import { CompanyReference } from '../companies/company-reference.ts'
import { page } from '../page.ts'
import { FreeObject, optionalFlag, optionalText, UtcInstant, UuidOut } from '../scalars.ts'
import { BillingEntity } from '../tenants/billing-entity.ts'
import { writtenAs } from './any-kind.ts'
import type { ResourceKind } from './kinds.ts'
import { ResourceTypeEnum } from './kinds.ts'
import {
  ChassisProperties,
  ContainerProperties,
  DriverProperties,
  TractorProperties,
  TrailerProperties,
  TruckProperties,
  VanProperties,
} from './properties.ts'
import { ResourceGroupOutput } from './resource-group.ts'

/** An extra of a resource. */
export const ResourceExtraOutput = z
  .object({
    id: UuidOut.describe('Id of the extra.'),
    code: z.string().describe('Code of the extra.'),
    name: z.string().describe('Name of the extra.'),
  })
  .meta({ id: 'ResourceExtraOutput' })

const members = {
  id: UuidOut.describe('Id of the resource.'),
  row_id: UuidOut.describe('The same id.'),
  name: z.string().describe('Name as people read it.'),
  type: ResourceTypeEnum.describe('Kind of resource; a truck is RIGID.'),
  resource_type: ResourceTypeEnum.describe('The same kind.'),
  external_id: optionalText('Id in another system; empty when it has none.'),
  locale: optionalText('Language, with or without a country.'),
  code: optionalText('Code in the tenant.'),
  note: optionalText('Note for people.'),
  custom_fields: FreeObject.optional().describe('Keys of the tenant.'),
  subcontractor: CompanyReference.nullish().describe('Company it belongs to, when it is not our own.'),
  integrations: z.record(z.string(), FreeObject).nullish().describe('Facts of integrations, by their code.'),
  billing_entity: BillingEntity.nullish().describe('Who invoices for it.'),
  extras: z.array(ResourceExtraOutput).optional().describe('Equipment and abilities, in the order they were sent.'),
  is_active: optionalFlag('False once it is archived.'),
  is_external_resource: optionalFlag('True: it belongs to a carrier.'),
  timestamp_updated: UtcInstant.nullish().describe('When it changed last.'),
  resource_groups: z
    .array(ResourceGroupOutput)
    .optional()
    .describe('Every group it is, was or will be in, each once, sorted by name; without archived ones (RES-13).'),
}

/** Members of each kind object. */
export const kindProperties = {
  driver: DriverProperties,
  tractor: TractorProperties,
  truck: TruckProperties,
  van: VanProperties,
  trailer: TrailerProperties,
  full_trailer: TrailerProperties,
  chassis: ChassisProperties,
  container: ContainerProperties,
} as const satisfies Record<ResourceKind, z.ZodObject>

const driver = { driver: DriverProperties.nullish().describe('Present for drivers only.') }
const tractor = { tractor: TractorProperties.nullish().describe('Present for tractors only.') }
const truck = { truck: TruckProperties.nullish().describe('Present for trucks only.') }
const van = { van: VanProperties.nullish().describe('Present for vans only.') }
const trailer = { trailer: TrailerProperties.nullish().describe('Present for trailers only.') }
const fullTrailer = { full_trailer: TrailerProperties.nullish().describe('Present for full trailers only.') }
const chassis = { chassis: ChassisProperties.nullish().describe('Present for chassis only.') }
const container = { container: ContainerProperties.nullish().describe('Present for containers only.') }

const shown = z.union([
  z.looseObject({ ...members, ...driver }).meta({ id: 'DriverResourceOutput' }),
  z.looseObject({ ...members, ...tractor }).meta({ id: 'TractorResourceOutput' }),
  z.looseObject({ ...members, ...truck }).meta({ id: 'TruckResourceOutput' }),
  z.looseObject({ ...members, ...van }).meta({ id: 'VanResourceOutput' }),
  z.looseObject({ ...members, ...trailer }).meta({ id: 'TrailerResourceOutput' }),
  z.looseObject({ ...members, ...fullTrailer }).meta({ id: 'FullTrailerResourceOutput' }),
  z.looseObject({ ...members, ...chassis }).meta({ id: 'ChassisResourceOutput' }),
  z.looseObject({ ...members, ...container }).meta({ id: 'ContainerResourceOutput' }),
])

const written = z.object({
  ...members,
  ...driver,
  ...tractor,
  ...truck,
  ...van,
  ...trailer,
  ...fullTrailer,
  ...chassis,
  ...container,
})
/** Resource of any kind; exactly one kind object is present (CLIENT-7, CLIENT-9). */
export type AnyResource = z.output<typeof written>

/** Resource in responses. */
export const ResourceOutput = writtenAs(written, shown)

/** A page of resources. */
export const ListResourceOutput = page(ResourceOutput).meta({ id: 'ListResourceOutput' })
