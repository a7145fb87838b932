import type { Change } from '../card/activities.rules.ts'

/** A driver card in a slot of a vehicle. Instants are ISO 8601 in UTC. */
export interface CardUse {
  nation: string | null
  number: string
  surname: string
  firstNames: string
  isCoDriver: boolean
  insertedAt: string
  /** Null: still inserted. */
  withdrawnAt: string | null
}

/** Data of a vehicle unit for one day in UTC. */
export interface UnitDay {
  date: string
  cards: CardUse[]
  /** Of both slots, in order. */
  changes: Change[]
}
