import { randomUUID } from 'node:crypto'
import type { Victim } from './world.ts'

/** Bodies for the location endpoints; a location is merged into the victim's. */
export const locationBodies = {
  createLocation: [() => ({ name: `mine-${randomUUID()}` })],
  updateLocation: [() => ({ description: 'matrix' })],
  chooseLocationPlace: [() => ({ latitude: 51.2, longitude: 4.4 })],
  findPlaceQuestions: [
    (_: string, victim: Victim) => ({ city: 'Halle', country: 'DE', location_id: victim.locationId }),
  ],
  answerPlaceQuestion: [
    () => ({ city: 'Halle', country: 'DE', company_ids: [randomUUID()], latitude: 52.06, longitude: 8.361 }),
  ],
  mergeLocation: [(_: string, victim: Victim) => ({ into: victim.locationId }), () => ({ into: randomUUID() })],
}

/** With a filter, the list of another tenant is always empty; leaks are tested without a filter. */
export const locationQuery = ['search', 'city', 'code', 'external_id', 'state']
