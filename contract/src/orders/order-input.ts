import { z } from 'zod'
import { asIssue } from '../message.ts'
import { optionalList, optionalText } from '../scalars.ts'
import { ConsignmentExport, ConsignmentInput } from './consignment.ts'
import { ContainerScenario, ContainerType } from './container.ts'
import { orderMembers } from './order-members.ts'
import { payloadFaults } from './payload-rules.ts'
import { Entity } from './reference.ts'
import { StopExport, StopInput } from './stop.ts'

/** Operations of an upload. DELETE cancels. */
export const OperationEnum = z.enum(['CREATE', 'UPDATE', 'DELETE']).meta({ id: 'OperationEnum' })
export type OperationEnum = z.output<typeof OperationEnum>

/** The caller's key of an order: 1 to 255 characters without control characters. */
export const OrderIdentifier = z
  .string()
  .min(1, { error: 'must not be empty' })
  .max(255, { error: 'must have at most 255 characters' })
  .regex(/^\P{Cc}*$/u, { error: 'must not contain control characters such as tabs or line breaks' })

/** Initial status of a new order (ORD-12). */
export const OrderStatus = z.enum(['QUOTE', 'TO_PLAN']).meta({ id: 'OrderStatus' })

/** Import source of an upload (ORD-14). */
export const ImportConfiguration = z
  .object({ code: optionalText('Code of the import source; API when left out.').meta({ default: 'API' }) })
  .meta({ id: 'ImportConfiguration' })

/** Price offered by the customer. */
export const OrderPricingInput = z
  .object({
    requested_price: z
      .union([z.number(), z.string().max(64)], { error: 'must be a number, or a decimal in text' })
      .nullish()
      .describe('Price as a number or as a decimal in text.'),
  })
  .meta({ id: 'OrderPricingInput' })

/** Original document of an order, stored for later reference. Its content may fill the body limit. */
export const RawInput = z
  .object({
    content: z.string().nullish().describe('Content, base64.'),
    mime_type: optionalText('Media type of the content.'),
    filename: optionalText('Name of the file.'),
  })
  .meta({ id: 'RawInput' })

function uploadMembers<Stop extends z.ZodType>(stop: Stop) {
  return {
    ...orderMembers,
    operation: OperationEnum.describe('What the upload does; DELETE cancels the order.'),
    order_identifier: OrderIdentifier.describe("The caller's key of the order. It finds the order again on update."),
    import_configuration: ImportConfiguration.nullish()
      .describe('Import source of the upload.')
      .meta({ default: { code: 'API' } }),
    transport_network: Entity.nullish().describe('Network or depot, by code or name.'),
    pricing: OrderPricingInput.nullish().describe('What the customer offers.'),
    input_source: optionalText('Where the order came from, in words.'),
    raw_input: RawInput.nullish().describe('The document the order was read from.'),
    order_status: OrderStatus.nullish()
      .describe('Start as quote or ready to plan; left out on an update it keeps.')
      .meta({ default: 'TO_PLAN' }),
    setup_stops: optionalList(stop, 'EXPORT: stops before the consignments, such as collecting the empty (CONT-2).'),
    teardown_stops: optionalList(stop, 'IMPORT: stops after the consignments, such as returning the empty (CONT-1).'),
    container_load_unload_stop: stop
      .nullish()
      .describe('The yard of the container. Use setup_stops or teardown_stops.')
      .meta({ deprecated: true }),
    container_number: optionalText('Other spelling of container.container_number.'),
    container_scenario: ContainerScenario.nullish().describe('Other spelling of container.container_scenario.'),
    container_type: ContainerType.nullish().describe('Other spelling of container.container_type.'),
    setup_input: optionalList(stop, 'Other spelling of setup_stops; a location is enough.'),
    teardown_input: optionalList(stop, 'Other spelling of teardown_stops; a location is enough.'),
  }
}

const uploadObject = z.object({
  ...uploadMembers(StopInput),
  consignments: z
    .array(ConsignmentInput)
    .max(2000)
    .nullish()
    .describe('What goes from where to where. Required on CREATE; on UPDATE the full new list.'),
  customer: Entity.nullish().describe('Customer, by accounting code or by name (ORD-11). Required on CREATE.'),
})

/**
 * Body of an order upload and of the order-import webhook.
 *
 * - CREATE needs `customer` and `consignments`.
 * - UPDATE keeps absent members; `consignments`, if present, is the full new list.
 * - DELETE needs only `operation` and `order_identifier`.
 *
 * Explicit null counts as absent. Unknown members are dropped. The shape is validated first. If it is valid, one pass
 * over the whole body checks the rules across members, so no rule runs per leaf.
 */
export const OrderUpload = uploadObject.superRefine(checkPayload).meta({ id: 'OrderInput' })
export type OrderUpload = z.output<typeof OrderUpload>

/** Order entered by a user: an upload with its operation given by the path, and an optional identifier. */
export const OrderEntry = uploadObject
  .omit({ operation: true })
  .extend({ order_identifier: OrderIdentifier.nullish().describe('Left out: the order number.') })
export type OrderEntry = z.output<typeof OrderEntry>

function checkPayload(upload: z.output<typeof uploadObject>, ctx: z.RefinementCtx): void {
  for (const fault of payloadFaults(upload)) {
    ctx.addIssue({ code: 'custom', path: fault.path, ...asIssue(fault.message) })
  }
}

/** Order in upload format: always in canonical spelling, ready to be uploaded again (EXP-1, EXP-2). */
export const OrderExport = z
  .object({
    ...uploadMembers(StopExport),
    consignments: z.array(ConsignmentExport).describe('What goes from where to where.'),
    customer: Entity.describe('Customer.'),
  })
  .meta({ id: 'OrderExport' })
export type OrderExport = z.output<typeof OrderExport>
