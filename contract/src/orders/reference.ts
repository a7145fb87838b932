import { z } from 'zod'
import { optionalObject, optionalText } from '../scalars.ts'

/** Longest name or code something is looked up by, in UTF-16 units: it has to fit an index. */
const longestName = 255

/** Names something the tenant has configured, by code or by name (ORD-10, ORD-11). */
export const Entity = z
  .object({
    name: z.string().max(longestName).nullish().describe('Name to look it up by.'),
    code: z.string().max(longestName).nullish().describe('Code to look it up by; it wins over the name.'),
  })
  .meta({ id: 'Entity', description: 'Looks something up by code or by name.' })
export type Entity = z.output<typeof Entity>

/** An extra of the tenant, such as a tail lift. */
export const ExtraField = z
  .object({
    name: optionalText('Name of the extra.'),
    code: optionalText('Code of the extra.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'ExtraField' })
export type ExtraField = z.output<typeof ExtraField>

/** How fast or how the tenant promises to carry. */
export const ServiceLevel = z
  .object({
    name: optionalText('Name of the service level.'),
    code: optionalText('Code of the service level.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'ServiceLevel' })
export type ServiceLevel = z.output<typeof ServiceLevel>

/** Part of the tenant's organisation that handles the order. */
export const Department = z
  .object({
    name: optionalText('Name of the department.'),
    code: optionalText('Code of the department.'),
  })
  .meta({ id: 'Department' })

/** Kind of vehicle the order requires. */
export const VehicleCategory = z
  .object({
    name: optionalText('Name of the vehicle category.'),
    code: optionalText('Code of the vehicle category.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'VehicleCategory' })

/** Group of planners that plans a shipment. */
export const PlanningGroup = z
  .object({
    name: optionalText('Name of the planning group.'),
    code: optionalText('Code of the planning group.'),
  })
  .meta({ id: 'PlanningGroup' })

/** Something that went wrong with a stop or a good. */
export const Incident = z
  .object({
    name: optionalText('Name of the incident.'),
    code: optionalText('Code of the incident.'),
    description: optionalText('What happened.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'Incident' })
export type Incident = z.output<typeof Incident>
