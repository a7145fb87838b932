import type { OrderDocument, StoredGood } from './content.rules.ts'

/** Members of an order that lists show without opening its document. */
export interface Overview {
  /** YYYY-MM-DD of the first pickup and of the last delivery; null if not given. */
  pickup_on: string | null
  delivery_on: string | null
  container_number: string | null
  /** IMPORT or EXPORT; null without a container or scenario. */
  container_scenario: string | null
  /** Whether it carries dangerous goods, limited quantities included. */
  is_adr: boolean
  /** Whether its goods require a temperature. */
  is_tempered: boolean
}

/** Document members that lists filter and sort by; every writer stores them next to the document. */
export function overviewOf({ consignments, container }: OrderDocument): Overview {
  const goods = consignments.flatMap((consignment) => consignment.goods ?? [])
  return {
    pickup_on: consignments[0]?.pickup_stop.date ?? null,
    delivery_on: consignments.at(-1)?.delivery_stop.date ?? null,
    container_number: container?.container_number ?? null,
    container_scenario: container?.container_scenario ?? null,
    is_adr: goods.some(isDangerous),
    is_tempered: goods.some(isTempered),
  }
}

function isDangerous({ adr_type, packaged_items }: StoredGood): boolean {
  return adr_type != null || (packaged_items ?? []).some(({ adr }) => adr !== undefined)
}

function isTempered(good: StoredGood): boolean {
  const degrees = [
    good.ordered_transport_temperature_degrees,
    good.absolute_min_temperature_degrees,
    good.absolute_max_temperature_degrees,
  ]
  return degrees.some((value) => value != null)
}
