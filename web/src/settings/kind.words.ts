import type { SettingKindName } from '@cartage/contract/tenants/app/kinds'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What people call each kind of setting, in the order of the list. */
export const kindWords: Readonly<Record<SettingKindName, { title: MessageDescriptor; text: MessageDescriptor }>> = {
  transport_services: { title: msg`Transport services`, text: msg`What you sell. Orders name one.` },
  service_levels: { title: msg`Service levels`, text: msg`How fast or how you promise to carry.` },
  import_configurations: {
    title: msg`Import configurations`,
    text: msg`How orders of one source are read. Uploads name one.`,
  },
  packaging_types: { title: msg`Packaging types`, text: msg`Pallets, boxes and drums, with their sizes.` },
  container_types: { title: msg`Container types`, text: msg`Kinds of container, with their ISO code.` },
  custom_activities: { title: msg`Custom activities`, text: msg`Stop activities of your own.` },
  extras: { title: msg`Extras`, text: msg`Equipment and abilities of resources and orders.` },
  document_types: { title: msg`Document types`, text: msg`Kinds of document and what they may belong to.` },
  question_path_keys: {
    title: msg`Question path keys`,
    text: msg`What answers and uploads of board computers become.`,
  },
  departments: { title: msg`Departments`, text: msg`Parts of the company that orders belong to.` },
  planning_groups: { title: msg`Planning groups`, text: msg`What one planner or one screen plans together.` },
  resource_groups: { title: msg`Resource groups`, text: msg`Resources that are planned together.` },
  billing_entities: { title: msg`Billing entities`, text: msg`Legal entities that invoice. One is the default.` },
  number_ranges: { title: msg`Number ranges`, text: msg`How numbers of orders, trips and invoices are made.` },
}

/** The title of a kind; `tenant` are the single settings; a kind without words here shows its name. */
export function kindTitle(t: (message: MessageDescriptor) => string, kind: string): string {
  if (kind === 'tenant') return t(msg`Single settings`)
  return Object.hasOwn(kindWords, kind) ? t(kindWords[kind as SettingKindName].title) : kind
}
