import { z } from 'zod'
import { creditChecks } from '../../accounting/app/credit-check.ts'
import { orderDocumentTypes } from '../../inbound/documents.ts'
import { RoadEngine } from '../../positions/app/road-engine.ts'
import { allocationMethods } from '../../rates/app/allocation.ts'
import { LocalDate } from '../../scalars.ts'
import { defaultPlanningLimits, PlanningLimits } from './planning-limits.ts'

/** Request limit within a sliding window of seconds. */
const Window = z.strictObject({
  seconds: z.int().min(1).max(86_400).describe('Length of the window.'),
  requests: z.int().min(1).max(100_000).describe('Most requests in it.'),
})

/** Whether a time zone is supported; offsets such as +01:00 are not time zones. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const Decimal = z.string().regex(/^\d{1,9}(\.\d{1,3})?$/, { error: 'must be a decimal as text, such as 5.00' })

/** Processing of resource positions. */
export const PositionSettings = z.strictObject({
  send_events: z.boolean().describe('Whether every position is sent as an event.'),
  geofence: z
    .enum(['OFF', 'PROPOSE', 'APPLY'])
    .describe('Whether arrivals and departures that positions show are proposed, or reported to the stop at once.'),
  geofence_radius_m: z.int().min(25).max(20_000).describe('Metres around a location that count as being there.'),
  geofence_dwell_minutes: z.int().min(0).max(60).describe('Minutes a resource must stay there, or away, to count.'),
  max_speed_kmh: z
    .int()
    .min(50)
    .max(2_000)
    .nullable()
    .default(200)
    .describe('Highest plausible speed between two positions, in km/h; null: no check.'),
  road_engine: RoadEngine.nullable().describe(
    'Routing engine for road distances; null: the engine of the installation, or estimates where it has none.',
  ),
})
export type PositionSettings = z.output<typeof PositionSettings>

/** How messages are parsed and stored. */
export const MessageSettings = z.strictObject({
  keep_position_messages: z
    .boolean()
    .describe(
      'Whether messages with positions are kept in full. There are many: otherwise only their receipt is kept.',
    ),
  document_import: z
    .strictObject({
      parameters: z
        .strictObject({
          document_type: z.string().min(1).max(100).describe('Parameter with the kind of document.'),
          document_name: z.string().min(1).max(100).describe('Parameter with the name it is stored with.'),
          customer_reference_number: z.string().min(1).max(100).describe("Parameter with the customer's reference."),
          name: z.string().min(1).max(100).describe('Parameter with the number of the order.'),
          id: z.string().min(1).max(100).describe('Parameter with the id of the order.'),
        })
        .describe('How the query parameters of document-import are called.'),
      default_document_type: z
        .enum(orderDocumentTypes)
        .nullable()
        .describe('Type of document where the sender gives none; null: such a document is discarded.'),
    })
    .describe('How documents for orders are read (DOC-4).'),
})
export type MessageSettings = z.output<typeof MessageSettings>
export type DocumentImportSettings = MessageSettings['document_import']

/** Retention of personal data in days; null means unlimited. Invoices and their files are always kept (RET-1). */
export const RetentionSettings = z.strictObject({
  positions_days: z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .describe('Days positions and other telematics are kept; null: as long as the installation keeps them.'),
  messages_days: z.int().min(7).max(3_650).describe('Days messages of partners are kept.'),
  mails_days: z
    .int()
    .min(30)
    .max(3_650)
    .nullable()
    .describe('Days the text and the address of sent e-mails are kept; null: without an end.'),
  order_contacts_days: z
    .int()
    .min(30)
    .max(3_650)
    .nullable()
    .describe('Days after an order ended that its contacts are kept; null: without an end.'),
  documents_days: z
    .int()
    .min(365)
    .max(7_300)
    .nullable()
    .describe('Days after an order or trip ended that its documents are kept; null: without an end.'),
  people_days: z
    .int()
    .min(30)
    .max(3_650)
    .nullable()
    .describe('Days archived drivers and contacts are kept by name; null: until someone erases them.'),
  audit_days: z.int().min(365).max(7_300).nullable().describe('Days the audit trail is kept; null: without an end.'),
})
export type RetentionSettings = z.output<typeof RetentionSettings>

/** Default retention. */
export const defaultRetention: RetentionSettings = {
  positions_days: null,
  messages_days: 90,
  mails_days: 730,
  order_contacts_days: 730,
  documents_days: 3_650,
  people_days: 730,
  audit_days: 3_650,
}

/** Single settings of a tenant, in addition to the kinds of `settings-kinds.ts`. */
export const TenantSettings = z
  .strictObject({
    time_zone: z
      .string()
      .refine(isTimeZone, { error: 'must be the name of a time zone, such as Europe/Brussels' })
      .describe('Time zone of the haulier.'),
    locale: z
      .string()
      .regex(/^[a-z]{2}(-[A-Z]{2})?$/, { error: 'must be a language, such as en or nl-BE' })
      .describe('Default language.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, { error: 'must be a currency of ISO 4217, such as EUR' })
      .describe('Default currency.'),
    create_missing_companies: z.boolean().describe('Whether orders may name customers that do not exist yet.'),
    resource_events_at_dispatch: z
      .boolean()
      .describe('Whether events show vehicle and driver only after dispatch, instead of after planning (ST-11).'),
    dispatch_draft_minutes: z
      .int()
      .min(0)
      .max(10_080)
      .nullable()
      .describe(
        'Minutes a carrier keeps an older version while its trip is a draft again, then the draft is sent; null: until it is confirmed.',
      ),
    dispatch_answer_minutes: z
      .int()
      .min(1)
      .max(10_080)
      .default(120)
      .describe('Minutes after the dispatch until a carrier should have answered.'),
    positions: PositionSettings.describe('Settings of positions.'),
    accepts_record_ids: z
      .boolean()
      .describe('Whether new resources, companies and orders may have ids from another installation.'),
    intermodal_status: z.boolean().describe('Whether the webhook intermodal-status is open (a preview).'),
    booking_dates: z.boolean().describe('Whether documents may be booked on another day than that of the document.'),
    structured_invoices: z
      .array(z.string().regex(/^[A-Z]{2}$/, { error: 'must be a country of ISO 3166-1, such as BE' }))
      .max(50)
      .default(['BE'])
      .overwrite((countries) => [...new Set(countries)].sort())
      .describe('Countries whose businesses send each other structured invoices only.'),
    messages: MessageSettings.describe('How messages are read and kept.'),
    retention: RetentionSettings.default(defaultRetention).describe('How long data about people are kept.'),
    second_factor_from: LocalDate.nullable()
      .default(null)
      .describe('Day from which everyone needs a second factor to sign in; null: not required.'),
    document_link_days: z
      .int()
      .min(1)
      .max(90)
      .nullable()
      .default(null)
      .describe('Most days that a link to a document works; null: 90, in events as the installation says.'),
    cost_allocation: z
      .enum(allocationMethods)
      .default('LDM_KM')
      .describe('How the costs of a trip are divided among its orders; when a measure is missing, by the next one.'),
    purchase_tolerance: z
      .strictObject({
        percentage: Decimal.describe('Percent of what was executed.'),
        amount: Decimal.describe('Amount in the currency of the document.'),
      })
      .default({ percentage: '1', amount: '5.00' })
      .describe('How far a purchase document may differ from what was executed: the smaller of the two.'),
    planning_limits: PlanningLimits.default(defaultPlanningLimits).describe(
      'What planning does where a vehicle, a container or a carrier is not right for a trip.',
    ),
    credit_check: z
      .enum(creditChecks)
      .default('OFF')
      .describe('What an order over the credit limit comes to: OFF nothing, WARN a note in its history, HOLD a hold.'),
    temperature: z
      .strictObject({
        tolerance_degrees: z.number().min(0).max(20).describe('Degrees outside of the range that are accepted.'),
        minutes: z.int().min(1).max(1_440).describe('Minutes outside of it that are accepted.'),
      })
      .default({ tolerance_degrees: 2, minutes: 30 })
      .describe('How far and how long goods may be outside of the ordered temperature before it is an exception.'),
    limits: z
      .strictObject({
        general: z.array(Window).max(20).describe('Windows of all requests; none: no limit.'),
        token: z.array(Window).max(20).describe('Windows of token requests; none: no limit.'),
      })
      .nullable()
      .describe('Request limits; null: the default ones.'),
  })
  .meta({ id: 'AppTenantSettings' })
export type TenantSettings = z.output<typeof TenantSettings>
