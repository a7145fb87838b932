import type { Permission } from '@cartage/contract/endpoint'
import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { entryOf, openPlace, placesFor } from './navigation.ts'

/** Tabs for the pages of a sidebar entry that has several. Nothing on other pages. */
export function EntryTabs({ permissions }: { permissions: readonly Permission[] }) {
  const { t } = useLingui()
  const groups = placesFor(permissions)
  const here = openPlace(groups, useLocation({ select: (location) => location.pathname }))
  const group = entryOf(groups, here)
  if (group === undefined) return null
  return (
    <nav
      aria-label={t(group.title)}
      className="flex h-10 shrink-0 items-stretch gap-1 overflow-x-auto border-b border-line bg-sunken px-3"
    >
      {group.places.map((place) =>
        place.isPlain ? (
          <a key={place.to} href={place.to} className="tab whitespace-nowrap">
            {t(place.title)}
          </a>
        ) : (
          <Link
            key={place.to}
            to={place.to}
            activeOptions={{ exact: true }}
            aria-current={place === here ? 'page' : undefined}
            data-active={place === here ? '' : undefined}
            className="tab whitespace-nowrap"
          >
            {t(place.title)}
          </Link>
        ),
      )}
    </nav>
  )
}
