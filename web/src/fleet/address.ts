import { address, oneOf, text } from '../shell/address-members.ts'
import { vehicleStates } from './states.ts'

/** URL parameters of the live map. */
export const MapSearch = address({
  /** Plate, driver, trip, customer or town. */
  q: text,
  status: oneOf(vehicleStates),
  /** Id of a group of resources. */
  group: text,
  /** Id of the vehicle whose card is open. */
  vehicle: text,
  /** Whether the map shows locations with their geofences. */
  places: oneOf(['shown']),
  /** Id of the location whose geofence is being edited. */
  location: text,
})
export type MapSearch = ReturnType<typeof MapSearch>
