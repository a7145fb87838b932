import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { OrderDocument } from '../orders/app/documents.ts'
import { languages } from '../reading/languages.ts'
import { LocalDate, UtcInstant, Uuid, UuidOut } from '../scalars.ts'

/** Transport papers, by their name in URLs. */
export const paperKinds = ['consignment_note', 'loading_list', 'delivery_note'] as const
export const PaperKind = z.enum(paperKinds).meta({ id: 'AppPaperKind' })
export type PaperKind = z.output<typeof PaperKind>

/** Consignment note boxes that the convention requires. */
export const emptyBoxes = [
  'SENDER',
  'CONSIGNEE',
  'PLACE_OF_DELIVERY',
  'PLACE_OF_TAKING_OVER',
  'DATE_OF_TAKING_OVER',
  'NUMBER_OF_PACKAGES',
  'METHOD_OF_PACKING',
  'NATURE_OF_GOODS',
  'DANGEROUS_GOODS',
  'GROSS_WEIGHT',
  'CARRIER',
] as const
export const EmptyBox = z.enum(emptyBoxes).meta({ id: 'AppEmptyBox' })
export type EmptyBox = z.output<typeof EmptyBox>

/** Consignment for which papers are printed. */
export const PaperConsignment = z
  .object({
    consignment_id: UuidOut.describe('Id of the consignment.'),
    order_id: UuidOut.describe('Id of its order.'),
    number: z.string().describe('Number on its consignment note.'),
    from: z.string().nullable().describe('Town or name of the pickup.'),
    to: z.string().nullable().describe('Town or name of the delivery.'),
    empty_boxes: z.array(EmptyBox).describe('Required boxes of its consignment note that nothing is known for.'),
  })
  .meta({ id: 'AppPaperConsignment' })
export type PaperConsignment = z.output<typeof PaperConsignment>

const language = z.enum(languages).optional().describe('Language; that of the organisation when absent.')
const consignment = Uuid.optional().describe('One consignment; all when absent.')
const ofOrder = { order_id: Uuid.describe('Id of the order.') }
const ofTrip = { trip_id: Uuid.describe('Id of the trip.') }
const paper = { paper: PaperKind.describe('Which paper.') }
const printQuery = z.object({
  language,
  consignment_id: consignment,
  copies: z
    .enum(['true', 'false'])
    .optional()
    .describe('Consignment notes: the four copies in their colours, with true.'),
})
const saveBody = z.object({ language, consignment_id: consignment })
const preview = z.object({ items: z.array(PaperConsignment).describe('In the order they are loaded.') })

/** Content of an order's papers, and which boxes stay empty. */
export const listOrderPapers = endpoint({
  ...ofApplication,
  id: 'listOrderPapers',
  method: 'GET',
  path: '/app/orders/{order_id}/papers',
  permission: 'order.read',
  summary: 'Consignments an order can print papers of',
  description:
    'With the required boxes of each consignment note that stay empty; they are printed to be filled in by hand.',
  params: z.object(ofOrder),
  response: preview,
})

/** A paper of an order as PDF. */
export const printOrderPaper = endpoint({
  ...ofApplication,
  id: 'printOrderPaper',
  method: 'GET',
  path: '/app/orders/{order_id}/papers/{paper}',
  permission: 'order.read',
  summary: 'Paper of an order as PDF',
  description: 'Drawn from the order as it is now; the same order gives the same bytes. Nothing is stored.',
  params: z.object({ ...ofOrder, ...paper }),
  query: printQuery,
  responseType: 'bytes',
})

/** Temperature record of an order's transport, as a paper. */
export const printTemperatureRecord = endpoint({
  ...ofApplication,
  id: 'printTemperatureRecord',
  method: 'GET',
  path: '/app/orders/{order_id}/temperature/record.pdf',
  permission: 'order.read',
  summary: 'Temperatures of an order as PDF',
  description: 'Drawn from what was measured until now; it says so where no vehicle measured.',
  params: z.object(ofOrder),
  query: z.object({ language }),
  responseType: 'bytes',
})

/** Stores a paper of an order as a document. */
export const addOrderPaper = endpoint({
  ...ofApplication,
  id: 'addOrderPaper',
  method: 'POST',
  creates: 'header',
  path: '/app/orders/{order_id}/papers/{paper}',
  permission: 'order.write',
  summary: 'Save a paper to the documents of an order',
  description: 'As the PDF without copies. A paper that has not changed since is not stored a second time.',
  params: z.object({ ...ofOrder, ...paper }),
  body: saveBody,
  response: OrderDocument,
})

/** Content of a trip's papers, and which boxes stay empty. */
export const listTripPapers = endpoint({
  ...ofApplication,
  id: 'listTripPapers',
  method: 'GET',
  path: '/app/trips/{trip_id}/papers',
  permission: 'trip.read',
  summary: 'Consignments a trip can print papers of',
  description: 'As for an order; the consignments the trip carries, in the order they are loaded.',
  params: z.object(ofTrip),
  response: preview,
})

/** A paper of a trip as PDF. */
export const printTripPaper = endpoint({
  ...ofApplication,
  id: 'printTripPaper',
  method: 'GET',
  path: '/app/trips/{trip_id}/papers/{paper}',
  permission: 'trip.read',
  summary: 'Paper of a trip as PDF',
  description:
    'One loading list for all, consignment notes and delivery notes one after the other. 409 when the trip carries nothing.',
  params: z.object({ ...ofTrip, ...paper }),
  query: printQuery,
  responseType: 'bytes',
})

/** Stores a paper of a trip as a document. */
export const addTripPaper = endpoint({
  ...ofApplication,
  id: 'addTripPaper',
  method: 'POST',
  creates: 'header',
  path: '/app/trips/{trip_id}/papers/{paper}',
  permission: 'order.write',
  summary: 'Save a paper of a trip to the documents',
  description:
    'The loading list becomes a document of the trip; consignment notes and delivery notes become one document of each order.',
  params: z.object({ ...ofTrip, ...paper }),
  body: saveBody,
  response: z.object({ items: z.array(OrderDocument).describe('The documents.') }),
})

const sheetLanguage = z.enum(languages).optional()

/** Trip sheet as PDF. */
export const printTripSheet = endpoint({
  ...ofApplication,
  id: 'printTripSheet',
  method: 'GET',
  path: '/app/trips/{trip_id}/sheet.pdf',
  permission: 'trip.read',
  summary: 'Trip sheet as PDF',
  description:
    'Stops in order with times, addresses, contacts, references, instructions and goods, and room to sign. Nothing is stored.',
  params: z.object(ofTrip),
  query: z.object({ language: sheetLanguage.describe('Language; that of the reader when absent.') }),
  responseType: 'bytes',
})

/** A driver's trips of one day as PDF. */
export const printDayList = endpoint({
  ...ofApplication,
  id: 'printDayList',
  method: 'GET',
  path: '/app/trips/day-lists/{resource_id}',
  permission: 'trip.read',
  summary: 'Day list of a driver as PDF',
  description:
    'The trips of the driver that are under way on the day, drafts left out, each with its stops. 409 when there is none.',
  params: z.object({ resource_id: Uuid.describe('Id of the driver.') }),
  query: z.object({
    date: LocalDate.optional().describe('The day, in the time zone of the organisation; today when absent.'),
    language: sheetLanguage.describe('Language; that of the driver when absent, else that of the reader.'),
  }),
  responseType: 'bytes',
})

const dayQuery = LocalDate.optional().describe('The day, in the time zone of the organisation; today when absent.')

/** A driver who has a trip on a day. */
export const DriverOfDay = z
  .object({
    resource_id: UuidOut.describe('Id of the driver.'),
    name: z.string().describe('Name of the driver.'),
    trip_count: z.int().describe('Trips under way on the day, drafts left out.'),
    starts_at: UtcInstant.describe('When the first of them starts.'),
  })
  .meta({ id: 'AppDriverOfDay' })
export type DriverOfDay = z.output<typeof DriverOfDay>

/** Drivers with a trip on a day. */
export const listDriversOfDay = endpoint({
  ...ofApplication,
  id: 'listDriversOfDay',
  method: 'GET',
  path: '/app/trips/day-lists',
  permission: 'trip.read',
  summary: 'Drivers of a day',
  description: 'Drivers with a trip on the day, by their name, at most 500.',
  query: z.object({ date: dayQuery }),
  response: z.object({ items: z.array(DriverOfDay).describe('By name.') }),
})

/** Day lists of all drivers as one PDF. */
export const printDayLists = endpoint({
  ...ofApplication,
  id: 'printDayLists',
  method: 'GET',
  path: '/app/trips/day-lists.pdf',
  permission: 'trip.read',
  summary: 'Day lists of all drivers as one PDF',
  description:
    'One list after the other, each on a page of its own and in the language of its driver, at most 500. 409 when no driver has a trip on the day.',
  query: z.object({
    date: dayQuery,
    language: sheetLanguage.describe('Language of all lists; that of each driver when absent.'),
  }),
  responseType: 'bytes',
})
