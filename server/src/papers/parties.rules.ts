import type { CompanyOutput } from '@cartage/contract/companies/company-output'
import type { LocationOutput } from '@cartage/contract/locations/location'
import type { PaperConsignment, PaperOrder, PaperParty, PaperStop } from './facts.rules.ts'

type Address = Pick<LocationOutput, 'address' | 'address_second_line' | 'postal_code' | 'city' | 'country'>
type Company = Pick<CompanyOutput, 'name' | 'legal_name' | 'billing_location'>

/** A company with its billing address. */
export function companyParty({ name, legal_name, billing_location: place }: Company): PaperParty {
  return { name: legal_name || name, address: place ? addressLines(place) : [], country: place?.country || null }
}

/** The location of a stop: name and address. */
export function placeParty({ location }: Pick<PaperStop, 'location'>): PaperParty {
  const name = location.name || location.display_name || null
  return { name, address: addressLines(location), country: location.country || null }
}

/** Street, second line, and country with postal code and town. */
export function addressLines({ address, address_second_line, postal_code, city, country }: Address): string[] {
  const town = [country, [postal_code, city].filter(Boolean).join(' ')].filter(Boolean).join(' – ')
  return [address, address_second_line, town].filter((line): line is string => Boolean(line))
}

/** A party as text lines. */
export function partyLines({ name, address }: PaperParty): string[] {
  return name === null ? [...address] : [name, ...address]
}

/** PAPER-4: on a neutral order the customer replaces the masked side. */
export interface Sides {
  sender: PaperParty
  consignee: PaperParty
  /** Lines of the place of taking over and of delivery; only the town for a masked side. */
  takingOver: string[]
  delivery: string[]
}

/**
 * Sender and consignee: seller and buyer where the consignment names them, else the locations of the stops. A masked
 * side is not printed.
 */
export function sidesOf({ order }: PaperOrder, consignment: PaperConsignment): Sides {
  const { pickup_stop: pickup, delivery_stop: delivery, seller, buyer } = consignment
  const customer = companyParty(order.customer)
  const masked = order.neutral_order_type
  return {
    sender: masked === 'MASK_PICKUP' ? customer : seller?.company ? companyParty(seller.company) : placeParty(pickup),
    consignee:
      masked === 'MASK_DELIVERY' ? customer : buyer?.company ? companyParty(buyer.company) : placeParty(delivery),
    takingOver: placeLines(pickup, masked === 'MASK_PICKUP'),
    delivery: placeLines(delivery, masked === 'MASK_DELIVERY'),
  }
}

function placeLines(stop: PaperStop, isMasked: boolean): string[] {
  if (!isMasked) return partyLines(placeParty(stop))
  return addressLines({ city: stop.location.city, country: stop.location.country })
}
