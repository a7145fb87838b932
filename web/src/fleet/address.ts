import { address, oneOf, text } from '../shell/address-members.ts'
import { vehicleStates } from './states.ts'

/** What the address of the live map says. */
export const MapSearch = address({
  /** Plate, driver, trip, customer or town. */
  q: text,
  status: oneOf(vehicleStates),
  /** Id of a group of resources. */
  group: text,
  /** Id of the vehicle whose card is open. */
  vehicle: text,
  /** Whether locations with their circles are on the map. */
  places: oneOf(['shown']),
  /** Id of the location whose circle is edited. */
  location: text,
})
export type MapSearch = ReturnType<typeof MapSearch>
