import type { ImportColumn } from '@cartage/contract/orders/app/import'
import { eachEntryText } from '@cartage/contract/orders/entry-texts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { memberLabels } from '../../records/member.labels.ts'

/** Labels of the columns. */
export const columnLabels: Readonly<Record<ImportColumn, MessageDescriptor>> = {
  order_identifier: memberLabels.order_identifier,
  customer: memberLabels.customer,
  transport_service: memberLabels.transport_service,
  service_level: memberLabels.service_level,
  pickup_name: msg`Pickup name`,
  pickup_address: msg`Pickup street`,
  pickup_postal_code: msg`Pickup postal code`,
  pickup_city: msg`Pickup town`,
  pickup_country: msg`Pickup country`,
  pickup_date: msg`Pickup date`,
  pickup_from: msg`Pickup from`,
  pickup_to: msg`Pickup until`,
  pickup_reference: msg`Pickup reference`,
  delivery_name: msg`Delivery name`,
  delivery_address: msg`Delivery street`,
  delivery_postal_code: msg`Delivery postal code`,
  delivery_city: msg`Delivery town`,
  delivery_country: msg`Delivery country`,
  delivery_date: msg`Delivery date`,
  delivery_from: msg`Delivery from`,
  delivery_to: msg`Delivery until`,
  delivery_reference: msg`Delivery reference`,
  goods: memberLabels.goods,
  quantity: memberLabels.quantity,
  packaging: memberLabels.packaging_type,
  weight_kg: memberLabels.total_weight_kg,
  loading_meters: memberLabels.total_loading_meters,
  un_number: memberLabels.un_number,
  temperature: memberLabels.temperature,
  container_number: memberLabels.container_number,
  container_type: memberLabels.container_type,
  container_scenario: msg`Import or export`,
  ...eachEntryText((_, member) => memberLabels[member]),
}
