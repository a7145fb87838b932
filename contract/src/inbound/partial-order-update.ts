import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ErrorStatus } from '../orders/upload-record.ts'
import { optionalList, Uuid } from '../scalars.ts'
import {
  ConsignmentMatch,
  FieldMatchInput,
  type PartialOrderMatchInput,
  PartialOrderMatchTarget,
  StopMatch,
} from './matching.ts'
import { ConsignmentData, ConsignmentUpdateData, OrderUpdateData } from './order-update-data.ts'
import {
  GoodData,
  GoodUpdateData,
  HandlingUnitData,
  HandlingUnitUpdateData,
  StopData,
  StopUpdateData,
} from './order-update-parts.ts'
import { QuestionAnswers } from './question-answers.ts'

const criteria = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(100).optional().describe('The record meets all of these criteria.')

/** Identifies a goods item. */
export const GoodMatch = z
  .object({ id: FieldMatchInput.nullish().describe('Id of the good.') })
  .meta({ id: 'GoodMatch' })
export type GoodMatch = z.output<typeof GoodMatch>

/** Identifies a handling unit. */
export const HandlingUnitMatch = z
  .object({ barcode: FieldMatchInput.nullish().describe('A barcode on the unit.') })
  .meta({ id: 'HandlingUnitMatch' })
export type HandlingUnitMatch = z.output<typeof HandlingUnitMatch>

const ConsignmentTarget = z
  .object({
    matches_all: criteria(
      z
        .object({ consignment: ConsignmentMatch.nullish().describe('The consignment itself.') })
        .meta({ id: 'PartialOrderConsignmentMatchInput' }),
    ),
  })
  .meta({ id: 'PartialOrderConsignmentMatchTarget' })

const StopTarget = z
  .object({
    matches_all: criteria(
      z.object({ stop: StopMatch.nullish().describe('The stop itself.') }).meta({ id: 'PartialOrderStopMatchInput' }),
    ),
  })
  .meta({ id: 'PartialOrderStopMatchTarget' })

const GoodTarget = z
  .object({
    matches_all: criteria(
      z.object({ good: GoodMatch.nullish().describe('The good itself.') }).meta({ id: 'PartialOrderGoodMatchInput' }),
    ),
  })
  .meta({ id: 'PartialOrderGoodMatchTarget' })

const UnitTarget = z
  .object({
    matches_all: criteria(
      z
        .object({ handling_unit: HandlingUnitMatch.nullish().describe('The handling unit itself.') })
        .meta({ id: 'PartialOrderGoodTraceMatchInput' }),
    ),
  })
  .meta({ id: 'PartialOrderGoodTraceMatchTarget' })

const operation = 'What to do with the record; CREATE adds one.'

/** Operations on goods and handling units; REPLACE sends the whole record again, UPDATE only changes (PU-2). */
export const UpdateOperation = z.enum(['REPLACE', 'CREATE', 'UPDATE', 'DELETE']).meta({ id: 'UpdateOperation' })

const data = 'UPDATE takes what changes; members that are absent keep. CREATE and REPLACE take the whole record.'

/** Schema of each level's update, as published. */
const published = {
  order: z
    .object({
      operation: z.enum(['UPDATE', 'DELETE']).describe('UPDATE changes the order, DELETE cancels it.'),
      data: OrderUpdateData.nullish().describe('What changes.'),
    })
    .meta({ id: 'OrderEntityUpdate' }),
  consignment: z
    .object({
      operation: z.enum(['CREATE', 'UPDATE', 'DELETE']).describe(operation),
      data: z.union([ConsignmentUpdateData, ConsignmentData]).nullish().describe(data),
    })
    .meta({ id: 'ConsignmentEntityUpdate' }),
  stop: z
    .object({
      operation: z.enum(['CREATE', 'UPDATE', 'DELETE']).describe(operation),
      data: z.union([StopUpdateData, StopData]).nullish().describe(data),
    })
    .meta({ id: 'StopEntityUpdate' }),
  good: z
    .object({
      operation: UpdateOperation.describe(operation),
      data: z.union([GoodUpdateData, GoodData]).nullish().describe(data),
    })
    .meta({ id: 'GoodEntityUpdate' }),
  unit: z
    .object({
      operation: UpdateOperation.describe(operation),
      data: z.union([HandlingUnitUpdateData, HandlingUnitData]).nullish().describe(data),
    })
    .meta({ id: 'HandlingUnitEntityUpdate' }),
}

function removal() {
  return z.object({ operation: z.literal('DELETE') })
}

function change<Data extends z.ZodType>(schema: Data) {
  return z.object({ operation: z.literal('UPDATE'), data: schema.nullish() })
}

function making<const Operation extends 'CREATE' | 'REPLACE', Data extends z.ZodType>(name: Operation, schema: Data) {
  return z.object({ operation: z.literal(name), data: schema })
}

/**
 * Schemas used for parsing, chosen by operation: a union of both shapes would take the first and drop members of the
 * second.
 */
const read = {
  order: z.discriminatedUnion('operation', [change(OrderUpdateData), removal()]),
  consignment: z.discriminatedUnion('operation', [
    change(ConsignmentUpdateData),
    making('CREATE', ConsignmentData),
    removal(),
  ]),
  stop: z.discriminatedUnion('operation', [change(StopUpdateData), making('CREATE', StopData), removal()]),
  good: z.discriminatedUnion('operation', [
    change(GoodUpdateData),
    making('CREATE', GoodData),
    making('REPLACE', GoodData),
    removal(),
  ]),
  unit: z.discriminatedUnion('operation', [
    change(HandlingUnitUpdateData),
    making('CREATE', HandlingUnitData),
    making('REPLACE', HandlingUnitData),
    removal(),
  ]),
}

interface Levels {
  order: z.ZodType
  consignment: z.ZodType
  stop: z.ZodType
  good: z.ZodType
  unit: z.ZodType
}

/** Published schemas carry their component name; those used for parsing have none. */
type Name = (schema: z.ZodType, component: string) => z.ZodType

/** Nested lists of updates: order, consignment, then goods with their handling units next to stops (PU-1). */
function payload(levels: Levels, named: Name): z.ZodType {
  const match = 'Criteria for the record. Without them, the only one there is (PU-3).'
  const update = 'What is done with it; absent when only answers or what is inside change.'
  const updatesOf = (item: z.ZodType, component: string) =>
    named(z.object({ updates: optionalList(item, 'Updates, applied one after the other.') }), component).nullish()
  const entry = (target: z.ZodType, level: z.ZodType) => ({
    match: target.nullish().describe(match),
    question_answers: QuestionAnswers,
    update: level.nullish().describe(update),
  })
  const unit = named(z.object(entry(UnitTarget, levels.unit)), 'PartialOrderGoodTraceUpdate')
  const good = named(
    z.object({
      ...entry(GoodTarget, levels.good),
      handling_unit: updatesOf(unit, 'PartialOrderGoodTrace').describe('Handling units of the good.'),
    }),
    'PartialOrderGoodUpdate',
  )
  const stop = named(z.object(entry(StopTarget, levels.stop)), 'PartialOrderStopUpdate')
  const consignment = named(
    z.object({
      ...entry(ConsignmentTarget, levels.consignment),
      good: updatesOf(good, 'PartialOrderGood').describe('Goods of the consignment.'),
      stop: updatesOf(stop, 'PartialOrderStop').describe('Stops of the consignment.'),
    }),
    'PartialOrderConsignmentUpdate',
  )
  const order = named(
    z.object({
      ...entry(PartialOrderMatchTarget, levels.order),
      consignment: updatesOf(consignment, 'PartialOrderConsignment').describe('Consignments of the order.'),
      id: Uuid.nullish().describe('Id of the order. Use match.').meta({ deprecated: true }),
    }),
    'PartialOrderUpdate',
  )
  const updates = z.array(order).max(2000).optional().describe('Updates, each of one order.')
  return named(z.object({ updates }), 'OrderUpdatePayload')
}

/** Webhook body as published. */
export const OrderUpdatePayload = payload(published, (schema, id) => schema.meta({ id }))

/** One entry of a level: its target, its answers and the operation. */
interface Entry<Criterion, Update> {
  match?: { matches_all?: Criterion[] | undefined } | null | undefined
  question_answers?: QuestionAnswers
  update?: Update | null | undefined
}
type Inside<One> = { updates?: One[] | null | undefined } | null | undefined

export type UnitUpdate = Entry<{ handling_unit?: HandlingUnitMatch | null | undefined }, z.output<typeof read.unit>>
export type StopUpdate = Entry<{ stop?: StopMatch | null | undefined }, z.output<typeof read.stop>>
export interface GoodUpdate extends Entry<{ good?: GoodMatch | null | undefined }, z.output<typeof read.good>> {
  handling_unit?: Inside<UnitUpdate>
}
export interface ConsignmentUpdate
  extends Entry<{ consignment?: ConsignmentMatch | null | undefined }, z.output<typeof read.consignment>> {
  good?: Inside<GoodUpdate>
  stop?: Inside<StopUpdate>
}
export interface OrderUpdate extends Entry<PartialOrderMatchInput, z.output<typeof read.order>> {
  consignment?: Inside<ConsignmentUpdate>
  id?: string | null | undefined
}
export interface OrderUpdateBody {
  updates?: OrderUpdate[] | undefined
}

/** Schema used for parsing. Its type is explicit, because inferring it is too deep for the compiler. */
export const OrderUpdateBody = payload(read, (schema) => schema) as z.ZodType<OrderUpdateBody>

/** Response: null, or why items were not applied. */
export const PartialOrderUpdateResponse = z
  .object({ errors: z.array(ErrorStatus).nullish().describe('Items that were not applied, and why.') })
  .meta({ id: 'PartialOrderUpdateResponse' })

/** Targeted changes of existing orders (PU-1 to PU-6, ORD-17). */
export const updateOrdersPartially = endpoint({
  id: 'updateOrdersPartially',
  method: 'POST',
  path: '/v1/webhook/partial-order-update',
  tag: 'inbound-webhooks',
  summary: 'Change parts of orders by webhook',
  description:
    'Each entry identifies one order and has the changes to it, its consignments, their goods, handling units and ' +
    'stops. Members that are absent or null keep. All changes of an entry take effect together or not at all; an ' +
    'entry or a part of it that matches nothing is left out and named in errors. Any media type is taken, the body is ' +
    'JSON. A message that is sent again with the same webhook-id or Idempotency-Key header takes effect once.',
  auth: 'webhook',
  limit: 'none',
  since: '1.2.0',
  creates: 'record',
  bodyType: 'raw',
  // Answers may contain documents.
  bodyLimit: 32 * 1_048_576,
  body: OrderUpdatePayload,
  response: PartialOrderUpdateResponse.nullable(),
})
