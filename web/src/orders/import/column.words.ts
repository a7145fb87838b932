import type { ImportColumn } from '@cartage/contract/orders/app/import'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { memberWords } from '../../records/member.words.ts'

/** What each column is called on screens. */
export const columnWords: Readonly<Record<ImportColumn, MessageDescriptor>> = {
  order_identifier: memberWords.order_identifier,
  customer: memberWords.customer,
  reference: memberWords.customer_reference_number,
  transport_service: memberWords.transport_service,
  service_level: memberWords.service_level,
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
  goods: memberWords.goods,
  quantity: memberWords.quantity,
  packaging: memberWords.packaging_type,
  weight_kg: memberWords.total_weight_kg,
  loading_meters: memberWords.total_loading_meters,
  un_number: memberWords.un_number,
  temperature: memberWords.temperature,
  container_number: memberWords.container_number,
  container_type: memberWords.container_type,
  container_scenario: msg`Import or export`,
  instructions: memberWords.planning_instructions,
}
