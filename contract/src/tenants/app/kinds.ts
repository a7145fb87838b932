import { z } from 'zod'
import { ReminderLevelSetting } from '../../accounting/app/reminder-level.ts'
import { accountUses, taxCategories, taxTreatments } from '../../books/app.ts'
import { TaxRateInvoiceType, TaxRateType } from '../../books/tax-rate.ts'
import { asIssue, msg } from '../../message.ts'
import { ChargeTypeSetting, CompanyGroupSetting } from '../../rates/app/charge-type.ts'
import { LocalDate } from '../../scalars.ts'
import { BillingEntitySetting } from './billing-entity.ts'
import { Code, Name, named, patternText, Rank, textOf } from './members.ts'

const measure = (description: string) => z.number().positive().max(100_000).optional().describe(description)

/** Transport services of the tenant. */
export const TransportServiceSetting = z.strictObject(named)

/** Service levels of the tenant. */
export const ServiceLevelSetting = z.strictObject(named)

/** How orders of a source are read. */
export const ImportConfigurationSetting = z.strictObject({
  ...named,
  create_missing_companies: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Whether unknown customers of its orders are created automatically; null: as set for the tenant.'),
  accept_requested_price: z
    .boolean()
    .default(false)
    .describe('Whether the price that its orders request is charged in place of what rate cards say.'),
})

const PackagingSizeSetting = z.strictObject({
  code: Code.describe('What orders name the size by.'),
  name: Name,
  length_m: measure('Length in metres.'),
  width_m: measure('Width in metres.'),
  height_m: measure('Height in metres.'),
  weight_kg: measure('Weight of the empty packaging in kilograms.'),
  loading_meters: measure('Loading metres that one takes.'),
  pallet_spaces: measure('Pallet spaces that one takes.'),
})

/** Pallets, boxes and drums, with their sizes. */
export const PackagingTypeSetting = z.strictObject({
  ...named,
  export_alias: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe('What exports call it; null: its code.'),
  sizes: z
    .array(PackagingSizeSetting)
    .max(200)
    .default([])
    .refine((sizes) => new Set(sizes.map(({ code }) => code.toLowerCase())).size === sizes.length, {
      error: 'two sizes have the same code: give each its own',
    })
    .describe('Its sizes, each with its own code.'),
})

/** Kinds of container. */
export const ContainerTypeSetting = z.strictObject({
  ...named,
  iso_code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{4}$/, { error: 'must be a size and type code of ISO 6346, such as 45G1' })
    .nullable()
    .default(null)
    .describe('Size and type code of ISO 6346; null when it has none.'),
})

/** Stop activities defined by the tenant. */
export const CustomActivitySetting = z.strictObject({ code: named.code, label: Name, rank: Rank })

/** Equipment and capabilities of resources and orders. Several may share a code (RES-10). */
export const ExtraSetting = z.strictObject({
  ...named,
  description: z.string().trim().min(1).max(1000).nullable().default(null).describe('Description; null for none.'),
})

/** Possible subjects of a document. */
export const documentSubjects = [
  'ORDER',
  'CONSIGNMENT',
  'STOP',
  'TRIP',
  'RESOURCE',
  'COMPANY',
  'INVOICE',
  'CREDIT_NOTE',
] as const

/** Kinds of document. */
export const DocumentTypeSetting = z.strictObject({
  ...named,
  subject_types: z
    .array(z.enum(documentSubjects))
    .max(documentSubjects.length)
    .default([])
    .overwrite((subjects) => documentSubjects.filter((one) => subjects.includes(one)))
    .describe('What documents of this type can belong to; none: any record.'),
})

/** Effects of an answer to a question. */
export const questionTargets = ['DOCUMENT', 'FIELD', 'ASSIGN_RESOURCE', 'SCAN_BARCODE'] as const

/** Order members that an answer can set, besides the tenant's custom fields. */
export const answerFields = [
  'order.customer_reference_number',
  'order.container.container_number',
  'order.container.seal_number',
  'order.container.pin_code',
  'consignment.consignment_reference_number',
  'consignment.cmr_reference_number',
  'stop.reference_number',
  'stop.note',
] as const

const AnswerField = z
  .string()
  .trim()
  .superRefine((field, ctx) => {
    if (isAnswerField(field)) return
    const message = msg`must be one of ${answerFields.join(', ')}, or order, consignment, good or stop with a key of your own, such as stop.custom_fields.trailer_number`
    ctx.addIssue({ code: 'custom', ...asIssue(message) })
  })

function isAnswerField(field: string): boolean {
  const isKnown = (answerFields as readonly string[]).includes(field)
  return isKnown || /^(order|consignment|good|stop)\.custom_fields\.[A-Za-z0-9_-]{1,100}$/.test(field)
}

/** Meaning of the key of an answer or document upload (SU-6, DOC-1). */
export const QuestionPathKeySetting = z
  .strictObject({
    code: Code.describe('The key that answers and uploads send.'),
    name: Name,
    target: z.enum(questionTargets).default('DOCUMENT').describe('What the answer is saved as.'),
    document_type: Code.nullable()
      .default(null)
      .describe('Code of the kind of document its files become; for documents only.'),
    default_file_name: z
      .string()
      .trim()
      .regex(/^[^/\\\p{Cc}]{1,150}\.[A-Za-z0-9]{1,10}$/u, {
        error: 'must be a file name with an extension, such as POD.pdf',
      })
      .nullable()
      .default(null)
      .describe('Name of a stored file; a name from the sender is put in front of it.'),
    field: AnswerField.nullable()
      .default(null)
      .describe('For fields: what the answer is written to, such as stop.custom_fields.trailer_number.'),
    rank: Rank,
  })
  .superRefine(({ target, ...members }, ctx) => {
    const required = { document_type: 'DOCUMENT', default_file_name: 'DOCUMENT', field: 'FIELD' } as const
    for (const [member, needed] of Object.entries(required)) {
      const isGiven = members[member as keyof typeof required] !== null
      if (isGiven === (target === needed)) continue
      const message = isGiven
        ? msg`must be left out when target is ${target}`
        : msg`is required when target is ${target}`
      ctx.addIssue({ code: 'custom', path: [member], ...asIssue(message) })
    }
  })

/** Departments of the haulier that orders belong to. */
export const DepartmentSetting = z.strictObject(named)

/** Orders and resources planned together by one planner or on one screen. */
export const PlanningGroupSetting = z.strictObject(named)

/** Resources that are planned together. Neither code nor name is unique (RES-7). */
export const ResourceGroupSetting = z.strictObject({
  code: Code.nullable().default(null).describe('What other systems know it by; null when they do not.'),
  name: Name,
})

const ofEntity = Code.describe('Code of the billing entity.')

/** General ledger accounts. A code is unique within its billing entity. */
export const AccountSetting = z.strictObject({
  code: Code.describe('Number of the account in the chart of accounts.'),
  name: Name,
  billing_entity: ofEntity,
  use: z.enum(accountUses).describe('What the ledger uses it for.'),
  rank: Rank,
})

/** Tax rate of a billing entity and document type for each decision of the tax rules. */
export const TaxRateSetting = z
  .strictObject({
    code: Code.describe('Code of the tax rate in the ledger. Several types of document may share it.'),
    name: Name,
    billing_entity: ofEntity,
    invoice_type: TaxRateInvoiceType.describe('Documents that it is for.'),
    treatment: z.enum(taxTreatments).describe('Decision of the tax rules that it is used for.'),
    percentage: z.number().min(0).max(100).describe('Rate in percent.'),
    base_percentage: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .default(null)
      .describe('Standard rate in percent where it differs; null: as the rules have it.'),
    category: z.enum(taxCategories).describe('VAT category of EN 16931.'),
    vatex_code: patternText(
      /^VATEX-[A-Z0-9-]{2,40}$/,
      'must be a code of the list VATEX, such as VATEX-EU-AE',
      'Reason of the exemption; null for S and Z.',
    ),
    tax_type: TaxRateType.describe('What accounting systems see.'),
    description: textOf(500, 'What documents say about the tax; empty: the usual note.'),
    valid_from: LocalDate.describe('First day of supply that it is for.'),
    valid_to: LocalDate.nullable().default(null).describe('Last day of supply; null: until further notice.'),
    vat_account: Code.nullable().default(null).describe('Code of the account that the VAT is booked on.'),
    includes_subcontractors: z
      .boolean()
      .nullable()
      .default(null)
      .describe('For exports: whether they are exempt for carriers too; null: as the country has it.'),
    rank: Rank,
  })
  .refine(({ valid_from, valid_to }) => valid_to === null || valid_from <= valid_to, {
    path: ['valid_to'],
    error: 'must not be before the first day',
  })

/** What numbers are assigned to. */
export const numberSubjects = [
  'ORDER',
  'TRIP',
  'INVOICE',
  'CREDIT_NOTE',
  'SELF_BILLING_INVOICE',
  'PURCHASE',
  'OTHER',
] as const

const part = (description: string) =>
  z
    .string()
    .trim()
    .max(20)
    .regex(/^[A-Za-z0-9/._-]*$/, { error: 'may contain letters, digits and / . _ - only' })
    .default('')
    .describe(description)

/** Format of numbers: prefix, series, year and counter, with a separator between the parts used. */
export const NumberRangeSetting = z
  .strictObject({
    code: Code.describe('What programs name it by.'),
    name: Name,
    applies_to: z.enum(numberSubjects).describe('What its numbers are for.'),
    billing_entity: Code.nullable().default(null).describe('Code of the billing entity it is for; null: any.'),
    prefix: part('Text at the beginning.'),
    series: part('Text that distinguishes one series from another.'),
    year_style: z.enum(['NONE', 'SHORT', 'FULL']).default('NONE').describe('Whether the year is part, as 26 or 2026.'),
    separator: z.enum(['', '-', '/', '.', '_']).default('').describe('Separator of the parts.'),
    digits: z.int().min(1).max(12).default(1).describe('Fewest digits of the counted part; zeros fill it up.'),
    first_number: z.int().min(0).max(1_000_000_000_000).default(1).describe('Where counting begins.'),
    restarts_yearly: z.boolean().default(false).describe('Whether counting restarts each year.'),
    is_gapless: z.boolean().default(false).describe('Whether no number may be missing, as invoices need it.'),
    rank: Rank,
  })
  .refine((range) => !range.restarts_yearly || range.year_style !== 'NONE', {
    path: ['year_style'],
    error: 'must be SHORT or FULL when counting restarts each year, or numbers would repeat',
  })

/** Every kind of setting by its name in URLs, commands and files. Referenced kinds come first. */
export const settingKinds = {
  transport_services: { title: 'Transport services', schema: TransportServiceSetting },
  service_levels: { title: 'Service levels', schema: ServiceLevelSetting },
  import_configurations: { title: 'Import configurations', schema: ImportConfigurationSetting },
  packaging_types: { title: 'Packaging types', schema: PackagingTypeSetting },
  container_types: { title: 'Container types', schema: ContainerTypeSetting },
  custom_activities: { title: 'Custom activities', schema: CustomActivitySetting },
  extras: { title: 'Extras', schema: ExtraSetting },
  document_types: { title: 'Document types', schema: DocumentTypeSetting },
  question_path_keys: { title: 'Question path keys', schema: QuestionPathKeySetting },
  departments: { title: 'Departments', schema: DepartmentSetting },
  planning_groups: { title: 'Planning groups', schema: PlanningGroupSetting },
  resource_groups: { title: 'Resource groups', schema: ResourceGroupSetting },
  billing_entities: { title: 'Billing entities', schema: BillingEntitySetting },
  number_ranges: { title: 'Number ranges', schema: NumberRangeSetting },
  accounts: { title: 'Accounts', schema: AccountSetting },
  tax_rates: { title: 'Tax rates', schema: TaxRateSetting },
  charge_types: { title: 'Charge types', schema: ChargeTypeSetting },
  company_groups: { title: 'Company groups', schema: CompanyGroupSetting },
  reminder_levels: { title: 'Reminder levels', schema: ReminderLevelSetting },
} as const satisfies Record<string, { title: string; schema: z.ZodType }>

/** Name of a kind of setting. */
export type SettingKindName = keyof typeof settingKinds

/** Input of a new setting: members with a default are optional. */
export type NewSetting<Kind extends SettingKindName> = z.input<(typeof settingKinds)[Kind]['schema']>
