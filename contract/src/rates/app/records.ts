import { z } from 'zod'
import { AuditRecord } from '../../audit/app.ts'
import { endpoint } from '../../endpoint.ts'
import { SensibleDay } from '../../reading/entered.ts'
import { FreeObject, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { chargeSides } from './charge-type.ts'
import { Currency, RateCode } from './decimal.ts'
import { RateCardDoc, versionStates } from './rate-card.ts'
import { TariffTableDoc, ZoneSetDoc } from './tariff-table.ts'

/** Kinds of rate records: each has an editable draft, and immutable published versions. */
export const rateRecordKinds = ['RATE_CARD', 'TARIFF_TABLE', 'ZONE_SET'] as const
export type RateRecordKind = (typeof rateRecordKinds)[number]

const reads = {
  tag: 'application',
  auth: 'session',
  permission: 'rate.read',
  limit: 'none',
  since: '0.1.0',
  added: true,
} as const
const writes = { ...reads, permission: 'rate.write' } as const
const params = z.object({ rate_record_id: Uuid.describe('Id of the rate card, tariff table or zone set.') })
const ofVersion = params.extend({ rate_version_id: Uuid.describe('Id of the version.') })

/** Published version without its content. */
export const RateVersion = z
  .object({
    rate_version_id: UuidOut.describe('Id of the version.'),
    state: z.enum(versionStates).exclude(['DRAFT']).describe('PUBLISHED is used; RETIRED is not used any more.'),
    valid_from: z.string().describe('First day.'),
    valid_to: z.string().nullable().describe('Last day: its own, or the one before the next version. Null: no end.'),
    sha256: z.string().describe('Hash of what it says, as hexadecimal digits.'),
    published_at: UtcInstant.describe('When it was published.'),
  })
  .meta({ id: 'AppRateVersion' })
export type RateVersion = z.output<typeof RateVersion>

/** Error or warning in a draft. */
const finding = z.object({
  field: z.string().describe('Member of the draft.'),
  message: z.string().describe('What is wrong, and what to do.'),
})

/** A rate card, tariff table or zone set. */
export const RateRecord = z
  .object({
    rate_record_id: UuidOut.describe('Id.'),
    kind: z.enum(rateRecordKinds).describe('What it is.'),
    code: z.string().describe('Code.'),
    name: z.string().describe('What people see.'),
    side: z.enum(chargeSides).nullable().describe('For rate cards: whether it prices sales or costs.'),
    currency: z.string().nullable().describe('For rate cards: currency of its prices.'),
    has_draft: z.boolean().describe('Whether there is a draft.'),
    versions: z.array(RateVersion).describe('Published versions, the latest first day first.'),
    updated_at: UtcInstant.describe('When the record or its draft changed last.'),
  })
  .meta({ id: 'AppRateRecord' })
export type RateRecord = z.output<typeof RateRecord>

/** Draft with the findings that block publishing. */
export const RateDraft = z
  .object({
    valid_from: z.string().describe('First day.'),
    valid_to: z.string().nullable().describe('Last day; null: until the next version.'),
    doc: FreeObject.describe('What it says, in the shape of its kind.'),
    faults: z.array(finding).describe('What has to be corrected before it can be published.'),
    warnings: z.array(finding).describe('What looks wrong and does not prevent publishing.'),
  })
  .meta({ id: 'AppRateDraft' })

const RateRecordPage = RateRecord.extend({
  draft: RateDraft.nullable().describe('The draft; null when there is none.'),
}).meta({ id: 'AppRateRecordPage' })

/** All records of one kind, by code. */
export const listRateRecords = endpoint({
  ...reads,
  id: 'listRateRecords',
  method: 'GET',
  path: '/app/rates/records',
  summary: 'List rate cards, tariff tables and zone sets',
  query: z.object({ kind: z.enum(rateRecordKinds).optional().describe('Kind; all when absent.') }),
  response: z.object({ items: z.array(RateRecord).describe('By kind and code, at most 5,000.') }),
})

/** One record with its draft. */
export const getRateRecord = endpoint({
  ...reads,
  id: 'getRateRecord',
  method: 'GET',
  path: '/app/rates/records/{rate_record_id}',
  summary: 'Read a rate card, tariff table or zone set',
  params,
  response: RateRecordPage,
})

/** Content of a published version. */
export const getRateVersion = endpoint({
  ...reads,
  id: 'getRateVersion',
  method: 'GET',
  path: '/app/rates/records/{rate_record_id}/versions/{rate_version_id}',
  summary: 'Read a published version',
  params: ofVersion,
  response: RateVersion.extend({ doc: FreeObject.describe('What it says.') }),
})

/** Creates a record without a draft. */
export const createRateRecord = endpoint({
  ...writes,
  id: 'createRateRecord',
  method: 'POST',
  creates: 'header',
  path: '/app/rates/records',
  summary: 'Create a rate card, tariff table or zone set',
  body: z
    .strictObject({
      kind: z.enum(rateRecordKinds).describe('What it is.'),
      code: RateCode.describe('Code; unique within its kind.'),
      name: z.string().trim().min(1).max(200).describe('What people see.'),
      side: z.enum(chargeSides).optional().describe('For rate cards: whether it prices sales or costs.'),
      currency: Currency.optional().describe('For rate cards: currency of its prices.'),
    })
    .refine(({ kind, side, currency }) => (kind === 'RATE_CARD') === (side !== undefined && currency !== undefined), {
      path: ['side'],
      error: 'side and currency are required for rate cards, and left out otherwise',
    }),
  response: RateRecord,
})

const draftMembers = {
  valid_from: SensibleDay.describe('First day.'),
  valid_to: SensibleDay.nullable().default(null).describe('Last day; null: until the next version.'),
}
const draftOf = <Kind extends RateRecordKind, Doc extends z.ZodType>(kind: Kind, doc: Doc) =>
  z.strictObject({
    kind: z.literal(kind).describe('Kind of the record.'),
    ...draftMembers,
    doc: doc.describe('What the draft says.'),
  })

/** Draft to be saved. */
export const NewRateDraft = z
  .discriminatedUnion('kind', [
    draftOf('RATE_CARD', RateCardDoc),
    draftOf('TARIFF_TABLE', TariffTableDoc),
    draftOf('ZONE_SET', ZoneSetDoc),
  ])
  .refine(({ valid_from, valid_to }) => valid_to === null || valid_from <= valid_to, {
    path: ['valid_to'],
    error: 'must not be before valid_from',
  })
export type NewRateDraft = z.output<typeof NewRateDraft>

/** Saves the draft, replacing the previous one. Prices change only once it is published. */
export const saveRateDraft = endpoint({
  ...writes,
  id: 'saveRateDraft',
  method: 'PUT',
  path: '/app/rates/records/{rate_record_id}/draft',
  summary: 'Save the draft',
  params,
  body: NewRateDraft,
  bodyLimit: 2 * 1024 * 1024,
  longestList: 20_000,
  response: RateRecordPage,
})

/** Discards the draft. */
export const discardRateDraft = endpoint({
  ...writes,
  id: 'discardRateDraft',
  method: 'DELETE',
  path: '/app/rates/records/{rate_record_id}/draft',
  summary: 'Discard the draft',
  params,
  response: RateRecordPage,
})

/** Publishes the draft as an immutable version. */
export const publishRateDraft = endpoint({
  ...writes,
  id: 'publishRateDraft',
  method: 'POST',
  creates: 'header',
  path: '/app/rates/records/{rate_record_id}/publish',
  summary: 'Publish the draft',
  description:
    'The version is used from its first day on; the version before it without a last day ends on the day before. A draft ' +
    'with faults, and one whose days overlap another version, is refused.',
  params,
  response: RateRecordPage,
})

/** Retires a version. */
export const retireRateVersion = endpoint({
  ...writes,
  id: 'retireRateVersion',
  method: 'POST',
  path: '/app/rates/records/{rate_record_id}/versions/{rate_version_id}/retire',
  summary: 'Retire a version',
  description: 'It is not used for new prices any more. Prices that were calculated with it stay.',
  params: ofVersion,
  response: RateRecordPage,
})

/** History of a rate card, tariff table or zone set. */
export const listRateRecordHistory = endpoint({
  ...reads,
  id: 'listRateRecordHistory',
  method: 'GET',
  path: '/app/rates/records/{rate_record_id}/history',
  summary: 'History of a rate card, tariff table or zone set',
  description: 'Newest first, at most 200.',
  params,
  response: z.object({ items: z.array(AuditRecord).describe('Newest first.') }),
})
