import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../records/code-labels.ts'

/** Labels of facts. In a name ending in `*` the last part is defined by the tenant. */
export const factLabels: CodeLabels = {
  phase: msg`Phase`,
  'order.customer': msg`Customer`,
  'order.group': msg`Company group`,
  'order.transport_service': msg`Transport service`,
  'order.service_level': msg`Service level`,
  'order.department': msg`Department`,
  'order.vehicle_category': msg`Vehicle category`,
  'order.created_on': msg`Order date`,
  'order.pickup_on': msg`Pickup date`,
  'order.delivery_on': msg`Delivery date`,
  'order.is_adr': msg`Dangerous goods (ADR)`,
  'order.is_tempered': msg`Temperature controlled`,
  'order.min_temperature': msg`Lowest temperature (°C)`,
  'order.requested_price': msg`Requested price`,
  'order.is_cancelled': msg`Order cancelled`,
  'order.has_export_declaration': msg`Export declaration present`,
  'order.holidays': msg`Public holidays on the way`,
  'order.custom.*': msg`Custom field`,
  'goods.weight_kg': msg`Weight (kg)`,
  'goods.volume_m3': msg`Volume (m³)`,
  'goods.loading_meters': msg`LDM`,
  'goods.pallet_spaces': msg`Pallet spaces`,
  'goods.pieces': msg`Quantity`,
  'goods.containers': msg`Containers`,
  'goods.teu': msg`TEU`,
  'goods.packaging': msg`Packaging`,
  'pickup.country': msg`Pickup country`,
  'pickup.postal_code': msg`Pickup postal code`,
  'pickup.city': msg`Pickup town`,
  'pickup.location': msg`Pickup location`,
  'pickup.zone.*': msg`Pickup zone`,
  'pickup.zone': msg`Pickup zone`,
  'delivery.country': msg`Delivery country`,
  'delivery.postal_code': msg`Delivery postal code`,
  'delivery.city': msg`Delivery town`,
  'delivery.location': msg`Delivery location`,
  'delivery.zone.*': msg`Delivery zone`,
  'delivery.zone': msg`Delivery zone`,
  'way.km_direct': msg`Direct distance (km)`,
  'way.km_toll.*': msg`Toll distance (km)`,
  'stop.role': msg`Stop role`,
  'stop.activity': msg`Stop activity`,
  'stop.country': msg`Stop country`,
  'stop.extras': msg`Stop extras`,
  'stop.minutes_at_stop': msg`Minutes at the stop`,
  'stop.starts_on': msg`Stop date`,
  'stop.starts_at': msg`Stop time`,
  'stop.is_saturday': msg`Stop on a Saturday`,
  'stop.is_sunday': msg`Stop on a Sunday`,
  'stop.is_holiday': msg`Stop on a public holiday`,
  'stop.place_in_sequence': msg`Place in the stop sequence`,
  'container.scenario': msg`Container scenario`,
  'container.type': msg`Container type`,
  'container.size_ft': msg`Container size (ft)`,
  'container.is_reefer': msg`Reefer container`,
  'container.chassis_days': msg`Chassis days`,
  'container.chassis_out_on': msg`Chassis out`,
  'container.chassis_in_on': msg`Chassis in`,
  'container.discharged_on': msg`Container discharged`,
  'container.gate_out_on': msg`Full container out`,
  'container.gate_in_on': msg`Empty container in`,
  'container.line': msg`Shipping line`,
  'container.terminal': msg`Terminal`,
  'trip.on': msg`Trip date`,
  'trip.km': msg`Kilometres`,
  'trip.km_loaded': msg`Loaded kilometres`,
  'trip.km_empty': msg`Empty kilometres`,
  'trip.hours': msg`Hours`,
  'trip.stops': msg`Number of stops`,
  'trip.nights': msg`Nights`,
  'trip.resource_group': msg`Resource group`,
  'trip.subcontractor': msg`Carrier`,
  'trip.lead_vehicle_kind': msg`Vehicle type`,
}

const families = Object.keys(factLabels).filter((name) => name.endsWith('*'))

/** Replaces fact names in a server message by their labels. */
export function factLabelOf(sentence: string): string {
  return sentence.replace(/\b[a-z]+\.[a-z_]+(?:\.\w+)?/g, (name) => factText(name))
}

/** Label of a fact, with the tenant's own part: `Delivery zone BE`. */
export function factText(name: string): string {
  const known = factLabels[name]
  if (known) return i18n._(known)
  const family = families.find((each) => name.startsWith(each.slice(0, -1)))
  return family ? `${i18n._(factLabels[family]!)} ${name.slice(family.length - 1)}` : name
}
