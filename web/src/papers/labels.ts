import type { EmptyBox, PaperKind } from '@cartage/contract/papers/app'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Labels of the papers, in menu order. */
export const paperLabels: Readonly<Record<PaperKind, MessageDescriptor>> = {
  consignment_note: msg`Consignment note (CMR)`,
  loading_list: msg`Loading list`,
  delivery_note: msg`Delivery note`,
}

/** Required but empty boxes of a consignment note, with their numbers on the form. */
export const emptyBoxLabels: Readonly<Record<EmptyBox, MessageDescriptor>> = {
  SENDER: msg`1 Sender`,
  CONSIGNEE: msg`2 Consignee`,
  PLACE_OF_DELIVERY: msg`3 Place of delivery`,
  PLACE_OF_TAKING_OVER: msg`4 Place of taking over`,
  DATE_OF_TAKING_OVER: msg`4 Date of taking over`,
  NUMBER_OF_PACKAGES: msg`7 Number of packages`,
  METHOD_OF_PACKING: msg`8 Method of packing`,
  NATURE_OF_GOODS: msg`9 Nature of the goods`,
  DANGEROUS_GOODS: msg`9 UN number, name or class of dangerous goods`,
  GROSS_WEIGHT: msg`11 Gross weight`,
  CARRIER: msg`16 Carrier`,
}
