import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { sessionQuery } from '../session/queries.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { settingsPlaces } from './places.ts'

/** Frame of all settings: list of pages on the left, the open page on the right. */
export function SettingsPage() {
  const { t } = useLingui()
  const permissions = useQuery(sessionQuery).data?.permissions ?? []
  return (
    <>
      <PageHeader title={<Trans>Settings</Trans>} />
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        <nav
          aria-label={t`Settings`}
          className="flex w-[208px] shrink-0 flex-col gap-4 overflow-y-auto border-r border-line px-2 py-3 max-sm:w-auto max-sm:flex-row max-sm:overflow-x-auto max-sm:border-r-0 max-sm:border-b max-sm:py-1.5"
        >
          {settingsPlaces.map((group) => {
            const places = group.places.filter((place) => permissions.includes(place.permission))
            if (places.length === 0) return null
            return (
              <div key={group.title.id} className="flex flex-col gap-px max-sm:flex-row">
                <p className="px-2 pb-1 text-[11px] leading-4 font-medium text-ink-3 max-sm:hidden">{t(group.title)}</p>
                {places.map(({ to, title, icon: Icon }) => (
                  <Link
                    key={to}
                    to={to}
                    className="flex min-h-7 items-center gap-2 rounded-md px-2 py-1 leading-4 font-medium text-ink-2 hover:bg-hover hover:text-ink max-sm:whitespace-nowrap"
                    activeProps={{ className: 'bg-brand-soft! text-brand-ink!' }}
                  >
                    <Icon size={14} aria-hidden="true" />
                    {t(title)}
                  </Link>
                ))}
              </div>
            )
          })}
        </nav>
        <div className="min-w-0 flex-1 overflow-y-auto">
          <Outlet />
        </div>
      </div>
    </>
  )
}
