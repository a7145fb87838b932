import { z } from 'zod'
import { optionalObject, optionalText } from '../scalars.ts'

/** Maximum length of lookup names and codes in UTF-16 units, limited by the index. */
const longestName = 255

/** Reference to a tenant setting, by code or by name (ORD-10, ORD-11). */
export const Entity = z
  .object({
    name: z.string().max(longestName).nullish().describe('Name to look it up by.'),
    code: z.string().max(longestName).nullish().describe('Code to look it up by; it wins over the name.'),
  })
  .meta({ id: 'Entity', description: 'Looks something up by code or by name.' })
export type Entity = z.output<typeof Entity>

/** Extra defined by the tenant, such as a tail lift. */
export const ExtraField = z
  .object({
    name: optionalText('Name of the extra.'),
    code: optionalText('Code of the extra.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'ExtraField' })
export type ExtraField = z.output<typeof ExtraField>

/** Service level that the tenant offers. */
export const ServiceLevel = z
  .object({
    name: optionalText('Name of the service level.'),
    code: optionalText('Code of the service level.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'ServiceLevel' })
export type ServiceLevel = z.output<typeof ServiceLevel>

/** Department of the tenant that handles the order. */
export const Department = z
  .object({
    name: optionalText('Name of the department.'),
    code: optionalText('Code of the department.'),
  })
  .meta({ id: 'Department' })

/** Required vehicle category of an order. */
export const VehicleCategory = z
  .object({
    name: optionalText('Name of the vehicle category.'),
    code: optionalText('Code of the vehicle category.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'VehicleCategory' })

/** Group of planners responsible for a shipment. */
export const PlanningGroup = z
  .object({
    name: optionalText('Name of the planning group.'),
    code: optionalText('Code of the planning group.'),
  })
  .meta({ id: 'PlanningGroup' })

/** Incident at a stop or with goods. */
export const Incident = z
  .object({
    name: optionalText('Name of the incident.'),
    code: optionalText('Code of the incident.'),
    description: optionalText('What happened.'),
    custom_fields: optionalObject('Keys of the tenant.'),
  })
  .meta({ id: 'Incident' })
export type Incident = z.output<typeof Incident>
