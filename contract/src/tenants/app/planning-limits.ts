import { z } from 'zod'

/** How planning treats a limit: ignored, as a warning that can be overridden, or as a refusal. */
export const limitLevels = ['OFF', 'WARN', 'REFUSE'] as const
export type LimitLevel = (typeof limitLevels)[number]

const level = (initial: LimitLevel, description: string) => z.enum(limitLevels).default(initial).describe(description)

/**
 * Driving time law for the tenant's drivers: Regulation (EC) 561/2006 with one short weekly rest in two, or with two in
 * four in international transport, AETR, or none if all of its transport is exempt.
 */
export const drivingLaws = ['EU', 'EU_INTERNATIONAL', 'AETR', 'NO_LAW'] as const
export type DrivingLaw = (typeof drivingLaws)[number]

/** How planning reacts if a vehicle, container or carrier does not suit a trip (FIT-7). */
export const PlanningLimits = z.strictObject({
  over_weight: level('REFUSE', 'More weight on board than vehicle, trailer or chassis carry.'),
  over_length: level('WARN', 'More loading metres on board than there are.'),
  over_pallets: level('WARN', 'More pallet spaces on board than there are.'),
  over_volume: level('WARN', 'More cubic metres on board than there are.'),
  container_on_body: level('REFUSE', 'A container on a vehicle that is built for other goods.'),
  goods_on_chassis: level('REFUSE', 'Goods without a container on a trip that has only a chassis.'),
  containers_on_chassis: level('REFUSE', 'More or longer containers at one time than fit on the chassis.'),
  reefer_missing: level('WARN', 'Goods with a temperature where nothing is known to cool.'),
  adr_vehicle_missing: level('WARN', 'Dangerous goods on a vehicle that is not known to be equipped for them.'),
  road_closed: level('WARN', 'A way that the routing engine knows no road for, for the vehicle of the trip.'),
  driving_law: z
    .enum(drivingLaws)
    .default('EU')
    .describe(
      'Driving and rest time: EU Regulation (EC) 561/2006 with one reduced weekly rest of two, EU_INTERNATIONAL with two of four as in international transport of goods, AETR, NO_LAW for transport that is exempt (article 3 or 13).',
    ),
  working_time: level(
    'OFF',
    'Working time of drivers beyond directive 2002/15/EC: breaks, 60 hours in a week, ten hours with work at night.',
  ),
  carrier_blocked: level('REFUSE', 'A carrier that is blocked.'),
  carrier_papers: level('REFUSE', 'A carrier whose CMR insurance or licence does not cover the trip.'),
  carrier_not_approved: level('WARN', 'A carrier that is not approved, or that there is a warning about.'),
  carrier_terms: level('WARN', 'A trip with what its carrier says that it does not take.'),
})
export type PlanningLimits = z.output<typeof PlanningLimits>

/** A limit that is off, a warning or a refusal. */
export type PlanningLimit = Exclude<keyof PlanningLimits, 'driving_law'>

/** Default limits. */
export const defaultPlanningLimits: PlanningLimits = PlanningLimits.parse({})
