import type { LocationUses } from '@cartage/contract/locations/app/record'
import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useActivityLabel } from '../../records/activity.labels.ts'
import { Loaded } from '../../records/loaded.tsx'
import { classNames } from '../../ui/class-names.ts'
import { MapPinOff } from '../../ui/icons.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { usesQuery } from '../queries.ts'

/** Stops, companies and drivers that use a location, and locations merged into it. */
export function UsesTab({ locationId }: { locationId: string }) {
  const { t } = useLingui()
  const query = useQuery(usesQuery(locationId))
  return (
    <Loaded query={query}>
      {(uses) => {
        const isUnused = [uses.orders, uses.companies, uses.drivers, uses.merged].every((list) => list.length === 0)
        if (isUnused) {
          return (
            <EmptyState
              icon={MapPinOff}
              title={t`Not used`}
              text={t`No company, driver or recent order (last 5,000) uses this location.`}
            />
          )
        }
        return (
          <div
            className={classNames(
              'grid max-w-[1060px] gap-x-10 px-4',
              uses.orders.length > 0 && 'lg:grid-cols-[3fr_2fr]',
            )}
          >
            {uses.orders.length > 0 && <Orders uses={uses} />}
            <div>
              <Names title={t`Billing address of`} items={uses.companies} hrefOf={(id) => `/companies/${id}`} />
              <Names title={t`Drivers starting here`} items={uses.drivers} hrefOf={(id) => `/resources/${id}`} />
              <Names title={t`Merged into this location`} items={uses.merged} />
            </div>
          </div>
        )
      }}
    </Loaded>
  )
}

function Orders({ uses }: { uses: LocationUses }) {
  const activityLabel = useActivityLabel()
  return (
    <Section
      title={
        <Plural
          value={uses.order_count}
          one="# stop in the last 5,000 orders"
          other="# stops in the last 5,000 orders"
        />
      }
    >
      <ul>
        {uses.orders.map((stop, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: an order may stop here twice
            key={`${stop.id}-${at}`}
            className="flex min-h-9 items-center gap-3 border-b border-line"
          >
            <Link to="/orders/$orderId" params={{ orderId: stop.id }} className="tnum w-24 font-medium hover:underline">
              {stop.name}
            </Link>
            <span className="w-28 truncate">{activityLabel(stop.activity)}</span>
            <span className="w-24 text-ink-2">
              <OrderDay date={stop.day} />
            </span>
            <span className="min-w-0 flex-1 truncate text-ink-2">{stop.customer}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Names({
  title,
  items,
  hrefOf,
}: {
  title: string
  items: readonly { id: string; name: string }[]
  /** Page of a record; a merged location opens its replacement. */
  hrefOf?: (id: string) => string
}) {
  if (items.length === 0) return null
  return (
    <Section title={title}>
      <ul className="grid gap-1">
        {items.map(({ id, name }) => (
          <li key={id} className="truncate">
            {hrefOf ? (
              <Link to={hrefOf(id)} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
