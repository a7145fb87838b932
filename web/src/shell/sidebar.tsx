import type { Session } from '@cartage/contract/auth/app/session'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { PanelLeftClose, PanelLeftOpen, Search } from '../ui/icons.tsx'
import { Keys } from '../ui/keys.tsx'
import { Logo } from '../ui/logo.tsx'
import { PopupPlace } from '../ui/popup-place.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useCounts } from './counts.queries.ts'
import { openPlace, type Place, placesFor } from './navigation.ts'
import { OrganisationMenu } from './organisation-menu.tsx'

interface SidebarProps {
  session: Session
  isNarrow: boolean
  onToggle: () => void
  onSearch: () => void
}

/** Tenant, navigation and account. The narrow sidebar shows only icons. */
export function Sidebar({ session, isNarrow, onToggle, onSearch }: SidebarProps) {
  const { t } = useLingui()
  const counts = useCounts()
  const groups = placesFor(session.permissions)
  const here = openPlace(groups, useLocation({ select: (location) => location.pathname }))
  return (
    <aside className={classNames('flex shrink-0 flex-col px-2 pt-2.5 pb-2', isNarrow ? 'w-[52px]' : 'w-[216px]')}>
      <PopupPlace>
        <div className={classNames('mb-2 flex min-h-8 items-center gap-2', isNarrow ? 'flex-col' : 'pl-1.5')}>
          <Logo />
          {!isNarrow && <OrganisationMenu tenant={session.tenant} />}
          <IconButton
            icon={isNarrow ? PanelLeftOpen : PanelLeftClose}
            label={t`Sidebar`}
            keys="["
            aria-expanded={!isNarrow}
            onClick={onToggle}
          />
        </div>
        <button
          type="button"
          className={classNames('field mb-2 flex items-center gap-2 text-ink-3', isNarrow && 'justify-center px-0')}
          onClick={onSearch}
          aria-label={isNarrow ? t`Search or jump to` : undefined}
        >
          <Search size={14} aria-hidden="true" />
          {!isNarrow && (
            <>
              <span className="min-w-0 flex-1 truncate text-left">
                <Trans>Search…</Trans>
              </span>
              <Keys keys="mod+k" />
            </>
          )}
        </button>
        <nav aria-label={t`Main`} className="flex flex-1 flex-col gap-3 overflow-y-auto">
          {groups.map((group) => (
            <Group key={group.title.id} title={t(group.title)} isNarrow={isNarrow || group.oneEntry !== undefined}>
              {group.oneEntry === undefined ? (
                group.places.map((place) => (
                  <PlaceLink
                    key={place.to}
                    place={place}
                    isHere={place === here}
                    isNarrow={isNarrow}
                    count={counts[place.to]}
                  />
                ))
              ) : (
                <PlaceLink
                  place={{ ...group.places[0]!, title: group.title, icon: group.oneEntry, isPlain: false }}
                  isHere={here !== undefined && group.places.includes(here)}
                  isNarrow={isNarrow}
                  hasAlarm={group.places.some(({ to }) => counts[to]?.isAlarm === true && counts[to].number > 0)}
                  count={undefined}
                />
              )}
            </Group>
          ))}
        </nav>
        <AccountMenu user={session.user} isNarrow={isNarrow} />
      </PopupPlace>
    </aside>
  )
}

function Group({ title, isNarrow, children }: { title: string; isNarrow: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-px">
      {!isNarrow && <p className="px-2 pb-1 text-[11px] leading-4 font-medium text-ink-3">{title}</p>}
      {children}
    </div>
  )
}

const itemClass = 'flex h-7 items-center gap-2.5 rounded-md px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink'

function PlaceLink({
  place,
  isHere,
  isNarrow,
  count,
  hasAlarm = false,
}: {
  place: Place
  isHere: boolean
  isNarrow: boolean
  count: Count | undefined
  /** Something behind the entry failed: shows a red dot. */
  hasAlarm?: boolean
}) {
  const { t } = useLingui()
  const title = t(place.title)
  // The visible text is the name (WCAG 2.5.3). A lone icon needs one.
  const label = isNarrow ? title : undefined
  const facts = { className: itemClass, title: label, 'aria-label': label }
  const Icon = place.icon
  const text = (
    <>
      <Icon size={15} className={isNarrow ? 'mx-auto' : 'shrink-0'} aria-hidden="true" />
      {!isNarrow && (
        <span className="min-w-0 flex-1 truncate" title={title}>
          {title}
        </span>
      )}
      {hasAlarm && <span className="size-2 shrink-0 rounded-full bg-red" role="img" aria-label={t`Needs attention`} />}
      {!isNarrow && count !== undefined && count.number > 0 && (
        <span className={classNames('tnum text-[11px]', count.isAlarm ? 'tag tone-red' : 'text-ink-3')}>
          {count.number > 9_999 ? '9999+' : count.number}
        </span>
      )}
    </>
  )
  if (place.isPlain) {
    return (
      <a href={place.to} {...facts}>
        {text}
      </a>
    )
  }
  return (
    <Link
      to={place.to}
      {...(place.search && { search: place.search })}
      {...facts}
      activeOptions={{ exact: true }}
      aria-current={isHere ? 'page' : undefined}
      className={classNames(itemClass, isHere && 'bg-surface! text-ink! shadow-card [&_svg]:text-brand')}
    >
      {text}
    </Link>
  )
}

type Count = ReturnType<typeof useCounts>[string]
