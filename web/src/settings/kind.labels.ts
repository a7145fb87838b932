import type { SettingKindName } from '@cartage/contract/tenants/app/kinds'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Labels of the kinds of settings, in list order. */
export const settingKindLabels: Readonly<
  Record<SettingKindName, { title: MessageDescriptor; text: MessageDescriptor; add: MessageDescriptor }>
> = {
  transport_services: {
    add: msg`Add transport service`,
    title: msg`Transport services`,
    text: msg`What you sell. Each order has one.`,
  },
  service_levels: {
    add: msg`Add service level`,
    title: msg`Service levels`,
    text: msg`The speed or quality you promise.`,
  },
  import_configurations: {
    add: msg`Add import configuration`,
    title: msg`Import configurations`,
    text: msg`How orders from one source are read. Each upload refers to one.`,
  },
  packaging_types: {
    add: msg`Add packaging type`,
    title: msg`Packaging types`,
    text: msg`Pallets, boxes and drums, with dimensions.`,
  },
  container_types: {
    add: msg`Add container type`,
    title: msg`Container types`,
    text: msg`Container sizes and types, with ISO code.`,
  },
  custom_activities: {
    add: msg`Add custom activity`,
    title: msg`Custom activities`,
    text: msg`Your own stop activities.`,
  },
  extras: {
    add: msg`Add extra`,
    title: msg`Extras`,
    text: msg`Equipment and skills that orders require and resources have.`,
  },
  document_types: {
    add: msg`Add document type`,
    title: msg`Document types`,
    text: msg`Types of documents and the records they belong to.`,
  },
  question_path_keys: {
    add: msg`Add question path key`,
    title: msg`Question path keys`,
    text: msg`How answers and files from board computers are saved.`,
  },
  departments: {
    add: msg`Add department`,
    title: msg`Departments`,
    text: msg`Parts of your company that orders belong to.`,
  },
  planning_groups: {
    add: msg`Add planning group`,
    title: msg`Planning groups`,
    text: msg`Work that one planner or one board plans together.`,
  },
  resource_groups: {
    add: msg`Add resource group`,
    title: msg`Resource groups`,
    text: msg`Resources planned together.`,
  },
  billing_entities: {
    add: msg`Add billing entity`,
    title: msg`Billing entities`,
    text: msg`Legal entities that issue invoices. One is the default.`,
  },
  number_ranges: {
    add: msg`Add number range`,
    title: msg`Number ranges`,
    text: msg`How trips and invoices are numbered.`,
  },
  accounts: { add: msg`Add account`, title: msg`Accounts`, text: msg`General ledger accounts of each billing entity.` },
  tax_rates: {
    add: msg`Add tax rate`,
    title: msg`Tax rates`,
    text: msg`Rate, category and note for each tax treatment. Have them checked by your tax adviser before you invoice.`,
  },
  charge_types: {
    add: msg`Add charge type`,
    title: msg`Charge types`,
    text: msg`What rate cards charge: freight, fuel, waiting.`,
  },
  company_groups: {
    add: msg`Add company group`,
    title: msg`Company groups`,
    text: msg`Companies that share rate cards.`,
  },
  reminder_levels: {
    add: msg`Add reminder level`,
    title: msg`Reminder levels`,
    text: msg`When customers are reminded of overdue invoices, and what the e-mail says.`,
  },
}

/** Title of a kind. `tenant` are the single settings. A kind without a label shows its name. */
export function kindTitle(t: (message: MessageDescriptor) => string, kind: string): string {
  if (kind === 'tenant') return t(msg`Organisation settings`)
  return Object.hasOwn(settingKindLabels, kind) ? t(settingKindLabels[kind as SettingKindName].title) : kind
}
