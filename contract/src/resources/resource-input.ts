import { z } from 'zod'
import { CompanyReference } from '../companies/company-reference.ts'
import { FreeObject, longestText, optionalObject, Uuid, UuidOut } from '../scalars.ts'
import { BillingEntityReference } from '../tenants/billing-entity.ts'
import { shownAs } from './any-kind.ts'
import { ResourceTypeEnum } from './kinds.ts'
import {
  ChassisPropertiesInput,
  ContainerProperties,
  DriverProperties,
  TractorPropertiesInput,
  TrailerPropertiesInput,
  TruckPropertiesInput,
  VanPropertiesInput,
} from './properties.ts'

/** Maximum length of names, codes and external ids in UTF-16 units, limited by the index. */
export const longestResourceName = 500

/** Reference to an extra of the tenant. */
export const ResourceExtraInput = z
  .object({ code: z.string().max(255).describe('Code of exactly one extra of the tenant (RES-10).') })
  .meta({ id: 'ResourceExtraInput' })

/** Reference to a resource group. */
export const ResourceGroupReference = z
  .object({ id: UuidOut.describe('Id of the resource group.') })
  .meta({ id: 'ResourceGroupReference' })

const name = z.string().max(longestResourceName).describe('Name as people read it.')
const externalId = z.string().max(longestResourceName).optional()
const note = z.string().max(longestText).optional()

const members = {
  billing_entity: BillingEntityReference.nullish().describe('Billing entity by code; the default one when absent.'),
  extras: z
    .array(ResourceExtraInput)
    .max(200)
    .nullish()
    .describe('Replaces the whole list; empty clears it; absent keeps it (RES-9).'),
  locale: z
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, { error: 'must be a language with or without a country, such as nl or nl-BE' })
    .optional()
    .describe('Language, with or without a country.'),
  code: z.string().max(longestResourceName).nullish().describe('Code in the tenant.'),
  custom_fields: optionalObject('Keys of the tenant.'),
  subcontractor: CompanyReference.nullish().describe('Company it belongs to, when it is not our own.'),
  integrations: z.record(z.string(), FreeObject).nullish().describe('Facts of integrations, by their code.'),
}

const fullMembers = {
  ...members,
  name,
  external_id: externalId.describe('Id in another system.').meta({ default: '' }),
  note: note.describe('Note for people.').meta({ default: '' }),
  resource_type: ResourceTypeEnum.nullish().describe('Must match the kind object; required only without one.'),
}

const partialMembers = {
  ...members,
  name: name.optional(),
  external_id: externalId.describe('Id in another system.'),
  note: note.describe('Note for people.'),
  resource_group: ResourceGroupReference.nullish().describe(
    'Sets the fixed group; null removes it, leaving it out keeps it (RES-4, RES-5).',
  ),
}

const driver = { driver: DriverProperties.nullish().describe('Properties of a driver.') }
const tractor = { tractor: TractorPropertiesInput.nullish().describe('Properties of a tractor.') }
const truck = { truck: TruckPropertiesInput.nullish().describe('Properties of a truck.') }
const van = { van: VanPropertiesInput.nullish().describe('Properties of a van.') }
const trailer = { trailer: TrailerPropertiesInput.nullish().describe('Properties of a trailer.') }
const fullTrailer = { full_trailer: TrailerPropertiesInput.nullish().describe('Properties of a full trailer.') }
const chassis = { chassis: ChassisPropertiesInput.nullish().describe('Properties of a chassis.') }
const container = { container: ContainerProperties.nullish().describe('Properties of a container.') }

const shownInputs = z.union([
  z.looseObject({ ...fullMembers, ...driver }).meta({ id: 'DriverResourceInput' }),
  z.looseObject({ ...fullMembers, ...tractor }).meta({ id: 'TractorResourceInput' }),
  z.looseObject({ ...fullMembers, ...truck }).meta({ id: 'TruckResourceInput' }),
  z.looseObject({ ...fullMembers, ...van }).meta({ id: 'VanResourceInput' }),
  z.looseObject({ ...fullMembers, ...trailer }).meta({ id: 'TrailerResourceInput' }),
  z.looseObject({ ...fullMembers, ...fullTrailer }).meta({ id: 'FullTrailerResourceInput' }),
  z.looseObject({ ...fullMembers, ...chassis }).meta({ id: 'ChassisResourceInput' }),
  z.looseObject({ ...fullMembers, ...container }).meta({ id: 'ContainerResourceInput' }),
])

const shownPatches = z.union([
  z.looseObject(partialMembers).meta({ id: 'PartialBaseResourceInput' }),
  z.looseObject({ ...partialMembers, ...driver }).meta({ id: 'PartialDriverResourceInput' }),
  z.looseObject({ ...partialMembers, ...tractor }).meta({ id: 'PartialTractorResourceInput' }),
  z.looseObject({ ...partialMembers, ...truck }).meta({ id: 'PartialTruckResourceInput' }),
  z.looseObject({ ...partialMembers, ...van }).meta({ id: 'PartialVanResourceInput' }),
  z.looseObject({ ...partialMembers, ...trailer }).meta({ id: 'PartialTrailerResourceInput' }),
  z.looseObject({ ...partialMembers, ...fullTrailer }).meta({ id: 'PartialFullTrailerResourceInput' }),
  z.looseObject({ ...partialMembers, ...chassis }).meta({ id: 'PartialChassisResourceInput' }),
])

/** References are parsed more strictly than published, because responses share the components. */
const readReferences = {
  subcontractor: z
    .object({ row_id: Uuid.describe('Id of the company.') })
    .nullish()
    .describe('Company it belongs to, when it is not our own.'),
}
const readKinds = {
  driver: DriverProperties.extend({
    start_stop_location: z
      .object({ id: Uuid.describe('Id of the location.') })
      .nullish()
      .describe('Where the day begins and ends (RES-15).'),
  })
    .nullish()
    .describe('Properties of a driver.'),
  ...tractor,
  ...truck,
  ...van,
  ...trailer,
  ...fullTrailer,
  ...chassis,
  ...container,
}

/** All members of a resource in requests; rules ensure that they describe one kind. */
export const ResourceMembers = z.object({ ...fullMembers, ...readReferences, ...readKinds })
export type ResourceMembers = z.output<typeof ResourceMembers>

/** All members of a resource change in requests. */
export const ResourcePatchMembers = z.object({
  ...partialMembers,
  ...readReferences,
  ...readKinds,
  resource_type: fullMembers.resource_type,
  resource_group: z.object({ id: Uuid }).nullish(),
})
export type ResourcePatchMembers = z.output<typeof ResourcePatchMembers>

/** A complete resource: POST and PUT. */
export const ResourceInput = shownAs(shownInputs, ResourceMembers)

/** A change of a resource: PATCH. */
export const ResourcePatch = shownAs(shownPatches, ResourcePatchMembers)
