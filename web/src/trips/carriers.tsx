import type { TripCarrier } from '@cartage/contract/trips/app/list'
import { Link } from '@tanstack/react-router'
import { resourceBadges } from '../records/resource.labels.tsx'
import { Truck } from '../ui/icons.tsx'

/** Resources of a trip in one line: names, with plates and container numbers where they differ. */
export function carriersText(carriers: readonly TripCarrier[]): string {
  return carriers.map(textOf).join(' · ')
}

function textOf({ name, license_plate, container_number }: TripCarrier): string {
  const number = license_plate ?? container_number
  return number === null || number === name ? name : `${name} ${number}`
}

/** Resources of a trip with links, one per line. */
export function Carriers({ carriers }: { carriers: readonly TripCarrier[] }) {
  return (
    <ul className="grid gap-0.5">
      {carriers.map((one) => {
        const Icon = resourceBadges[one.resource_type]?.icon ?? Truck
        const number = one.license_plate ?? one.container_number
        return (
          <li key={one.resource_id} className="flex min-h-6 items-center gap-2">
            <Icon size={14} className="shrink-0 text-ink-3" aria-hidden="true" />
            <Link
              to="/resources/$resourceId"
              params={{ resourceId: one.resource_id }}
              className="truncate underline-offset-2 hover:underline"
            >
              {one.name}
            </Link>
            {number !== null && number !== one.name && <span className="tnum text-ink-3">{number}</span>}
          </li>
        )
      })}
    </ul>
  )
}
