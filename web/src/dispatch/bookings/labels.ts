import { msg } from '@lingui/core/macro'
import type { CodeBadges } from '../../records/code-badge.ts'
import type { CodeLabels } from '../../records/code-labels.ts'
import { Ban, CalendarCheck2, CircleDashed, Clock } from '../../ui/icons.tsx'

/** Badges of booking states. */
export const bookingBadges: CodeBadges = {
  TO_REQUEST: { word: msg`Not requested`, tone: 'grey', icon: CircleDashed },
  REQUESTED: { word: msg({ message: 'Requested', context: 'state' }), tone: 'amber', icon: Clock },
  BOOKED: { word: msg`Booked`, tone: 'green', icon: CalendarCheck2 },
  CANCELLED: { word: msg`Cancelled`, tone: 'grey', icon: Ban },
}

/** Activity of a trip at the location of a time slot. */
export const scenarioLabels: CodeLabels = {
  INBOUND: msg`Delivery`,
  OUTBOUND: msg`Pickup`,
  INBOUND_OUTBOUND: msg`Delivery and pickup`,
}

/** Steps of a booking reported by a carrier or location. */
export const stepLabels: CodeLabels = {
  GATE_IN: msg`Gate in`,
  CLEARED_CUSTOMS: msg`Customs cleared`,
  CHECKED_IN: msg`Checked in`,
  ON_BOARD: msg`On board`,
  DEPARTED: msg`Departed`,
  ARRIVED: msg`Arrived`,
  DISCHARGED: msg`Discharged`,
  GATE_OUT: msg`Gate out`,
}

/** Labels of main leg members. */
export const legMemberLabels: CodeLabels = {
  shipping_company: msg`Shipping company`,
  route_code: msg`Route code`,
  modality: msg`Mode`,
  start_reference_number: msg`Departure reference`,
  end_reference_number: msg`Arrival reference`,
  transport_type: msg`Accompanied`,
  driver_type: msg`Drivers`,
  number_of_drivers: msg`Number of drivers`,
  plugging: msg`Power supply`,
  on_place_of_loading: msg`At departure`,
  on_vessel: msg`On board`,
  on_place_of_unloading: msg`At arrival`,
  dimensions: msg`Dimensions and weight`,
  resource_type: msg`Type of unit`,
  length: msg`Length (m)`,
  width: msg`Width (m)`,
  height: msg`Height (m)`,
  tare_weight: msg`Empty weight (kg)`,
  cargo_weight: msg`Cargo (kg)`,
  verified_gross_mass: msg`Verified gross mass (kg)`,
  is_loaded: msg`Loaded`,
  customs: msg`Customs`,
  pre_boarding_notification: msg`Pre-boarding notification`,
  has_customs_territory_crossing: msg`Crosses a customs border`,
  temperature_requirements: msg`Temperature`,
  desired_temperature: msg`Temperature (°C)`,
  desired_dual_temperature: msg`Second chamber (°C)`,
  additional_goods_information: msg`Goods`,
  is_dangerous_goods: msg`Dangerous goods`,
  goods_description: msg`Description`,
  goods_movement_reference: msg`Goods movement reference (GMR)`,
  seal_number: msg`Seal number`,
  vessel_name: msg`Vessel`,
  voyage_code: msg`Voyage`,
  imo_number: msg`IMO number`,
}

/** Labels of main leg choices. */
export const legChoiceLabels: CodeLabels = {
  ACCOMPANIED: msg`Accompanied`,
  UNACCOMPANIED: msg`Unaccompanied`,
  ARTICULATED: msg`Articulated`,
  BOX: msg`Box trailer`,
  CHASSIS: msg`Chassis`,
  CONTAINER: msg`Container`,
  CURTAINSIDER: msg`Curtainsider`,
  REEFER: msg`Reefer`,
  RIGID: msg`Rigid truck`,
  TANK_CONTAINER: msg`Tank container`,
  TRACTOR: msg`Tractor unit`,
  VAN: msg`Van`,
}
